"""The vector spaces of one index, as one process sees them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.index.file.database import IndexDatabase, change_everything
from familiar_memory.index.rows.checksums import WINDOWS
from familiar_memory.index.rows.marks import set_mark, unmark
from familiar_memory.index.spaces.base import (
    NO_SPACE,
    ChunkWindows,
    Space,
    SpaceSize,
    SpaceStanding,
)
from familiar_memory.index.spaces.by_content import known_vectors, put_vectors
from familiar_memory.index.spaces.tables import (
    LACKS_VECTORS,
    find_number,
    forget_earlier_notes,
    is_whole,
    last_used,
    number_of,
    whole_mark,
)
from familiar_memory.store.sqlite.files import FileId

if TYPE_CHECKING:
    from familiar_memory.index.array_types import F32

__all__ = ["VectorSpaces"]

_SIZES = """
SELECT e.key, e.dimension,
       count(v.text_hash), coalesce(sum(length(v.vector)), 0),
       (SELECT count(DISTINCT w.chunk) FROM chunk_windows w WHERE w.embedder = e.id)
FROM embedders e LEFT JOIN vectors v ON v.embedder = e.id
GROUP BY e.id ORDER BY e.last_used DESC, e.id
"""


class VectorSpaces:
    """The `VectorStore` of an index in SQLite; thread-safe.

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

    def standing(self) -> SpaceStanding:
        """How the process stands to what is there now."""
        with self._database.using() as connection:
            return self.standing_in(connection)

    def standing_in(self, connection: sqlite3.Connection) -> SpaceStanding:
        """The same, inside the caller's transaction."""
        begun = connection.execute(
            "SELECT 1 FROM embedders WHERE key = ? AND last_used = 0", (self.own.key,)
        ).fetchone()
        is_ready = self._is_ready(connection)
        return SpaceStanding(self.own.key, last_used(connection), is_ready, begun is not None)

    def asked(self) -> Space:
        """The space that is asked with now: the own, else the one before; else `NO_SPACE`."""
        with self._database.using() as connection:
            return self.asked_in(connection)

    def asked_in(self, connection: sqlite3.Connection) -> Space:
        """The same, inside the caller's transaction."""
        if self._is_ready(connection):
            return self.own if self.own.dimension else NO_SPACE
        if self._fallback.dimension and find_number(connection, self._fallback.key):
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
            is_noted = not self.own.key or last_used(connection) == self.own.key
            self._adopted_in = self._database.connected_file
        if is_noted:
            return
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE embedders SET last_used = (SELECT max(last_used) + 1 FROM embedders)"
                " WHERE id = ?",
                (number_of(connection, *self.own),),
            )
            forget_earlier_notes(connection)

    def known(self, key: str, hashes: Sequence[bytes]) -> dict[bytes, F32]:
        """Those of the hashes of windows that have a vector in a space."""
        with self._database.using() as connection:
            return known_vectors(connection, find_number(connection, key), hashes)

    def put(
        self, space: Space, chunks: Sequence[ChunkWindows], vectors: Mapping[bytes, F32]
    ) -> None:
        """Keep windows of chunks, and vectors, of a space: all of it, or nothing.

        A chunk that has become another text by now is left.
        """
        with self._database.transaction() as connection:
            number = number_of(connection, *space)
            put_vectors(connection, number, vectors)
            for chunk, text, hashes in chunks:
                same = "SELECT 1 FROM chunks WHERE id = ? AND text = ?"
                if connection.execute(same, (chunk, text)).fetchone() is not None:
                    _put_windows(connection, number, chunk, hashes)

    def is_whole(self, key: str) -> bool:
        """Whether it is known that no chunk lacks vectors of a space."""
        with self._database.using() as connection:
            return is_whole(connection, find_number(connection, key))

    def wanting(self, key: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""
        with self._database.using() as connection:
            return connection.execute(
                f"SELECT c.id, c.text {LACKS_VECTORS} AND c.id > :after ORDER BY c.id LIMIT :limit",
                {"space": find_number(connection, key), "after": after, "limit": limit},
            ).fetchall()

    def count_wanting(self, key: str) -> int:
        """How many chunks lack vectors of a space."""
        with self._database.using() as connection:
            return _count_wanting(connection, find_number(connection, key))

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that lack vectors of the own space, in order."""
        with self._database.using() as connection:
            number = find_number(connection, self.own.key)
            if not self.own.dimension or is_whole(connection, number):
                return ()
            rows = connection.execute(
                "SELECT DISTINCT d.source, d.key FROM documents d"
                f" WHERE d.id IN (SELECT c.document {LACKS_VECTORS}) ORDER BY 1, 2",
                {"space": number},
            )
            return tuple((source, key) for source, key in rows)

    def filled(self, key: str, *, is_news: bool) -> None:
        """Note what a space covers now; where that `is_news`, its readers read anew."""
        with self._database.transaction() as connection:
            number = find_number(connection, key)
            if number and not _count_wanting(connection, number):
                set_mark(connection, whole_mark(number), "1")
            else:
                unmark(connection, whole_mark(number))
            if is_news:
                change_everything(connection)

    def sizes(self) -> tuple[SpaceSize, ...]:
        """What each space takes, the one that was asked with last first."""
        with self._database.using() as connection:
            return tuple(SpaceSize(*row) for row in connection.execute(_SIZES))

    def _is_ready(self, connection: sqlite3.Connection) -> bool:
        own = self.own
        if not own.dimension or self._adopted_in == self._database.connected_file:
            return bool(own.key)
        last, number = last_used(connection), find_number(connection, own.key)
        if last:
            return last == own.key or is_whole(connection, number)
        # Nobody answers by another: who comes first need not wait for itself.
        any_chunk = connection.execute("SELECT 1 FROM chunks LIMIT 1").fetchone()
        return number > 0 or any_chunk is None


def _put_windows(
    connection: sqlite3.Connection, number: int, chunk: int, hashes: Sequence[bytes]
) -> None:
    connection.execute(
        "DELETE FROM chunk_windows WHERE chunk = ? AND embedder = ?", (chunk, number)
    )
    connection.executemany(
        WINDOWS.insert(),
        [WINDOWS.row(chunk, number, window, name) for window, name in enumerate(hashes)],
    )


def _count_wanting(connection: sqlite3.Connection, number: int) -> int:
    found = connection.execute(f"SELECT count(*) {LACKS_VECTORS}", {"space": number}).fetchone()
    return int(found[0])
