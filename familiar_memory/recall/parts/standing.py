"""What those who speak have asked for, or prefer, for good: a block of their own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, tzinfo
from time import monotonic

from familiar_memory.domain.memory.partial_date import in_zone, instant_of
from familiar_memory.domain.question.context import (
    Contribution,
    Decision,
    Disposition,
    Layer,
    Line,
    RecallRequest,
)
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.text.one_line import LONGEST_NAME, one_line
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.base import Index
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.standing import StandingKind
from familiar_memory.recall.current_facts import fitting
from familiar_memory.recall.layout import PRIORITIES, SIZES, STANDING
from familiar_memory.recall.provider import Occasion, Page, Shown
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.standing import Asked, StandingSearch

__all__ = ["StandingProvider"]

_TRUST = "said"
"""Whatever it demands, it is what a person said, and no rule of the familiar's owner."""
_PATIENCE_S = 0.1
"""So long the meaning of what was said may take: after that, words decide what is near."""
_ENOUGH = 60
"""Of a long line that the budget cuts, so many characters identify it."""
_VERBS = {StandingKind.INSTRUCTION: "asked", StandingKind.PREFERENCE: "said"}


class StandingProvider:
    """What holds for whoever speaks now, because they said so: nobody else's wishes.

    The nearest to what was just said come first, so many of each kind. What a note on the page
    shows already is not said twice.
    """

    source = STANDING

    def __init__(self, index: Index, search: StandingSearch, most: int, zone: tzinfo) -> None:
        """At most so many instructions, and so many preferences; 0 switches it off."""
        self._index = index
        self._search = search
        self._most = most
        self._zone = zone

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution, a line for each: instructions, then preferences."""
        people = _speaking(occasion.request)
        if occasion.viewer.is_broadcast or not people or not self._most:
            return
        with self._index.stoppable(stop):
            found = self._search.find(_query(occasion, self._most), people)
        lines = self._lines(_unshown(found, page.shown), occasion)
        if not lines:
            return
        page.decisions += [
            Decision(STANDING, _subject(line), Disposition.KEPT, _VERBS[asked.kind])
            for asked, line in lines
        ]
        page.show(Shown(turns=frozenset(_told_in_whole(asked for asked, _ in lines))))
        page.contributions.append(
            Contribution(
                Layer.CONTENT,
                STANDING,
                lines=[line for _, line in lines],
                priority=PRIORITIES[STANDING],
                label=STANDING,
                trust=_TRUST,
            )
        )

    def _lines(self, found: Iterable[Asked], occasion: Occasion) -> list[tuple[Asked, Line]]:
        """As many as fit, of each kind the nearest; instructions stand first."""
        said = {self._text(one): one for one in _in_turn(_at_most(self._most, found))}
        fit = fitting(said, SIZES[occasion.request.mode][STANDING])
        told = [(said[text], _line(text, said[text])) for text in fit]
        return sorted(told, key=lambda pair: pair[0].kind)

    def _text(self, one: Asked) -> str:
        """`- Ann asked (2026-02-02): “Always use metric units.”`: whose it is, and since when."""
        hit = one.hit
        who = one_line(hit.author_name or hit.author or "", LONGEST_NAME)
        day = _day(hit.said_at, self._zone)
        return f"- {who} {_VERBS[one.kind]} ({day}): “{one_line(one.text).strip('“”')}”"


def _speaking(request: RecallRequest) -> tuple[str, ...]:
    """The slugs of whoever speaks, and of those who wrote the turns being answered."""
    authors = [turn.author for turn in request.pending_turns if turn.role is Role.USER]
    if request.author is not None:
        authors.insert(0, request.author)
    return tuple(dict.fromkeys(author.slug for author in authors))


def _query(occasion: Occasion, most: int) -> Query:
    request = occasion.request
    filters = Filters(
        now=occasion.now,
        sources=frozenset({CONVERSATION}),
        exclude_refs=frozenset((turn.place.slug, turn.ref) for turn in request.pending_turns),
        as_of=request.as_of,
    )
    ends = monotonic() + _PATIENCE_S
    return Query(request.text, occasion.viewer, filters, most, embedded_by=ends)


def _unshown(found: Iterable[Asked], shown: Shown) -> Iterator[Asked]:
    for one in found:
        if one.note is None or not shown.has(one.note.key, one.note.line):
            yield one


def _at_most(most: int, found: Iterable[Asked]) -> Iterator[Asked]:
    count: Counter[StandingKind] = Counter()
    for one in found:
        count[one.kind] += 1
        if count[one.kind] <= most:
            yield one


def _in_turn(found: Iterable[Asked]) -> list[Asked]:
    """The nearest of each kind, then the second of each: none takes all the room."""
    count: Counter[StandingKind] = Counter()
    placed: list[tuple[int, StandingKind, Asked]] = []
    for one in found:
        placed.append((count[one.kind], one.kind, one))
        count[one.kind] += 1
    return [one for _, _, one in sorted(placed, key=lambda place: place[:2])]


def _line(text: str, one: Asked) -> Line:
    enough = min(len(text), _ENOUGH)
    if one.note is None:
        return Line(text, one.hit, enough=enough)
    return Line(text, at=(one.note.key, one.note.line), enough=enough)


def _subject(line: Line) -> str:
    if line.at is not None:
        return f"{line.at[0]}:{line.at[1]}"
    assert line.hit is not None
    return line.hit.name


def _told_in_whole(told: Iterable[Asked]) -> Iterator[tuple[str, str]]:
    """The turns that say nothing else: a search need not give them again."""
    for one in told:
        turn = one.hit.turn
        if turn is not None and normalised(one.text) == normalised(one.hit.text):
            yield turn


def _day(said_at: str | None, zone: tzinfo) -> str:
    moment: datetime | None = instant_of(said_at) if said_at else None
    return in_zone(moment, zone).date().isoformat() if moment else "undated"
