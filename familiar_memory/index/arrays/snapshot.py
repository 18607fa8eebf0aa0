"""A consistent view of the whole index in memory: a large old segment and a small new one.

Writers only touch the rows. A reader asks for the current snapshot; if there are changes
since the last one, the changed documents are masked in the old segment and gathered in the
new one, which is far cheaper than reading everything.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

import numpy as np

from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.blocks import RowsNow
from familiar_memory.index.arrays.loading import load_segment
from familiar_memory.index.arrays.segment import Registers, Segment

__all__ = ["Snapshot", "SnapshotCache", "joined", "without"]

_RELOAD_SHARE = 0.1
_RELOAD_MINIMUM = 2_000
"""A delta that is larger than this share of the base, and than so many rows, becomes part of a
new base: the delta is read anew with every change, the base only then."""
_REMEMBERED_CHOICES = 64
"""Viewers and filters whose mask is kept, a byte a passage each: 100 kB at 100,000 passages."""
_NO_CHOICE = np.zeros(0, bool)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Snapshot:
    """Segments with the rows of them that still stand, as of change `seq` of one file.

    `embedder` is the key of the space in which its vectors lie; empty when it holds none.
    """

    seq: int
    segments: tuple[Segment, ...]
    alive: tuple[Mask, ...]
    registers: Registers
    newer: frozenset[int] = field(default_factory=frozenset)
    """Row ids of the documents in the second segment."""
    registered: int = 0
    """How much the registers held when the first segment was read."""
    file: object = None
    embedder: str = ""
    _chosen: dict[Hashable, Mask] = field(default_factory=dict, compare=False, repr=False)

    def choose(self, key: Hashable, wanted: Callable[[str, str], bool]) -> Mask:
        """Which documents pass `wanted(source, key)`, by number; remembered under `key`.

        What is remembered goes on to the next snapshot: numbers are only ever added.
        """
        found = self._chosen.get(key, _NO_CHOICE)
        unseen = self.registers.documents.values[len(found) :]
        if unseen:
            if len(self._chosen) >= _REMEMBERED_CHOICES:
                self._chosen.clear()
            more = np.fromiter((wanted(s, k) for _, s, k in unseen), bool, len(unseen))
            self._chosen[key] = found = np.concatenate((found, more))
        return found

    def document(self, number: int) -> tuple[str, str]:
        """(source, key) of a document number."""
        _, source, key = self.registers.documents.values[number]
        return source, key


def joined(base: Snapshot, more: Segment, registers: Registers) -> Snapshot:
    """A snapshot with one more segment, read by `registers` that begin as its own."""
    return replace(
        base,
        segments=(*base.segments, more),
        alive=(*base.alive, np.ones(len(more), bool)),
        registers=registers,
        _chosen={},
    )


def without(base: Snapshot, gone: Callable[[str, str], bool]) -> Snapshot:
    """A snapshot in which no document stands that is `gone(source, key)`."""
    numbers = [
        n for n, (_, source, key) in enumerate(base.registers.documents.values) if gone(source, key)
    ]
    alive = tuple(
        mask & ~np.isin(segment.document, numbers)
        for segment, mask in zip(base.segments, base.alive, strict=True)
    )
    return replace(base, alive=alive)


class SnapshotCache:
    """Keep the newest snapshot; safe to use from several threads.

    Its vectors are of the one space that the process asks with.
    """

    def __init__(self, now: Callable[[], AbstractContextManager[RowsNow]]) -> None:
        """Read the rows that `now` opens."""
        self._now = now
        self._lock = threading.Lock()
        self._current: Snapshot | None = None

    def current(self) -> Snapshot:
        """The snapshot of everything committed so far.

        Raises:
            IndexUnavailableError: the rows cannot be read.
        """
        with self._lock, self._now() as rows:
            self._current = _brought_up(self._current, rows)
            return self._current

    def clear(self) -> None:
        """Drop everything held in memory."""
        with self._lock:
            self._current = None


def _brought_up(held: Snapshot | None, rows: RowsNow) -> Snapshot:
    newest = rows.newest
    if (
        held is None
        or held.file != rows.file
        or newest < held.seq
        or rows.asked.key != held.embedder
    ):
        return _load(rows)
    return held if newest == held.seq else _refresh(held, rows)


def _load(rows: RowsNow) -> Snapshot:
    registers = Registers.empty()
    asked = rows.asked
    base = load_segment(rows.segment(asked), registers)
    alive = (np.ones(len(base), bool),)
    return Snapshot(
        rows.newest,
        (base,),
        alive,
        registers,
        registered=registers.size,
        file=rows.file,
        embedder=asked.key,
    )


def _refresh(old: Snapshot, rows: RowsNow) -> Snapshot:
    """Read only what has changed: a save costs the same in a large index as in a small one."""
    changes = rows.changes(old.seq)
    if changes.is_all:
        return _load(rows)
    newer = old.newer | {row for row, _, _ in changes.here}
    newer -= {row for row, _, _ in changes.gone}
    delta = load_segment(rows.segment(rows.asked, sorted(newer)), old.registers)
    base = old.segments[0]
    known = old.registers.documents.known
    grown = old.registers.size - old.registered
    if _has_drifted(len(base), len(delta), grown, old.registered):
        return _load(rows)
    numbers = [n for n in map(known, changes.here | changes.gone) if n is not None]
    alive = old.alive[0] & ~np.isin(base.document, numbers)
    return Snapshot(
        rows.newest,
        (base, delta),
        (alive, np.ones(len(delta), bool)),
        old.registers,
        newer,
        old.registered,
        old.file,
        old.embedder,
        old._chosen,
    )


def _has_drifted(base: int, delta: int, grown: int, registered: int) -> bool:
    """Whether to read all anew: much is new, or the registers may hold mostly what is gone."""
    return (
        delta > max(_RELOAD_MINIMUM, _RELOAD_SHARE * base) or grown > registered + _RELOAD_MINIMUM
    )
