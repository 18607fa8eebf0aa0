"""The vector spaces of one index, as one process sees them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace

from familiar_memory.index.array_types import F32
from familiar_memory.index.database import FileId, IndexDatabase, change_everything
from familiar_memory.index.spaces import tables
from familiar_memory.index.spaces.base import (
    NO_SPACE,
    ChunkWindows,
    Space,
    SpaceSize,
    Standing,
)
from familiar_memory.index.spaces.by_content import known_vectors, put_vectors

__all__ = ["VectorSpaces"]


class VectorSpaces:
    """The `Vectors` of an index in SQLite; thread-safe.

    A process asks with its own space once that is ready: it covers every chunk, or it was
    the last that any process asked with, or this process has filled it. What it lacks then
    (a text that the model refused, a note that another process has just written) is found
    by its words until a sync has made the vectors.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database
        self._fallback = NO_SPACE
        self._adopted_in: FileId | None = None
        """The file in which this process has filled its own space."""

    @property
    def own(self) -> Space:
        """The process's own space; `NO_SPACE` when it could settle no embedder."""
        identity = self._database.identity
        return Space(identity.embedder, identity.dimension)

    def standing(self) -> Standing:
        """How the process stands to what is there now."""
        with self._database.using() as connection:
            return self.standing_in(connection)

    def standing_in(self, connection: sqlite3.Connection) -> Standing:
        """The same, inside the caller's transaction."""
        return Standing(
            self.own.key,
            tables.last_used(connection),
            self._is_ready(connection),
            tables.is_begun(connection, self.own.key),
        )

    def asked(self) -> Space:
        """The space that is asked with now: the own, else the one before; else `NO_SPACE`."""
        with self._database.using() as connection:
            return self.asked_in(connection)

    def asked_in(self, connection: sqlite3.Connection) -> Space:
        """The same, inside the caller's transaction."""
        if self._is_ready(connection):
            return self.own if self.own.dimension else NO_SPACE
        if self._fallback.dimension and tables.find_number(connection, self._fallback.key):
            return self._fallback
        return NO_SPACE

    def choose(self, space: Space) -> None:
        """Make this the process's own space; until it is ready, the present one is asked with."""
        self._fallback = self.asked()
        self._adopted_in = None
        self._database.identity = replace(
            self._database.identity, embedder=space.key, dimension=space.dimension
        )

    def fall_back_on(self, space: Space) -> None:
        """Ask with this space, where it is there, until the own one is ready."""
        self._fallback = space

    def adopt(self) -> None:
        """Ask with the own space from now on, and note that it was the last to be used."""
        with self._database.using() as connection:
            is_noted = not self.own.key or tables.last_used(connection) == self.own.key
            self._adopted_in = self._database.connected_file
        if is_noted:
            return
        with self._database.transaction() as connection:
            tables.note_use(connection, *self.own)
            change_everything(connection)

    def known(self, key: str, hashes: Sequence[bytes]) -> dict[bytes, F32]:
        """Those of the hashes of windows that have a vector in a space."""
        with self._database.using() as connection:
            return known_vectors(connection, tables.find_number(connection, key), hashes)

    def put(
        self, space: Space, chunks: Sequence[ChunkWindows], vectors: Mapping[bytes, F32]
    ) -> None:
        """Keep windows of chunks, and vectors, of a space: all of it, or nothing."""
        with self._database.transaction() as connection:
            number = tables.number_of(connection, *space)
            put_vectors(connection, number, vectors)
            tables.put_windows(connection, number, chunks)

    def is_whole(self, key: str) -> bool:
        """Whether it is known that no chunk lacks vectors of a space."""
        with self._database.using() as connection:
            return tables.is_whole(connection, tables.find_number(connection, key))

    def wanting(self, key: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""
        with self._database.using() as connection:
            return tables.wanting(connection, tables.find_number(connection, key), after, limit)

    def count_wanting(self, key: str) -> int:
        """How many chunks lack vectors of a space."""
        with self._database.using() as connection:
            return tables.count_wanting(connection, tables.find_number(connection, key))

    def filled(self, key: str) -> None:
        """Note what a space covers now, and tell readers of it that it has more than before."""
        with self._database.transaction() as connection:
            tables.note_whole(connection, tables.find_number(connection, key))
            change_everything(connection)

    def sizes(self) -> tuple[SpaceSize, ...]:
        """What each space takes, the one that was asked with last first."""
        with self._database.using() as connection:
            return tables.sizes(connection)

    def _is_ready(self, connection: sqlite3.Connection) -> bool:
        own = self.own
        if not own.dimension or self._adopted_in == self._database.connected_file:
            return bool(own.key)
        last, number = tables.last_used(connection), tables.find_number(connection, own.key)
        if not last:
            # Nobody answers by another: the first who comes need not wait for itself.
            return number > 0 or tables.is_empty(connection)
        return last == own.key or tables.is_whole(connection, number)
