"""The vector spaces of one index, as its writers see them: prepare one, and switch to it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.array_types import F32
from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.rows import documents
from familiar_memory.index.spaces import embedders
from familiar_memory.index.spaces.by_content import IndexVectorCache
from familiar_memory.index.spaces.embedders import ChunkWindows, EmbedderRows, Recorded

__all__ = ["KEEP_FORMER", "Standing", "VectorSpaces"]

KEEP_FORMER = 2
"""The vectors of so many former embedders are kept, for those who go back to one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a process's own embedder stands to the index.

    `own` is the key of its space, empty when it could settle none. `claims`: it has been
    opened since with another embedder than the index had, and may put it in its place.
    """

    own: str
    recorded: Recorded
    claims: bool

    @property
    def is_live(self) -> bool:
        """Whether the index answers from the process's own space."""
        return bool(self.own) and self.own == self.recorded.live

    @property
    def is_to_switch(self) -> bool:
        """Whether the process should put its own space in the place of the live one."""
        return bool(self.own) and not self.is_live and (self.claims or not self.recorded.live)

    @property
    def writes_vectors(self) -> bool:
        """Whether vectors of the process's own space are of any use."""
        return self.is_live or self.is_to_switch or self.own == self.recorded.next != ""


class VectorSpaces:
    """Which space is live, which is to follow, and what each lacks; thread-safe.

    Two processes may disagree about the embedder. The one that was opened last claims the
    index, once; when it has been live and another takes its place, it gives way, so that
    they cannot fight. Methods raise `IndexUnavailableError` when the index cannot be
    read or written.
    """

    def __init__(self, database: IndexDatabase, vectors: IndexVectorCache, *, claims: bool) -> None:
        self._database = database
        self._vectors = vectors
        self._claims = claims
        with contextlib.suppress(IndexUnavailableError):
            # Whoever opens it with the live embedder has nothing to claim later.
            self.standing()

    def standing(self) -> Standing:
        """How this process's embedder stands to the index now."""
        with self._database.using() as connection:
            now = embedders.recorded(connection)
            own = self._database.identity.embedder
            if own and now.live == own:
                self._claims = False
            standing = Standing(own, now, self._claims)
            gives_way = now.live and not standing.is_live and not standing.is_to_switch
            self._database.outvoted_by = None
            if gives_way:
                row = connection.execute(
                    "SELECT dimension FROM embedders WHERE key = ?", (now.live,)
                ).fetchone()
                self._database.outvoted_by = (now.live, int(row[0]) if row else 0)
            return standing

    def give_up(self) -> None:
        """Claim the index no longer."""
        self._claims = False

    def begin(self, key: str, dimension: int) -> None:
        """Note that this space is being prepared, in the place of any other that was."""
        with self._database.transaction() as connection:
            embedders.begin_next(connection, key, dimension)

    def abandon(self) -> None:
        """Note that no space is being prepared."""
        with self._database.transaction() as connection:
            embedders.abandon_next(connection)

    def wanting(self, key: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""
        with self._database.using() as connection:
            number = embedders.find_number(connection, key)
            return embedders.wanting(connection, number, after, limit)

    def count_wanting(self, key: str) -> int:
        """How many chunks lack vectors of a space."""
        with self._database.using() as connection:
            return embedders.count_wanting(connection, embedders.find_number(connection, key))

    def put(
        self,
        key: str,
        dimension: int,
        chunks: Sequence[ChunkWindows],
        vectors: Mapping[bytes, F32],
    ) -> None:
        """Keep windows and vectors of a space, in one transaction."""
        with self._database.transaction() as connection:
            number = embedders.number_of(connection, key, dimension)
            self._vectors.put_many(vectors, number)
            embedders.put_windows(connection, number, chunks)

    def filled(self, key: str) -> None:
        """Tell readers that the live space has vectors that it lacked."""
        with self._database.transaction() as connection:
            number = embedders.find_number(connection, key)
            if not embedders.count_wanting(connection, number):
                documents.forget_unembedded(connection)
            embedders.vectors_changed(connection)

    def take_over(self, key: str, dimension: int) -> bool:
        """Answer from this space from now on; False when another is being prepared by now.

        What it still lacks is noted, and made by the next sync.
        """
        with self._database.transaction() as connection:
            if embedders.recorded(connection).next not in ("", key):
                return False
            embedders.make_live(connection, key, dimension)
            documents.forget_unembedded(connection)
            number = embedders.find_number(connection, key)
            if dimension and embedders.count_wanting(connection, number):
                documents.note_unembedded(connection)
            # Every reader is to look again, whatever it keeps by the number of a change.
            connection.execute("INSERT INTO changes(document, source, key) VALUES (0, '', '')")
            return True

    def adopt(self, key: str, dimension: int) -> None:
        """Make this the process's own space."""
        self._database.identity = replace(
            self._database.identity, embedder=key, dimension=dimension
        )
        self._claims = False
        self.standing()

    def rows(self) -> tuple[EmbedderRows, ...]:
        """What each space takes, the one that was live last first."""
        with self._database.using() as connection:
            return embedders.embedder_rows(connection)
