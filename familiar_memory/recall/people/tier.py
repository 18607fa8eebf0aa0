"""Tier 1: the people present are always on the page. No model, no search.

In order: who speaks, who wrote the turns being answered, who was last heard here,
whom the utterance names; each with what is noted of them on other platforms. A note
that cannot be read, or not in time, hides nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import monotonic
from typing import TypeVar

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import DocumentSource
from familiar_memory.domain.question.context import Contribution, Decision, Layer, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.turn import Role
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import FamiliarError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.recall.lanes import Lanes
from familiar_memory.recall.layout import PEOPLE, PRIORITIES, SIZES, SPEAKER_PRIORITY
from familiar_memory.recall.names.mentions import Mention
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.notes.note_block import NoteBlock, note_block
from familiar_memory.recall.notes.note_page import shown_of
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.provider import Found, Occasion, Shown, reason_for
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.told_once import ToldOnce
from familiar_memory.recall.twins import linked_from, linking_to

__all__ = ["Beginning", "PeopleSettings", "PeopleTier"]

_log = logging.getLogger(__name__)
_MOST_PEOPLE = 24
"""More notes than this fit into no prompt; a message that names a crowd is not read for all."""
_STEP = "people"
_NAMED = "is named"
_SPEAKS = "speaks"
_LATE = "not read in time"
_PATIENCE = 0.5
_BEGINNING_ONLY = "its beginning only: the whole was not read in time"
_T = TypeVar("_T")

Beginning = Callable[[str], ParsedDocument | None]
"""The first part of a note that takes long to read, by its key; None for any other note."""


@dataclass(frozen=True, slots=True)
class PeopleSettings:
    """`recent_author_limit` people last heard; `max_tokens` of one person's notes.

    `caps` are the tokens of layers where a person has set them.
    """

    recent_author_limit: int = 5
    max_tokens: int = 800
    excluded_words: Collection[str] = field(default_factory=tuple)
    caps: Mapping[Layer, int] = field(default_factory=dict)


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
    is_beginning: bool = False


@dataclass(slots=True)
class _Tier:
    """One run of the tier: who was found, in order, and what their notes gave.

    `beginnings` are of notes that are still being read; `unfinished` is the speaker's, which
    is waited for until `speaker_ends`, or `patience_ends` where its beginning is there.
    """

    occasion: Occasion
    ends: float
    patience_ends: float
    speaker_ends: float
    people: dict[str, _Person] = field(default_factory=dict)
    notes: dict[str, _Note | BaseException] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    late: dict[str, None] = field(default_factory=dict)
    beginnings: dict[str, _Note] = field(default_factory=dict)
    unfinished: asyncio.Future[_Note] | None = None
    has_begun: asyncio.Event = field(default_factory=asyncio.Event)
    joined: dict[str, str] = field(default_factory=dict)
    """Of who is the same person as another, that other; follow it to its end."""
    nameable: set[str] = field(default_factory=set)
    """Notes that may be named where they cannot be told."""

    @property
    def left_s(self) -> float:
        return max(self.ends - monotonic(), 0.0)

    @property
    def speaker(self) -> str | None:
        author = self.occasion.request.author
        return None if author is None else author.slug

    def note_of(self, slug: str) -> _Note | BaseException:
        """What was read of a note, if only its beginning."""
        note = self.notes[slug]
        return self.beginnings.get(slug, note) if isinstance(note, TimeoutError) else note

    def unread(self) -> list[str]:
        return [s for s in islice(self.people, _MOST_PEOPLE) if s not in self.notes]

    def human(self, slug: str) -> str:
        """One slug for all those of the same person."""
        while slug in self.joined:
            slug = self.joined[slug]
        return slug

    def add_behind(self, before: str, twins: Collection[str]) -> None:
        """Put those who are the same person right behind, where they are not yet."""
        for twin in twins:
            if (other := self.human(twin)) != (human := self.human(before)):
                self.joined[other] = human
        ordered: dict[str, _Person] = {}
        for slug, person in self.people.items():
            ordered.setdefault(slug, person)
            if slug == before:
                for twin in twins:
                    known = self.people.get(twin)
                    why = f"is the same person as {note_of_person(before)}"
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
        beginning: Beginning | None = None,
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
        self._beginning = beginning
        self._told = ToldOnce()

    async def load(self, occasion: Occasion, timeout_s: float, speaker_s: float = 0.0) -> Found:
        """One contribution a person, the most important first; and why each is there or not.

        It ends in time: who could not be found, or read, by then is left out and named. Of
        a note too large for that the beginning is given. The speaker's may take `speaker_s`;
        where its beginning is there, half of that.
        """
        if occasion.viewer.is_broadcast:
            return Found()
        begun = monotonic()
        longest_s = max(timeout_s, speaker_s)
        patience_s = max(timeout_s, longest_s * _PATIENCE)
        tier = _Tier(occasion, begun + timeout_s, begun + patience_s, begun + longest_s)
        for person in _present(occasion.request):
            tier.people.setdefault(person.slug, person)
        try:
            # Those present are read while the others are looked for.
            await asyncio.gather(self._read_all(tier), self._find_others(tier))
            while tier.unread():
                await self._read_all(tier)
            await _finish(tier)
        finally:
            if tier.unfinished is not None:
                tier.unfinished.cancel()
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
                tier.people.setdefault(slug, _Person(slug, f"{_NAMED}: {mention.name}"))

    async def _read_all(self, tier: _Tier) -> None:
        """Read the notes that are not read yet, side by side, and see who else they are."""
        unread = tier.unread()
        if not unread:
            return
        *notes, linking = await asyncio.gather(
            *(self._read_in_time(slug, tier) for slug in unread),
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

    async def _read_in_time(self, slug: str, tier: _Tier) -> _Note:
        """One note; that of the speaker is read on behind the deadline, for `_finish`."""
        if slug != tier.speaker:
            return await self._lanes.run(self._reading(slug, tier), tier.left_s)
        left_s = max(tier.speaker_ends - monotonic(), 0.0)
        reading = asyncio.ensure_future(self._lanes.run(self._reading(slug, tier), left_s))
        tier.unfinished = reading
        await asyncio.wait((reading,), timeout=tier.left_s)
        if not reading.done():
            raise TimeoutError
        tier.unfinished = None
        return reading.result()

    def _reading(self, slug: str, tier: _Tier) -> Callable[[Stop], _Note]:
        loop = asyncio.get_running_loop()
        return lambda _: self._read(slug, tier, loop)

    def _read(self, slug: str, tier: _Tier, loop: asyncio.AbstractEventLoop) -> _Note:
        path = note_of_person(slug)
        if self._notes.stamp(path) is None:
            return _Note(None)
        if self._beginning is not None and (part := self._beginning(path)) is not None:
            note = self._note(slug, part, tier)
            tier.beginnings[slug] = replace(note, is_beginning=True)
            if slug == tier.speaker:
                loop.call_soon_threadsafe(tier.has_begun.set)
        return self._note(slug, self._notes.load(path), tier)

    def _note(self, slug: str, document: ParsedDocument, tier: _Tier) -> _Note:
        occasion = tier.occasion
        size = min(self._settings.max_tokens, SIZES[occasion.request.mode][PEOPLE])
        if slug == tier.speaker:
            # Cut from its end afterwards, it would be names and no facts.
            size = min(size, self._speaker_tokens(occasion.request, document))
        block = note_block(document, occasion.viewer, self._vocabulary, size, occasion.now)
        twins = linked_from(document, occasion.viewer, occasion.now)
        return _Note(block, document.trust.value, twins)

    def _speaker_tokens(self, request: RecallRequest, document: ParsedDocument) -> int:
        caps = caps_of(request.mode, (), self._settings.caps)
        return Budgeter(request.mode, request.budget, caps).speaker_tokens(document.trust.value)

    async def _linking(self, tier: _Tier, slugs: Sequence[str]) -> dict[str, tuple[str, ...]]:
        def look(stop: Stop) -> dict[str, tuple[str, ...]]:
            occasion = tier.occasion
            tier.nameable |= occasion.nameable(map(note_of_person, slugs))
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
            tier.decisions.append(
                Decision(_STEP, name, "failed", reason_for(problem, tier.occasion))
            )
        except Exception as problem:  # noqa: BLE001 - one way of several: it must not hide the others
            reason = f"internal error: {type(problem).__name__}"
            if self._told.is_new(name, reason):
                _log.exception("people: %s is skipped", name)
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

    def _log_failure(self, path: str, note: _Note | BaseException) -> None:
        """Say once what keeps a note from being read, as long as it is the same."""
        if isinstance(note, _Note):
            self._told.is_well(path)
        elif isinstance(note, FamiliarError):
            if self._told.is_new(path, note.problem):
                _log.warning("people: %s is skipped: %s", path, note.problem)
        elif not isinstance(note, TimeoutError) and self._told.is_new(path, repr(note)):
            _log.error("people: %s is skipped", path, exc_info=note)

    def _found(self, tier: _Tier) -> Found:
        contributions: list[Contribution] = []
        shown: list[Shown] = []
        decisions = tier.decisions
        late = list(tier.late)
        called: dict[str, str] = {}
        for person in islice(tier.people.values(), _MOST_PEOPLE):
            path, note = note_of_person(person.slug), tier.note_of(person.slug)
            decision = _decision(path, person, note, tier)
            if not _betrays(decision, person, tier):
                decisions.append(decision)
            self._log_failure(path, note)
            if decision.verdict == "late":
                late.append(path)
            if decision.verdict == "kept" and isinstance(note, _Note) and note.block is not None:
                block, human = note.block, tier.human(person.slug)
                if human in called:
                    block = block.joined_to(called[human])
                called.setdefault(human, block.title)
                contributions.append(_contribution(path, person, block, note.trust))
                is_whole = block.is_whole and not note.is_beginning
                shown.append(shown_of(path, replace(block, is_whole=is_whole)))
        decisions.extend(
            Decision(_STEP, note_of_person(person.slug), "dropped", f"{person.why}; too many")
            for person in islice(tier.people.values(), _MOST_PEOPLE, None)
        )
        return Found(
            tuple(contributions),
            tuple(decisions),
            (f"people: {', '.join(late)} took too long",) if late else (),
            Shown.of(shown),
            people=tuple(islice(tier.people, _MOST_PEOPLE)),
        )


async def _finish(tier: _Tier) -> None:
    """Wait for the speaker's note as long as it may take: longest for any of it."""
    reading = tier.unfinished
    if reading is None or tier.speaker is None:
        return
    await asyncio.wait((reading,), timeout=max(tier.patience_ends - monotonic(), 0.0))
    beginning = asyncio.ensure_future(tier.has_begun.wait())
    left_s = max(tier.speaker_ends - monotonic(), 0.0)
    try:
        await asyncio.wait(
            (reading, beginning), timeout=left_s, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        beginning.cancel()
    if reading.done():
        (tier.notes[tier.speaker],) = await asyncio.gather(reading, return_exceptions=True)


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


def _betrays(decision: Decision, person: _Person, tier: _Tier) -> bool:
    """Whether it would only say that some account has a note and is called so.

    Who speaks, or was heard, is known to be there; who is only named may be known by a note.
    """
    is_by_name = person.why.startswith(_NAMED)
    return is_by_name and decision.verdict == "absent" and not tier.occasion.names_all


def _absent(path: str, person: _Person) -> Decision:
    return Decision(_STEP, path, "absent", f"{person.why}; no notes yet")


def _judged(path: str, person: _Person, note: _Note | BaseException) -> Decision:
    if isinstance(note, TimeoutError):
        return Decision(_STEP, path, "late", f"{person.why}; {_LATE}")
    if isinstance(note, FamiliarError):
        return Decision(_STEP, path, "failed", note.problem)
    if isinstance(note, BaseException):
        return Decision(_STEP, path, "failed", f"internal error: {type(note).__name__}")
    if note.block is None:
        return _absent(path, person)
    if not note.block.text:
        return Decision(_STEP, path, "forbidden", "nothing that this place may see")
    why = f"{person.why}; {_BEGINNING_ONLY}" if note.is_beginning else person.why
    return Decision(_STEP, path, "kept", why)


def _contribution(path: str, person: _Person, block: NoteBlock, trust: str) -> Contribution:
    priority = SPEAKER_PRIORITY if person.why == _SPEAKS else PRIORITIES[PEOPLE]
    return Contribution(Layer.CONTENT, PEOPLE, block.text, priority, label=path, trust=trust)
