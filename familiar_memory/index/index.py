"""The façade of the index: what sync writes, what recall reads."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import orjson

from familiar_memory.domain.source import Stamp
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index import documents, marks
from familiar_memory.index.aliases import AliasRow, alias_rows, bearers
from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.digest import IndexDigest, digest_index
from familiar_memory.index.documents import EmbeddedDocument, KnownDocument
from familiar_memory.index.passages import (
    StoredPassage,
    TurnName,
    load_citing,
    load_passages,
)
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.segment import F32
from familiar_memory.index.snapshot import Snapshot, SnapshotCache
from familiar_memory.index.vectors import IndexVectorCache

__all__ = ["EmbeddingIndex", "IndexStats", "MayKnow"]

_Result = TypeVar("_Result")
_KEEP_CHANGES = 10_000
_KEEP_NAMES = 16
_TIDIED = "tidied_at"

MayKnow = Callable[[str], bool]
"""Whether somebody may know what has this audience."""


@dataclass(frozen=True, slots=True)
class IndexStats:
    """Sizes: documents and passages by source, and the rows of the other tables."""

    documents: dict[str, int]
    passages: dict[str, int]
    chunks: int
    vectors: int
    facts: int
    links: int
    aliases: int
    size_bytes: int


class EmbeddingIndex:
    """A disposable index in one SQLite file; thread-safe.

    It is built from `DocumentSource`s by `familiar_memory.sync` and may be deleted at
    any time. Opening a damaged or foreign file replaces it by an empty one, and
    `replaced_because` says why.
    """

    def __init__(self, path: Path, identity: IndexIdentity) -> None:
        self._database = IndexDatabase(path, identity)
        self._snapshots = SnapshotCache(self._database, identity.dimension)
        self._names: dict[
            frozenset[str], tuple[tuple[AliasRow, ...], dict[str, tuple[str, ...]]]
        ] = {}
        self._aliases: tuple[object, tuple[AliasRow, ...]] | None = None
        self.vectors = IndexVectorCache(self._database)

    @property
    def path(self) -> Path:
        """The SQLite file."""
        return self._database.path

    @property
    def identity(self) -> IndexIdentity:
        """What it is built with."""
        return self._database.identity

    @property
    def replaced_because(self) -> str | None:
        """Why the file was replaced when it was opened; None when it was not."""
        return self._database.replaced_because

    @property
    def is_damaged(self) -> bool:
        """Whether a read or a write has met damage that only `reset` mends."""
        return self._database.is_damaged

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""
        return self._reading(lambda c: documents.known_documents(c, source))

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""
        return self._reading(lambda c: documents.known_some(c, source, keys))

    def write(
        self,
        source: str,
        *,
        replaced: Iterable[EmbeddedDocument] = (),
        vectors: dict[bytes, F32] | None = None,
        touched: Iterable[tuple[Stamp, int]] = (),
        removed: Iterable[str] = (),
        lacks_vectors: bool = False,
    ) -> None:
        """Apply one batch in one transaction: all of it is seen, or nothing.

        `lacks_vectors` = the model failed; `unembedded` will tell what to embed later.
        """
        with self._database.transaction() as connection:
            marks.unmark(connection, marks.scan_mark(source))
            if lacks_vectors:
                documents.note_unembedded(connection)
            self.vectors.put_many(vectors or {})
            for key in removed:
                documents.remove(connection, source, key)
            for embedded in replaced:
                documents.replace(connection, source, embedded)
            for stamp, indexed_ns in touched:
                documents.touch(connection, source, stamp, indexed_ns)

    def snapshot(self) -> Snapshot:
        """The newest consistent view, for scoring."""
        return self._reading(lambda _: self._snapshots.current())

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Read passages by id; those gone by now are absent."""
        return self._reading(lambda c: load_passages(c, ids))

    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name; the same object as before while no name has changed."""
        return self._reading(self._alias_rows)

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """The turns of these (place slug, ref), and the notes that cite just one of them."""
        return self._reading(lambda c: load_citing(c, names))

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Every known name (casefolded) with the slugs of those who bear it.

        With `may_know`, a rule over audience keys, only the names that it lets through.
        The same object as before while the answer is the same: do not change it.
        """
        rows = self.alias_rows()
        known = frozenset(a for a in {r.audience for r in rows} if may_know is None or may_know(a))
        held = self._names.get(known)
        if held is None or held[0] is not rows:
            held = (rows, bearers(rows, lambda row: row.audience in known))
            self._names = {known: held} if len(self._names) > _KEEP_NAMES else self._names
            self._names[known] = held
        return held[1]

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""
        return self._reading(_problems)

    def sequence(self) -> int:
        """The number of the newest change; it grows with every write, in any process."""
        return self._reading(_sequence)

    def stats(self) -> IndexStats:
        """Count what is in the index."""
        return self._reading(self._stats)

    def digest(self) -> IndexDigest:
        """Digest every table, for comparing with another index."""
        return self._reading(digest_index)

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that a failing model has left without their vectors."""
        return self._reading(documents.unembedded) if self.identity.dimension else ()

    def all_embedded(self) -> None:
        """Note that no document lacks vectors any more."""
        with self._database.transaction() as connection:
            documents.forget_unembedded(connection)

    def mark(self, name: str) -> str | None:
        """What sync has noted under a name (see `marks`)."""
        return self._reading(lambda c: marks.mark(c, name))

    def set_mark(self, name: str, value: str) -> None:
        """Note something under a name, for as long as this index lasts."""
        with self._database.transaction() as connection:
            marks.set_mark(connection, name, value)

    def tidy(self) -> None:
        """Drop vectors that nothing uses and changes that everybody has seen, if there may be."""
        now = str(self.sequence())
        if self.mark(_TIDIED) == now:
            return
        self.vectors.collect_garbage()
        with self._database.transaction() as connection:
            connection.execute(
                "DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes) - ?",
                (_KEEP_CHANGES,),
            )
            marks.set_mark(connection, _TIDIED, now)

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

    def close(self) -> None:
        """Close the file; doing it again does nothing."""
        self._forget()
        self._database.close()

    def _forget(self) -> None:
        self._snapshots.clear()
        self._aliases = None
        self._names = {}

    def _alias_rows(self, connection: sqlite3.Connection) -> tuple[AliasRow, ...]:
        # Read before the rows, so that rows newer than the mark are read again, not missed.
        version = marks.mark(connection, marks.NAMES_VERSION)
        mark = (self._database.connected_file, version)
        held = self._aliases
        if held is None or held[0] != mark:
            held = self._aliases = (mark, alias_rows(connection))
        return held[1]

    def _reading(self, read: Callable[[sqlite3.Connection], _Result]) -> _Result:
        with self._database.using() as connection:
            try:
                return read(connection)
            except (ValueError, TypeError, OverflowError) as problem:
                # A row that holds what no writer wrote there.
                raise self._database.unavailable(problem) from problem

    def _stats(self, connection: sqlite3.Connection) -> IndexStats:
        def count(table: str) -> int:
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

        by_source = dict(
            connection.execute("SELECT source, count(*) FROM documents GROUP BY source").fetchall()
        )
        passages = Counter(
            dict(
                connection.execute(
                    "SELECT d.source, count(*) FROM documents d JOIN passages p"
                    " ON p.document = d.id GROUP BY d.source"
                ).fetchall()
            )
        )
        return IndexStats(
            documents=by_source,
            passages=dict(passages),
            chunks=count("chunks"),
            vectors=count("vectors"),
            facts=count("facts"),
            links=count("links"),
            aliases=count("aliases"),
            size_bytes=self.path.stat().st_size,
        )


def _problems(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    rows = connection.execute(
        "SELECT source, key, problems FROM documents WHERE problems != '[]' ORDER BY source, key"
    )
    return [(source, key, text) for source, key, packed in rows for text in orjson.loads(packed)]


def _sequence(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0])
