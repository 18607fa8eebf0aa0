"""Tier 1: the people present are always on the page. No model, no index, no search.

In order: who speaks, who wrote the turns being answered, who was last heard here,
whom the utterance names. A note that cannot be read hides nobody else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from familiar_memory.domain.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.source import DocumentSource
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.mentions import NameBook
from familiar_memory.recall.note_block import render_note

__all__ = ["PEOPLE_SOURCE", "PeopleSettings", "PeopleTier", "person_path"]

_log = logging.getLogger(__name__)
PEOPLE_SOURCE = "content_search.people"
_PRIORITY = 85
_MOST_PEOPLE = 24
"""More notes than this fit into no prompt; a message that names a crowd is not read for all."""

Aliases = Callable[[Callable[[str], bool]], Mapping[str, tuple[str, ...]]]
"""Names with the slugs of those who bear them, by a rule over audiences."""


def person_path(slug: str) -> str:
    """Where a person's notes are."""
    return f"people/{slug}.md"


@dataclass(frozen=True, slots=True)
class PeopleSettings:
    """`recent_author_limit` people last heard; `max_tokens` of one person's notes."""

    recent_author_limit: int = 5
    max_tokens: int = 800
    excluded_words: Collection[str] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class _Person:
    slug: str
    why: str


class PeopleTier:
    """Loads the notes of everybody who matters to a request, in order of importance."""

    def __init__(
        self,
        notes: DocumentSource,
        history: HistoryStore,
        aliases: Aliases,
        vocabulary: Vocabulary,
        settings: PeopleSettings,
    ) -> None:
        self._notes = notes
        self._history = history
        self._aliases = aliases
        self._vocabulary = vocabulary
        self._settings = settings
        self._book: tuple[Mapping[str, tuple[str, ...]], NameBook] = ({}, NameBook({}, {}))

    def load(
        self, request: RecallRequest, viewer: Viewer, now: datetime | None = None
    ) -> tuple[list[Contribution], list[Decision]]:
        """One contribution a person, the most important first; and why each is there or not."""
        contributions: list[Contribution] = []
        decisions: list[Decision] = []
        people: dict[str, _Person] = {}
        steps: dict[str, Callable[[], Iterator[_Person]]] = {
            "present": lambda: self._present(request),
            "heard lately": lambda: self._recent(request),
            "named": lambda: self._mentioned(request, viewer, decisions),
        }
        for name, step in steps.items():
            try:
                for person in step():
                    people.setdefault(person.slug, person)
            except FamiliarError as problem:
                # Half of the people is better than none.
                decisions.append(Decision("people", name, "failed", problem.problem))
        for person in islice(people.values(), _MOST_PEOPLE):
            block = self._block(person, viewer, decisions, now)
            if block is not None:
                contributions.append(block)
        decisions.extend(
            Decision("people", person_path(person.slug), "dropped", f"{person.why}; too many")
            for person in islice(people.values(), _MOST_PEOPLE, None)
        )
        return contributions, decisions

    def _present(self, request: RecallRequest) -> Iterator[_Person]:
        if request.author is not None:
            yield _Person(request.author.slug, "speaks")
        for turn in request.pending_turns:
            if turn.role.value == "user":
                yield _Person(turn.author.slug, "wrote a turn being answered")

    def _recent(self, request: RecallRequest) -> Iterator[_Person]:
        limit = self._settings.recent_author_limit
        if request.place is None or not limit:
            return
        for author in self._history.recent_distinct_authors(request.place, limit):
            yield _Person(author.slug, "was heard here lately")

    def _mentioned(
        self, request: RecallRequest, viewer: Viewer, decisions: list[Decision]
    ) -> Iterator[_Person]:
        # Only names that the viewer may know of: a hidden one must not even be in the way.
        aliases = self._aliases(lambda audience: permits(viewer, audience))
        for mention in self._name_book(aliases).find(request.text, self._settings.excluded_words):
            if len(mention.slugs) > 1:
                names = ", ".join(mention.slugs)
                decisions.append(Decision("people", mention.name, "ambiguous", names))
            for slug in mention.slugs:
                yield _Person(slug, f"is named: {mention.name}")

    def _name_book(self, aliases: Mapping[str, tuple[str, ...]]) -> NameBook:
        """The names made ready; the last map's are kept."""
        known, book = self._book
        if known is not aliases:
            book = NameBook.of(aliases)
            self._book = (aliases, book)
        return book

    def _block(
        self,
        person: _Person,
        viewer: Viewer,
        decisions: list[Decision],
        now: datetime | None,
    ) -> Contribution | None:
        path = person_path(person.slug)
        try:
            if self._notes.stamp(path) is None:
                decisions.append(Decision("people", path, "absent", f"{person.why}; no notes yet"))
                return None
            document = self._notes.load(path)
            text = render_note(document, viewer, self._vocabulary, self._settings.max_tokens, now)
        except FamiliarError as problem:
            _log.warning("people: %s is skipped: %s", path, problem.problem)
            decisions.append(Decision("people", path, "failed", problem.problem))
            return None
        except Exception as problem:  # noqa: BLE001 - one note of many: it must not hide the others
            _log.exception("people: %s is skipped", path)
            reason = f"internal error: {type(problem).__name__}"
            decisions.append(Decision("people", path, "failed", reason))
            return None
        if not text:
            decisions.append(
                Decision("people", path, "forbidden", "nothing that this place may see")
            )
            return None
        decisions.append(Decision("people", path, "kept", person.why))
        return Contribution(
            Layer.CONTENT, PEOPLE_SOURCE, text, _PRIORITY, label=path, trust=document.trust.value
        )
