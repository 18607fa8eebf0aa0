"""A consistent view of the whole index in memory: a large old segment and a small new one.

Writers only touch SQLite. A reader asks for the current snapshot; if the `changes`
table has grown since the last one, the changed documents are masked in the old
segment and gathered in the new one, which is far cheaper than reading everything.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

import numpy as np

from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.loading import load_segment
from familiar_memory.index.arrays.segment import Registers, Segment
from familiar_memory.index.database import EVERYTHING, FileId, IndexDatabase
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.spaces.tables import find_number
from familiar_memory.index.spaces.vector_spaces import VectorSpaces

__all__ = ["Snapshot", "SnapshotCache", "joined", "without"]

_RELOAD_SHARE = 0.1
_RELOAD_MINIMUM = 2_000
_REMEMBERED_CHOICES = 64
_NO_CHOICE = np.zeros(0, bool)


@dataclass(frozen=True, slots=True)
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
    gone: int = 0
    """How many of the registered documents stand no more."""
    file: FileId | None = None
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

    Its vectors are of the one space that the process asks with. Raises
    `IndexUnavailableError` when the index cannot be read.
    """

    def __init__(self, database: IndexDatabase, spaces: VectorSpaces) -> None:
        self._database = database
        self._spaces = spaces
        self._lock = threading.Lock()
        self._current: Snapshot | None = None

    def current(self) -> Snapshot:
        """The snapshot of everything committed so far."""
        # Whoever is late for this one, the next question is glad of it.
        with self._lock, self._database.using(may_stop=False) as connection:
            seq, oldest = _sequence(connection)
            asked = self._spaces.asked_in(connection)
            held = self._current
            if (
                held is None
                or held.file != self._database.connected_file
                or seq < held.seq
                or oldest > held.seq + 1
                or asked.key != held.embedder
            ):
                held = self._load(connection)
            elif seq > held.seq:
                held = self._refresh(connection, held, asked)
            self._current = held
            return held

    def clear(self) -> None:
        """Drop everything held in memory."""
        with self._lock:
            self._current = None

    def _load(self, connection: sqlite3.Connection) -> Snapshot:
        registers = Registers.empty()
        connection.execute("BEGIN")
        try:
            seq, _ = _sequence(connection)
            asked = self._spaces.asked_in(connection)
            base = load_segment(
                connection,
                registers,
                dimension=asked.dimension,
                space=find_number(connection, asked.key),
            )
        finally:
            connection.rollback()
        alive = (np.ones(len(base), bool),)
        return Snapshot(
            seq,
            (base,),
            alive,
            registers,
            file=self._database.connected_file,
            embedder=asked.key,
        )

    def _refresh(self, connection: sqlite3.Connection, old: Snapshot, asked: Space) -> Snapshot:
        """Read only what has changed: a save costs the same in a large index as in a small one."""
        connection.execute("BEGIN")
        try:
            seq, _ = _sequence(connection)
            here, gone = _changed_since(connection, old.seq)
            newer = (old.newer | here) - {row for row, _, _ in gone}
            delta = load_segment(
                connection,
                old.registers,
                dimension=asked.dimension,
                space=find_number(connection, asked.key),
                documents=sorted(newer),
            )
        finally:
            connection.rollback()
        base = old.segments[0]
        numbers = [n for n in map(old.registers.documents.known, gone) if n is not None]
        all_gone = old.gone + len(numbers)
        is_all_new = any(row == EVERYTHING for row, _, _ in gone)
        registered = len(old.registers.documents.values)
        if is_all_new or _has_drifted(len(base), len(delta), all_gone, registered):
            return self._load(connection)
        alive = old.alive[0] & ~np.isin(base.document, numbers)
        return Snapshot(
            seq,
            (base, delta),
            (alive, np.ones(len(delta), bool)),
            old.registers,
            newer,
            all_gone,
            old.file,
            old.embedder,
            old._chosen,
        )


def _has_drifted(base: int, delta: int, gone: int, registered: int) -> bool:
    """Whether to read all anew: much is new, or the registers hold mostly what is gone."""
    return (
        delta > max(_RELOAD_MINIMUM, _RELOAD_SHARE * base)
        or registered > 2 * (registered - gone) + _RELOAD_MINIMUM
    )


def _changed_since(
    connection: sqlite3.Connection, seq: int
) -> tuple[set[int], list[tuple[int, str, str]]]:
    """Since this change: ids of the documents that came, and (id, source, key) of what went."""
    rows = connection.execute(
        "SELECT DISTINCT c.document, c.source, c.key, d.id IS NOT NULL FROM changes c"
        " LEFT JOIN documents d ON d.id = c.document WHERE c.seq > ?",
        (seq,),
    ).fetchall()
    return (
        {row for row, _, _, is_here in rows if is_here},
        [(row, source, key) for row, source, key, is_here in rows if not is_here],
    )


def _sequence(connection: sqlite3.Connection) -> tuple[int, int]:
    """The newest and the oldest change still listed."""
    newest, oldest = connection.execute("SELECT max(seq), min(seq) FROM changes").fetchone()
    return newest or 0, oldest or 0
