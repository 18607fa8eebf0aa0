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

from familiar_memory.index.database import FileId, IndexDatabase
from familiar_memory.index.embedders import Recorded, recorded
from familiar_memory.index.segment import Mask, Registers, Segment, load_segment

__all__ = ["Snapshot", "SnapshotCache"]

_RELOAD_SHARE = 0.1
_RELOAD_MINIMUM = 2_000
_REMEMBERED_CHOICES = 64


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Segments with the rows of them that still stand, as of change `seq` of one file.

    `embedder` is the key of the space in which its vectors lie; empty when it holds none.
    """

    seq: int
    segments: tuple[Segment, ...]
    alive: tuple[Mask, ...]
    registers: Registers
    in_base: frozenset[int] = field(default_factory=frozenset)
    file: FileId | None = None
    spaces: Recorded = field(default_factory=Recorded)
    embedder: str = ""
    _chosen: dict[Hashable, Mask] = field(default_factory=dict, compare=False, repr=False)

    def choose(self, key: Hashable, wanted: Callable[[str, str], bool]) -> Mask:
        """Which documents pass `wanted(source, key)`, by number; remembered under `key`."""
        found = self._chosen.get(key)
        if found is None:
            if len(self._chosen) >= _REMEMBERED_CHOICES:
                self._chosen.clear()
            documents = list(self.registers.documents.values)
            found = np.fromiter((wanted(s, k) for _, s, k in documents), bool, len(documents))
            self._chosen[key] = found
        return found

    def document(self, number: int) -> tuple[str, str]:
        """(source, key) of a document number."""
        _, source, key = self.registers.documents.values[number]
        return source, key


class SnapshotCache:
    """Keep the newest snapshot; safe to use from several threads.

    Vectors are read only where they are of the process's own space. Raises
    `IndexUnavailableError` when the index cannot be read.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._current: Snapshot | None = None

    def current(self) -> Snapshot:
        """The snapshot of everything committed so far."""
        with self._lock, self._database.using() as connection:
            seq, oldest = _sequence(connection)
            spaces = recorded(connection)
            held = self._current
            if (
                held is None
                or held.file != self._database.connected_file
                or seq < held.seq
                or oldest > held.seq + 1
                or spaces.epoch != held.spaces.epoch
                or self._embedder(spaces) != held.embedder
            ):
                held = self._load(connection)
            elif seq > held.seq:
                held = self._refresh(connection, held)
            if spaces.next != held.spaces.next:
                held = replace(held, spaces=spaces)
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
            spaces = recorded(connection)
            embedder = self._embedder(spaces)
            base = load_segment(
                connection,
                registers,
                dimension=self._database.identity.dimension,
                space=spaces.number if embedder else None,
            )
            held = frozenset(row for (row,) in connection.execute("SELECT id FROM documents"))
        finally:
            connection.rollback()
        alive = (np.ones(len(base), bool),)
        return Snapshot(
            seq, (base,), alive, registers, held, self._database.connected_file, spaces, embedder
        )

    def _refresh(self, connection: sqlite3.Connection, old: Snapshot) -> Snapshot:
        connection.execute("BEGIN")
        try:
            seq, _ = _sequence(connection)
            present = {row for (row,) in connection.execute("SELECT id FROM documents")}
            fresh = sorted(present - old.in_base)
            delta = load_segment(
                connection,
                old.registers,
                dimension=self._database.identity.dimension,
                space=old.spaces.number if old.embedder else None,
                documents=fresh,
            )
        finally:
            connection.rollback()
        base = old.segments[0]
        rows = old.registers.documents.values
        if _has_drifted(len(base), len(delta), len(present), len(rows)):
            return self._load(connection)
        gone = np.fromiter((row not in present for row, _, _ in rows), bool, len(rows))
        alive = ~gone[base.document] if len(base) else np.ones(0, bool)
        return Snapshot(
            seq,
            (base, delta),
            (alive, np.ones(len(delta), bool)),
            old.registers,
            old.in_base,
            old.file,
            old.spaces,
            old.embedder,
        )

    def _embedder(self, spaces: Recorded) -> str:
        """The space whose vectors can be used here: the process's own, when it is live."""
        return spaces.live if spaces.live == self._database.identity.embedder else ""


def _has_drifted(base: int, delta: int, documents: int, registered: int) -> bool:
    """Whether to read all anew: much is new, or the registers hold mostly what is gone."""
    return (
        delta > max(_RELOAD_MINIMUM, _RELOAD_SHARE * base)
        or registered > 2 * documents + _RELOAD_MINIMUM
    )


def _sequence(connection: sqlite3.Connection) -> tuple[int, int]:
    """The newest and the oldest change still listed."""
    newest, oldest = connection.execute("SELECT max(seq), min(seq) FROM changes").fetchone()
    return newest or 0, oldest or 0
