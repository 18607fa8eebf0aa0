"""Tier 1: the people present are always on the page. No model, no search.

In order: who speaks, who wrote the turns being answered, who was last heard here,
whom the utterance names; each with what is noted of them on other platforms. A note
that cannot be read, or not in time, hides nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import monotonic
from typing import TypeVar

from familiar_memory.domain.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.source import DocumentSource
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.turn import Role
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.fresh_facts import FreshFacts
from familiar_memory.recall.lanes import Lanes
from familiar_memory.recall.layout import PEOPLE, PRIORITIES, SIZES, SPEAKER_PRIORITY
from familiar_memory.recall.mentions import Mention
from familiar_memory.recall.name_books import NameBooks
from familiar_memory.recall.note_block import NoteBlock, note_block
from familiar_memory.recall.note_page import shown_of
from familiar_memory.recall.people_paths import person_path
from familiar_memory.recall.provider import Found, Occasion, Shown
from familiar_memory.recall.twins import linked_from, linking_to

__all__ = ["PEOPLE_SOURCE", "PeopleSettings", "PeopleTier"]

_log = logging.getLogger(__name__)
PEOPLE_SOURCE = PEOPLE
_MOST_PEOPLE = 24
"""More notes than this fit into no prompt; a message that names a crowd is not read for all."""
_STEP = "people"
_SPEAKS = "speaks"
_LATE = "not read in time"
_T = TypeVar("_T")


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


@dataclass(frozen=True, slots=True)
class _Note:
    """What a person's note gives this viewer; None as `block` where there is no note."""

    block: NoteBlock | None
    trust: str = ""
    twins: tuple[str, ...] = ()


@dataclass(slots=True)
class _Tier:
    """One run of the tier: who was found, in order, and what their notes gave."""

    occasion: Occasion
    ends: float
    people: dict[str, _Person] = field(default_factory=dict)
    notes: dict[str, _Note | BaseException] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    late: dict[str, None] = field(default_factory=dict)
    nameable: set[str] = field(default_factory=set)
    """Notes that may be named where they cannot be told."""

    @property
    def left_s(self) -> float:
        return max(self.ends - monotonic(), 0.0)

    def unread(self) -> list[str]:
        return [s for s in islice(self.people, _MOST_PEOPLE) if s not in self.notes]

    def add_behind(self, before: str, twins: Iterable[str]) -> None:
        """Put those who are the same person right behind, where they are not yet."""
        ordered: dict[str, _Person] = {}
        for slug, person in self.people.items():
            ordered.setdefault(slug, person)
            if slug == before:
                for twin in twins:
                    known = self.people.get(twin)
                    why = f"is the same person as {person_path(before)}"
                    ordered.setdefault(twin, known or _Person(twin, why))
        self.people = ordered


