"""From what is wanted gone to an erasure: every turn, note, name and text that goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, timedelta, tzinfo
from pathlib import PurePosixPath

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn, Turn, TurnName
from familiar_memory.domain.traces import Traces
from familiar_memory.maintenance.belongings.belongings import Belongings
from familiar_memory.maintenance.belongings.kept_names import kept_names
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.belongings.wanted import WantedGone
from familiar_memory.maintenance.forget.quotes import Quotable, is_distinctive
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.writers.text.slots import slot_of

__all__ = ["plan_erasure"]

_A_DAY = timedelta(days=1)
_EARLIEST = datetime(MINYEAR + 1, 1, 1, tzinfo=UTC)
_LATEST = datetime(MAXYEAR, 1, 1, tzinfo=UTC)


def plan_erasure(sources: MemorySources, wanted: WantedGone) -> Erasure:
    """What has to go; quotes in what others wrote are added by `with_quotes`.

    Raises:
        HistoryError: the conversation cannot be read.
        StoreError: the tree or its journal cannot be read.
    """
    return _Planner(sources, wanted).plan()


class _Planner:
    def __init__(self, sources: MemorySources, wanted: WantedGone) -> None:
        self._sources = sources
        self._wanted = wanted
        self._theirs = Belongings(sources, wanted)
        self._said = Quotable()
        self._leads: set[tuple[str, str]] = set()
        """The sessions whose leads tell of turns that go."""

    def plan(self) -> Erasure:
        wanted, theirs = self._wanted, self._theirs
        turns = theirs.turns(self._hear)
        records = frozenset(wanted.lines)
        # The index has the words of a line without its links.
        words = records | frozenset(map(links_as_labels, records))
        said = self._said.lines() | frozenset(filter(is_distinctive, words))
        traces = Traces(
            ids=theirs.ids,
            people=frozenset(one.slug for one in wanted.people),
            links=theirs.links,
            refs=self._own_refs(turns),
            leads=frozenset(self._leads),
            words=frozenset(title.casefold() for title in theirs.titles),
            spans=frozenset(self._spans()),
            records=records,
            short=self._said.short_lines(),
            said=said,
            names=frozenset(self._kept_names(turns)),
            called=theirs.called,
        )
        authors = frozenset(one.author for one in wanted.people if one.author is not None)
        bare = frozenset(
            replace(one, display_name=None, username=None, aliases=()) for one in authors
        )
        return Erasure(turns, bare, theirs.paths, wanted.texts, theirs.places, traces)

    def _hear(self, stored: StoredTurn) -> None:
        turn = stored.turn
        slot = slot_of(turn.timestamp, self._sources.zone)
        self._leads.add((PurePosixPath(slot.path).stem, turn.place.slug))
        if turn.role is Role.USER:
            self._said.add(turn.text, stored.id)

    def _own_refs(self, turns: frozenset[TurnName]) -> frozenset[str]:
        """Refs that no turn has which stays: where a line says no place, these mean ours."""
        others = set()
        for stored in every_turn(self._sources.history):
            name = (stored.turn.place.slug, stored.turn.ref)
            if name not in turns:
                others.add(stored.turn.ref)
        return frozenset(ref for _, ref in turns) - others

    def _kept_names(self, turns: frozenset[TurnName]) -> Iterator[tuple[str, str, str]]:
        """Names of people who were heard in a place that goes, and by these in one that stays."""
        places, slugs = self._theirs.places, {one.slug for one in self._wanted.people}
        if not places:
            return

        def heard() -> Iterator[Turn]:
            every = (stored.turn for stored in every_turn(self._sources.history))
            return (
                one
                for one in every
                if one.role is Role.USER and not one.deleted and one.author.slug not in slugs
            )

        yield from kept_names(
            (turn for turn in heard() if turn.place.slug in places),
            (turn for turn in heard() if (turn.place.slug, turn.ref) not in turns),
            self._sources.policy,
        )

    def _spans(self) -> Iterator[tuple[str, str, str]]:
        """The whole days of a time that is meant: what is dated so goes, whoever wrote it."""
        wanted = self._wanted
        if not wanted.has_span:
            return
        first, last = _whole_days(wanted, self._sources.zone)
        for place in wanted.places or ("",) if first <= last else ():
            yield first.isoformat(), last.isoformat(), place


def _whole_days(wanted: WantedGone, zone: tzinfo) -> tuple[date, date]:
    """The first and the last day that lie in a time whole; the last before the first for none."""
    first, last = date.min, date.max
    if wanted.since is not None:
        since = _within_dates(wanted.since)
        first = since.astimezone(zone).date()
        while _midnight(first, zone) < since:
            first += _A_DAY
    if wanted.until is not None:
        until = _within_dates(wanted.until)
        last = until.astimezone(zone).date()
        while _midnight(last + _A_DAY, zone) > until:
            last -= _A_DAY
    return first, last


def _within_dates(moment: datetime) -> datetime:
    """The nearest moment around which every day has its midnight, in any zone."""
    return min(max(moment, _EARLIEST), _LATEST)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone)
