"""The façade of the index: what sync writes, what recall reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.domain.memory.source import Stamp
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.errors import IndexUnavailableError, cause_of
from familiar_memory.index.base import Index
from familiar_memory.index.file.database import IndexDatabase
from familiar_memory.index.reads import SqliteReads
from familiar_memory.index.rows import marks
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.segments.now import newest_change
from familiar_memory.index.spaces import tables as spaces
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.spaces.carrying import carry_vectors
from familiar_memory.index.values import (
    EmbeddedDocument,
    IndexStats,
    MayKnow,
)
from familiar_memory.store.disk.scratch import SCRATCH, Scratch, ScratchRoom
from familiar_memory.store.sqlite.files import files_of

if TYPE_CHECKING:
    # What writes is imported with the first write: most starts find nothing new.
    from familiar_memory.index.array_types import F32
    from familiar_memory.index.erasing import IndexEraser

__all__ = ["KEEP_CHANGES", "EmbeddingIndex", "IndexStats", "MayKnow"]

_Result = TypeVar("_Result")
KEEP_CHANGES = 10_000
"""Changes. A follower that is further behind compares everything once, as a new one does."""
_TIDIED = "tidied_at"
_KEEP_SPACES = 2
"""The vectors of so many former embedders are kept, for those who go back to one."""


class EmbeddingIndex(SqliteReads):
    """A disposable index in one SQLite file; thread-safe.

    It is built from `DocumentSource`s by `familiar_memory.sync` and may be deleted at
    any time. Opening a damaged or foreign file replaces it by an empty one, and
    `replaced_because` says why; what another version made keeps its vectors. Processes
    with different embedders share one file: each asks with vectors of its own space (see
    `VectorSpaces`).
    """

    def __init__(self, path: Path, identity: IndexIdentity, scratch: Scratch | None = None) -> None:
        """Open or make the file; the folder `scratch` goes when the index is closed."""
        self._scratch = scratch
        super().__init__(IndexDatabase(path, identity, carry_vectors))
        self._room.sweep()

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return self._database.path

    @property
    def replaced_because(self) -> str | None:
        """Why the file was replaced when it was opened; None when it was not."""
        return self._database.replaced_because

    @property
    def private_because(self) -> str | None:
        """Why it is made anew for each process, in a folder of its own; None when it is not."""
        return self._database.private_because

    @property
    def is_damaged(self) -> bool:
        """Whether a read or a write has met damage that only `reset` mends."""
        return self.damage is not None

    @property
    def damage(self) -> str | None:
        """What is wrong with the file; None while nothing is known to be."""
        return self._database.damage

    def write(
        self,
        source: str,
        *,
        replaced: Iterable[EmbeddedDocument] = (),
        vectors: dict[bytes, F32] | None = None,
        touched: Iterable[tuple[Stamp, int]] = (),
        removed: Iterable[str] = (),
        lacks_vectors: bool = False,
        embedder: EmbedderId | None = None,
    ) -> tuple[str, ...]:
        """Apply one batch in one transaction: all of it is seen, or nothing.

        Returns the keys of pieces (`ParsedDocument.follows`) that were left out, since what
        they follow is not what stands here any more; those documents are to be read whole.

        Windows and vectors belong to the space of `embedder`, by default the index's own.
        `lacks_vectors` = the model failed; `unembedded` will tell what to embed later.
        """
        from familiar_memory.index.rows.writing import documents as writing
        from familiar_memory.index.spaces.by_content import put_vectors

        used = self.spaces.own if embedder is None else Space(embedder.key, embedder.dimension)
        with self._database.transaction() as connection:
            marks.unmark(connection, marks.scan_mark(source))
            replaced = tuple(replaced)
            windows = {name for one in replaced for names in one.windows for name in names}
            is_of_space = bool(vectors or windows or lacks_vectors)
            space = spaces.number_of(connection, *used) if is_of_space else None
            if vectors and space is not None:
                put_vectors(connection, space, vectors)
            for gone in removed:
                writing.remove(connection, source, gone)
            refused = []
            for embedded in replaced:
                if not embedded.document.follows:
                    writing.replace(connection, source, embedded, space)
                elif not writing.grow(connection, source, embedded, space):
                    refused.append(embedded.document.key)
            if replaced:
                spaces.note_written(connection, space or 0, windows, lacks_some=lacks_vectors)
            for stamp, indexed_ns in touched:
                writing.touch(connection, source, stamp, indexed_ns)
        return tuple(refused)

    def another(self, identity: IndexIdentity) -> Index:
        """An empty one, in a folder beside this one that goes when it is closed."""
        try:
            scratch = self._room.lend("index")
        except OSError as problem:
            raise IndexUnavailableError(
                f"no index can be created next to {self.path.name}: {cause_of(problem)}",
                "a writable folder `.index` inside the memory tree",
            ) from problem
        try:
            other = EmbeddingIndex(scratch.path / "index.sqlite", identity, scratch)
        except BaseException:
            scratch.close()
            raise
        other.follow(self.links)
        return other

    def files(self) -> tuple[Path, ...]:
        """The database, and what SQLite keeps beside it just now."""
        return tuple(file for file in files_of(self.path) if file.is_file())

    @property
    def _room(self) -> ScratchRoom:
        return ScratchRoom(self.path.parent / SCRATCH)

    def start_ids_at(self, first: int) -> None:
        """Number what comes from here on, so that it can stand beside what another index holds."""
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)",
                [("documents", first), ("passages", first)],
            )

    def set_mark(self, name: str, value: str, *, if_at: int | None = None) -> None:
        """Note something under a name, for as long as this index lasts.

        With `if_at` only while `sequence` is still that: what was found before another
        process wrote is found no more.
        """
        with self._database.transaction() as connection:
            if if_at is None or newest_change(connection) == if_at:
                marks.set_mark(connection, name, value)

    def tidy(self, *, after_changes: int = 1) -> None:
        """Drop vectors that nothing uses and changes that everybody has seen.

        Nothing is done before so many documents have changed since the last time: it looks
        at every vector.

        The vectors of the two embedders that were used last before this one are kept, as
        long as their texts stand in the index; those of older ones go.
        """
        now = self.sequence()
        tidied_at, _, space = (self.mark(_TIDIED) or "-1 ").partition(" ")
        if space == self.identity.embedder and 0 <= now - int(tidied_at) < after_changes:
            return
        with self._database.transaction() as connection:
            spaces.drop_unused(connection, self.identity.embedder, _KEEP_SPACES)
            connection.execute(
                "DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes) - ?",
                (KEEP_CHANGES,),
            )
            marks.set_mark(connection, _TIDIED, f"{now} {self.identity.embedder}")

    def reset(self, reason: str) -> None:
        """Begin with an empty file: what is damaged in the old one may not be known yet.

        Raises:
            IndexUnavailableError: the disk refuses.
        """
        try:
            self._database.replace(reason)
        except IndexUnavailableError:
            if self.is_damaged:
                raise
            # Where a file that others have open cannot be removed, it is emptied.
            self._database.reset(reason)
        self._forget()

    def reshape(self, settings: str) -> None:
        """Be shaped by other settings (see `IndexIdentity`) from now on.

        What another shape has left goes; where another process has made the file anew already,
        that one is taken.

        Raises:
            IndexUnavailableError: the disk refuses.
        """
        self._database.reshape(replace(self.identity, settings=settings))
        self._forget()

    @property
    def eraser(self) -> IndexEraser:
        """What takes documents and vectors out of the file for good."""
        from familiar_memory.index.erasing import IndexEraser

        return IndexEraser(self._database, self._forget)

    def close(self) -> None:
        """Close the file; doing it again does nothing."""
        self._forget()
        self._database.close()
        if self._scratch is not None:
            self._scratch.close()
