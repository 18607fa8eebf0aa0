"""A consistent view of the whole index in memory: a large old segment and a small new one.

Writers only touch SQLite. A reader asks for the current snapshot; if the `changes`
table has grown since the last one, the changed documents are masked in the old
segment and gathered in the new one, which is far cheaper than reading everything.
"""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass, field

import numpy as np

from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.segment import Interner, Mask, Registers, Segment, load_segment

__all__ = ["Snapshot", "SnapshotCache"]

_RELOAD_SHARE = 0.1
_RELOAD_MINIMUM = 2_000


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Segments with the rows of them that still stand, as of change `seq`."""

    seq: int
    segments: tuple[Segment, ...]
    alive: tuple[Mask, ...]
    registers: Registers
    in_base: frozenset[int] = field(default_factory=frozenset)

    def document(self, number: int) -> tuple[str, str]:
        """(source, key) of a document number."""
        _, source, key = self.registers.documents.values[number]
        return source, key


class SnapshotCache:
    """Keep the newest snapshot; safe to use from several threads."""

    def __init__(self, database: IndexDatabase, dimension: int) -> None:
        self._database = database
        self._dimension = dimension
        self._lock = threading.Lock()
        self._current: Snapshot | None = None

    def current(self) -> Snapshot:
        """The snapshot of everything committed so far."""
        connection = self._database.connection()
        with self._lock:
            seq, oldest = _sequence(connection)
            held = self._current
            if held is None or seq < held.seq or oldest > held.seq + 1:
                held = self._load()
            elif seq > held.seq:
                held = self._refresh(held)
            self._current = held
            return held

    def clear(self) -> None:
        """Drop everything held in memory."""
        with self._lock:
            self._current = None

    def _load(self) -> Snapshot:
        registers = Registers(Interner(), Interner(), Interner(), {})
        connection = self._database.connection()
        connection.execute("BEGIN")
        try:
            seq, _ = _sequence(connection)
            base = load_segment(connection, registers, dimension=self._dimension)
            held = frozenset(row for (row,) in connection.execute("SELECT id FROM documents"))
        finally:
            connection.rollback()
        return Snapshot(seq, (base,), (np.ones(len(base), bool),), registers, held)

    def _refresh(self, old: Snapshot) -> Snapshot:
        connection = self._database.connection()
        connection.execute("BEGIN")
        try:
            seq, _ = _sequence(connection)
            present = {row for (row,) in connection.execute("SELECT id FROM documents")}
            fresh = sorted(present - old.in_base)
            delta = load_segment(
                connection, old.registers, dimension=self._dimension, documents=fresh
            )
        finally:
            connection.rollback()
        base = old.segments[0]
        if len(delta) > max(_RELOAD_MINIMUM, _RELOAD_SHARE * len(base)):
            return self._load()
        rows = old.registers.documents.values
        gone = np.fromiter((row not in present for row, _, _ in rows), bool, len(rows))
        alive = ~gone[base.document] if len(base) else np.ones(0, bool)
        return Snapshot(
            seq, (base, delta), (alive, np.ones(len(delta), bool)), old.registers, old.in_base
        )


def _sequence(connection: sqlite3.Connection) -> tuple[int, int]:
    """The newest and the oldest change still listed."""
    newest, oldest = connection.execute("SELECT max(seq), min(seq) FROM changes").fetchone()
    return newest or 0, oldest or 0