class PeopleTier:
    """Loads the notes of everybody who matters to a request, in order of importance."""

    def __init__(
        self,
        notes: DocumentSource,
        history: HistoryStore,
        index: EmbeddingIndex,
        facts: FreshFacts,
        names: NameBooks,
        vocabulary: Vocabulary,
        settings: PeopleSettings,
        lanes: Lanes,
    ) -> None:
        """Every note is read on a lane of its own, so that a stuck one is left behind."""
        self._notes = notes
        self._history = history
        self._index = index
        self._facts = facts
        self._names = names
        self._vocabulary = vocabulary
        self._settings = settings
        self._lanes = lanes

    async def load(self, occasion: Occasion, timeout_s: float) -> Found:
        """One contribution a person, the most important first; and why each is there or not.

        It ends in time: who could not be found, or read, by then is left out and named.
        """
        if occasion.viewer.is_broadcast:
            return Found()
        tier = _Tier(occasion, monotonic() + timeout_s)
        for person in _present(occasion.request):
            tier.people.setdefault(person.slug, person)
        # Those present are read while the others are looked for.
        await asyncio.gather(self._read_all(tier), self._find_others(tier))
        while tier.unread():
            await self._read_all(tier)
        return self._found(tier)

    async def _find_others(self, tier: _Tier) -> None:
        """Those heard lately and those named; half of the people is better than none."""
        recent, named = await asyncio.gather(
            self._step(tier, "heard lately", lambda _: self._recent(tier.occasion.request)),
            self._step(tier, "named", lambda stop: self._mentioned(tier.occasion, stop)),
        )
        for slug in recent or ():
            tier.people.setdefault(slug, _Person(slug, "was heard here lately"))
        for mention in named or ():
            if len(mention.slugs) > 1:
                names = ", ".join(mention.slugs)
                tier.decisions.append(Decision(_STEP, mention.name, "ambiguous", names))
            for slug in mention.slugs:
                tier.people.setdefault(slug, _Person(slug, f"is named: {mention.name}"))

    async def _read_all(self, tier: _Tier) -> None:
        """Read the notes that are not read yet, side by side, and see who else they are."""
        unread = tier.unread()
        if not unread:
            return
        *notes, linking = await asyncio.gather(
            *(self._lanes.run(self._reading(slug, tier), tier.left_s) for slug in unread),
            self._linking(tier, unread),
            return_exceptions=True,
        )
        for slug, note in zip(unread, notes, strict=True):
            tier.notes[slug] = note  # type: ignore[assignment]
        others = linking if isinstance(linking, dict) else {}
        for slug in unread:
            note = tier.notes[slug]
            own = note.twins if isinstance(note, _Note) else ()
            if twins := (*own, *others.get(slug, ())):
                tier.add_behind(slug, twins)

    def _reading(self, slug: str, tier: _Tier) -> Callable[[Stop], _Note]:
        return lambda _: self._read(slug, tier.occasion)

    def _read(self, slug: str, occasion: Occasion) -> _Note:
        path = person_path(slug)
        if self._notes.stamp(path) is None:
            return _Note(None)
        document = self._notes.load(path)
        size = min(self._settings.max_tokens, SIZES[occasion.request.mode][PEOPLE])
        block = note_block(document, occasion.viewer, self._vocabulary, size, occasion.now)
        twins = linked_from(document, occasion.viewer, occasion.now)
        return _Note(block, document.trust.value, twins)

    async def _linking(self, tier: _Tier, slugs: Sequence[str]) -> dict[str, tuple[str, ...]]:
        def look(stop: Stop) -> dict[str, tuple[str, ...]]:
            occasion = tier.occasion
            tier.nameable |= occasion.nameable(map(person_path, slugs))
            return linking_to(self._facts, slugs, occasion.viewer, occasion.now, stop)

        return await self._step(tier, "same_as", look) or {}

    async def _step(self, tier: _Tier, name: str, work: Callable[[Stop], _T]) -> _T | None:
        """Run one way of finding people; a failed or late one is noted, and finds nobody."""
        try:
            return await self._lanes.run(work, tier.left_s)
        except TimeoutError:
            tier.late[name] = None
            tier.decisions.append(Decision(_STEP, name, "late", _LATE))
        except FamiliarError as problem:
            tier.decisions.append(Decision(_STEP, name, "failed", problem.problem))
        except Exception as problem:  # noqa: BLE001 - one way of several: it must not hide the others
            _log.exception("people: %s is skipped", name)
            reason = f"internal error: {type(problem).__name__}"
            tier.decisions.append(Decision(_STEP, name, "failed", reason))
        return None

    def _recent(self, request: RecallRequest) -> list[str]:
        limit = self._settings.recent_author_limit
        if request.place is None or not limit:
            return []
        return [a.slug for a in self._history.recent_distinct_authors(request.place, limit)]

    def _mentioned(self, occasion: Occasion, stop: Stop) -> tuple[Mention, ...]:
        with self._index.stoppable(stop):
            book = self._names.for_viewer(occasion.viewer)
        return book.find(occasion.request.text, self._settings.excluded_words)

    def _found(self, tier: _Tier) -> Found:
        contributions: list[Contribution] = []
        shown: list[Shown] = []
        decisions = tier.decisions
        late = list(tier.late)
        for person in islice(tier.people.values(), _MOST_PEOPLE):
            path, note = person_path(person.slug), tier.notes[person.slug]
            decision = _decision(path, person, note, tier)
            decisions.append(decision)
            if decision.verdict == "late":
                late.append(path)
            if decision.verdict == "kept" and isinstance(note, _Note) and note.block is not None:
                contributions.append(_contribution(path, person, note.block, note.trust))
                shown.append(shown_of(path, note.block))
        decisions.extend(
            Decision(_STEP, person_path(person.slug), "dropped", f"{person.why}; too many")
            for person in islice(tier.people.values(), _MOST_PEOPLE, None)
        )
        return Found(
            tuple(contributions),
            tuple(decisions),
            (f"people: {', '.join(late)} took too long",) if late else (),
            Shown.of(shown),
            people=tuple(islice(tier.people, _MOST_PEOPLE)),
        )


def _present(request: RecallRequest) -> Iterator[_Person]:
    if request.author is not None:
        yield _Person(request.author.slug, _SPEAKS)
    for turn in request.pending_turns:
        if turn.role is Role.USER:
            yield _Person(turn.author.slug, "wrote a turn being answered")


def _decision(path: str, person: _Person, note: _Note | BaseException, tier: _Tier) -> Decision:
    decision = _judged(path, person, note)
    hidden = {"forbidden"} if path in tier.nameable else {"forbidden", "late", "failed"}
    if decision.verdict in hidden and not tier.occasion.names_all:
        # Of a note that this viewer knows nothing of, not even this is told: that there is one.
        return _absent(path, person)
    return decision


def _absent(path: str, person: _Person) -> Decision:
    return Decision(_STEP, path, "absent", f"{person.why}; no notes yet")


def _judged(path: str, person: _Person, note: _Note | BaseException) -> Decision:
    if isinstance(note, TimeoutError):
        return Decision(_STEP, path, "late", f"{person.why}; {_LATE}")
    if isinstance(note, FamiliarError):
        _log.warning("people: %s is skipped: %s", path, note.problem)
        return Decision(_STEP, path, "failed", note.problem)
    if isinstance(note, BaseException):
        _log.error("people: %s is skipped", path, exc_info=note)
        return Decision(_STEP, path, "failed", f"internal error: {type(note).__name__}")
    if note.block is None:
        return _absent(path, person)
    if not note.block.text:
        return Decision(_STEP, path, "forbidden", "nothing that this place may see")
    return Decision(_STEP, path, "kept", person.why)


def _contribution(path: str, person: _Person, block: NoteBlock, trust: str) -> Contribution:
    priority = SPEAKER_PRIORITY if person.why == _SPEAKS else PRIORITIES[PEOPLE]
    return Contribution(Layer.CONTENT, PEOPLE, block.text, priority, label=path, trust=trust)
