"""The recall log of a history in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from familiar_memory.domain.memory.surfaced import LoggedRecall, SurfaceCount, Surfaced
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.tree import CONVERSATION, MEMORY
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.recalls.base import LogCounts

__all__ = ["MemoryRecalls"]

_IsDeleted = Callable[[str | None, str], bool]
"""Of a place (None: any) and a ref."""


@dataclass(eq=False)
class _Row:
    """One turn that a surfaced passage names, or the passage, where it names none."""

    rank: int
    source: str
    key: str
    line: int | None
    place: str | None
    ref: str | None

    def names(self, place: str, ref: str) -> bool:
        """Whether that turn is meant; a note may name one without its place."""
        return self.ref == ref and self.place in (place, None)


@dataclass(eq=False)
class _Kept:
    """A recall, and what it surfaced."""

    recall: LoggedRecall
    rows: list[_Row]

    @property
    def told(self) -> LoggedRecall:
        found: dict[int, Surfaced] = {}
        for row in self.rows:
            known = found.get(row.rank, Surfaced(row.source, row.key, row.line))
            refs = known.refs if row.ref is None else (*known.refs, row.ref)
            found[row.rank] = replace(known, place=row.place or known.place, refs=refs)
        return replace(self.recall, surfaced=tuple(found.values()))


class MemoryRecalls:
    """The `Recalls` of a history in memory; `is_deleted` says so of a turn's place and ref."""

    def __init__(
        self, lock: threading.RLock, check: Callable[[], None], is_deleted: _IsDeleted
    ) -> None:
        """Under the history's lock; `check` raises where nothing can be asked any more."""
        self._lock = lock
        self._check = check
        self._is_deleted = is_deleted
        self._kept: list[_Kept] = []

    def add(self, recalls: Iterable[LoggedRecall]) -> None:
        """Enter recalls, all or none; turns that are deleted by now are left out."""
        given = list(recalls)
        with self._lock:
            self._check()
            self._kept += [
                _Kept(replace(one, at=from_us(to_us(one.at))), list(self._rows(one)))
                for one in given
            ]

    def latest(self, limit: int = 20) -> list[LoggedRecall]:
        """The newest recalls, the newest first."""
        with self._lock:
            self._check()
            newest = sorted(self._kept, key=lambda one: one.recall.at)[::-1]
            return [one.told for one in newest[:limit]]

    def top_notes(self, limit: int = 10) -> list[SurfaceCount]:
        """The notes that were surfaced in most recalls, by path."""
        return self._top(MEMORY, limit, lambda row: None)

    def top_turns(self, limit: int = 10) -> list[SurfaceCount]:
        """The turns that were surfaced in most recalls; `key` is their place."""
        return self._top(CONVERSATION, limit, lambda row: row.ref)

    def counts(self) -> LogCounts:
        """How much is kept."""
        with self._lock:
            self._check()
            return LogCounts(len(self._kept), sum(len(one.rows) for one in self._kept))

    def trim(self, now: datetime, *, keep_days: int = 0, keep_rows: int = 0) -> int:
        """Drop what is older than so many days, then the oldest beyond so many rows."""
        with self._lock:
            self._check()
            before = len(self._kept)
            if keep_days:
                oldest = now - timedelta(days=keep_days)
                self._kept = [one for one in self._kept if one.recall.at >= oldest]
            if keep_rows:
                self._kept = _newest_of(self._kept, keep_rows)
            return before - len(self._kept)

    def forget_turn(self, place: str, ref: str) -> int:
        """Take one turn out; a note that came from it stays without its name."""
        changed = 0
        for one in self._kept:
            for row in [row for row in one.rows if row.names(place, ref)]:
                changed += 1
                if row.source == CONVERSATION:
                    one.rows.remove(row)
                else:
                    row.place = row.ref = None
        return changed

    def forget_asker(self, slug: str) -> int:
        """Drop what a person asked for."""
        left = [one for one in self._kept if one.recall.author != slug]
        dropped, self._kept = len(self._kept) - len(left), left
        return dropped

    def forget_place(self, slug: str) -> None:
        """Drop what was asked there, and what was said there and surfaced elsewhere."""
        self._kept = [one for one in self._kept if one.recall.place != slug]
        for one in self._kept:
            one.rows = [row for row in one.rows if slug not in (row.place, row.key)]

    def forget_note(self, path: str) -> int:
        """Take a note out."""
        changed = 0
        for one in self._kept:
            left = [row for row in one.rows if (row.source, row.key) != (MEMORY, path)]
            changed += len(one.rows) - len(left)
            one.rows = left
        return changed

    def forget_keys(self, holds: Callable[[str], bool]) -> int:
        """Take out whatever has a name that holds something."""
        changed = 0
        for one in self._kept:
            left = [row for row in one.rows if not holds(row.key)]
            changed += len(one.rows) - len(left)
            one.rows = left
        return changed

    def keys_holding(self, holds: Callable[[str], bool]) -> int:
        """How many rows have a name that holds something."""
        return sum(holds(row.key) for one in self._kept for row in one.rows)

    def forget_questions(self, holds: Callable[[str], bool]) -> int:
        """Empty questions that hold something."""
        changed = 0
        for one in self._kept:
            if one.recall.question is not None and holds(one.recall.question):
                one.recall = replace(one.recall, question=None)
                changed += 1
        return changed

    def questions_holding(self, holds: Callable[[str], bool]) -> int:
        """How many do."""
        return sum(holds(one.recall.question or "") for one in self._kept)

    def naming(self, turns: Iterable[TurnName], askers: Iterable[str], paths: Iterable[str]) -> int:
        """How many recalls and rows name any of these."""
        rows = [row for one in self._kept for row in one.rows]
        asked = sum(one.recall.author == slug for slug in askers for one in self._kept)
        said = sum(row.names(*name) for name in turns for row in rows)
        told = sum((row.source, row.key) == (MEMORY, path) for path in paths for row in rows)
        return asked + said + told

    def _rows(self, recall: LoggedRecall) -> Iterator[_Row]:
        for rank, one in enumerate(recall.surfaced, start=1):
            left = [ref for ref in one.refs if not self._is_deleted(one.place, ref)]
            for ref in left:
                yield _Row(rank, one.source, one.key, one.line, one.place, ref)
            if not left and one.source == MEMORY:
                yield _Row(rank, one.source, one.key, one.line, None, None)

    def _top(
        self, source: str, limit: int, ref_of: Callable[[_Row], str | None]
    ) -> list[SurfaceCount]:
        with self._lock:
            self._check()
            found: dict[tuple[str, str | None], list[datetime]] = {}
            for one in self._kept:
                for name in {(row.key, ref_of(row)) for row in one.rows if row.source == source}:
                    found.setdefault(name, []).append(one.recall.at)
            counts = [
                SurfaceCount(source, key, ref, len(at), max(at)) for (key, ref), at in found.items()
            ]
        counts.sort(key=lambda one: (one.key, one.ref or ""))
        counts.sort(key=lambda one: (one.times, one.last), reverse=True)
        return counts[:limit]


def _newest_of(kept: list[_Kept], most: int) -> list[_Kept]:
    """The newest recalls that hold at most so many rows; a recall without any counts as well."""
    rows, left = 0, []
    for one in reversed(kept[-most:]):
        rows += len(one.rows)
        if rows > most:
            break
        left.append(one)
    return left[::-1]
