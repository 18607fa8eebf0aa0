"""The façade of the index: what sync writes, what recall reads."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import orjson

from familiar_memory.domain.memory.changed import ChangeCursor, News
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.domain.stop import Stop
from familiar_memory.embeddings.base import EmbedderId
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.array_types import F32
from familiar_memory.index.arrays.loading import load_segment
from familiar_memory.index.arrays.snapshot import Snapshot, SnapshotCache, joined, without
from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.rows import documents, marks
from familiar_memory.index.rows.aliases import AliasRow, alias_rows, bearers, first_names
from familiar_memory.index.rows.changes import change_cursor, changes_since
from familiar_memory.index.rows.digest import IndexDigest, digest_index
from familiar_memory.index.rows.documents import ChangeMark, EmbeddedDocument, KnownDocument
from familiar_memory.index.rows.facts import StoredFact, load_facts
from familiar_memory.index.rows.lookup import FoundPassage, passages_holding, passages_in
from familiar_memory.index.rows.passages import (
    FactState,
    StoredPassage,
    TurnName,
    load_citing,
    load_facts_of,
    load_passages,
)
from familiar_memory.index.rows.soundness import check_rows
from familiar_memory.index.rows.trigrams import PRINT_BYTES, ByteMatrix
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.spaces import tables as spaces
from familiar_memory.index.spaces.base import Space
from familiar_memory.index.spaces.by_content import put_vectors
from familiar_memory.index.spaces.carrying import carry_vectors
from familiar_memory.index.spaces.vector_spaces import VectorSpaces

__all__ = ["EmbeddingIndex", "IndexStats", "MayKnow"]

_Result = TypeVar("_Result")
_KEEP_CHANGES = 10_000
_KEEP_NAMES = 16
_TIDIED = "tidied_at"
_KEEP_SPACES = 2
"""The vectors of so many former embedders are kept, for those who go back to one."""

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


class _KnownNames(NamedTuple):
    """Some rows of names, made ready: who bears each, and what each person is called first."""

    rows: tuple[AliasRow, ...]
    """All rows, as they were when this was made."""
    bearers: dict[str, tuple[str, ...]]
    first: dict[str, str]


class EmbeddingIndex:
    """A disposable index in one SQLite file; thread-safe.

    It is built from `DocumentSource`s by `familiar_memory.sync` and may be deleted at
    any time. Opening a damaged or foreign file replaces it by an empty one, and
    `replaced_because` says why; what another version made keeps its vectors. Processes
    with different embedders share one file: each asks with vectors of its own space (see
    `VectorSpaces`).
    """

    def __init__(self, path: Path, identity: IndexIdentity) -> None:
        self._database = IndexDatabase(path, identity, carry_vectors)
        self.spaces = VectorSpaces(self._database)
        self._snapshots = SnapshotCache(self._database, self.spaces)
        self._names: dict[frozenset[str], _KnownNames] = {}
        self._aliases: tuple[object, tuple[AliasRow, ...]] | None = None

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

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""
        return self._reading(lambda c: documents.known_documents(c, source))

    def prints(self, source: str) -> tuple[tuple[str, ...], ByteMatrix]:
        """Keys of the documents of one source, and which trigrams their bytes hold, a row each."""
        keys, data = self._reading(lambda c: documents.prints(c, source))
        return keys, np.frombuffer(data, np.uint8).reshape(len(keys), PRINT_BYTES)

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""
        return self._reading(lambda c: documents.known_some(c, source, keys))

    def keys_of(self, source: str, digest: str) -> list[str]:
        """The documents of one source that have this digest, by key."""
        return self._reading(lambda c: documents.keys_of(c, source, digest))

    def audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """For whom the live lines of these documents are; one without such lines is absent."""
        return self._reading(lambda c: documents.audiences_of(c, source, keys))

    def last_audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """The same; of one that has become empty or unreadable, for whom its lines were."""
        return self._reading(lambda c: documents.last_audiences_of(c, source, keys))

    def changed_below(
        self, source: str, folder: str, since: ChangeMark | None
    ) -> tuple[ChangeMark, bool]:
        """How far the changes go, and whether one since then is below a folder (`lore/`).

        True as well where that cannot be told: at first, or of a file that was replaced.
        """

        def read(connection: sqlite3.Connection) -> tuple[ChangeMark, bool]:
            file = self._database.connected_file
            known = since.sequence if since is not None and since.file == file else -1
            newest, has_changed = documents.changed_below(connection, source, folder, known)
            return ChangeMark(file, newest), has_changed or known < 0

        return self._reading(read)

    def change_cursor(self) -> ChangeCursor:
        """Where the index stands: what `changes_since` tells comes after it."""
        return self._reading(change_cursor)

    def changes_since(self, cursor: ChangeCursor | None, most: int = 1_000) -> News:
        """What was written after a cursor, in any process: the oldest of it, at most so much."""
        return self._reading(lambda c: changes_since(c, cursor, most))

    def digests_below(self, source: str, folder: str) -> list[tuple[str, str]]:
        """(key, digest) of every document of one source below a folder, by key."""
        return self._reading(lambda c: documents.digests_below(c, source, folder))

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
    ) -> None:
        """Apply one batch in one transaction: all of it is seen, or nothing.

        Windows and vectors belong to the space of `embedder`, by default the index's own.
        `lacks_vectors` = the model failed; `unembedded` will tell what to embed later.
        """
        used = self.spaces.own if embedder is None else Space(embedder.key, embedder.dimension)
        with self._database.transaction() as connection:
            marks.unmark(connection, marks.scan_mark(source))
            replaced = tuple(replaced)
            windows = {name for one in replaced for names in one.windows for name in names}
            is_of_space = bool(vectors or windows or lacks_vectors)
            space = spaces.number_of(connection, *used) if is_of_space else None
            if vectors and space is not None:
                put_vectors(connection, space, vectors)
            for key in removed:
                documents.remove(connection, source, key)
            for embedded in replaced:
                documents.replace(connection, source, embedded, space)
            if replaced:
                spaces.note_written(connection, space or 0, windows, lacks_some=lacks_vectors)
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

    def passages_in(self, source: str, key: str) -> list[FoundPassage]:
        """The passages of one document, in order."""
        return self._reading(lambda c: passages_in(c, source, key))

    def passages_holding(self, text: str, limit: int) -> list[FoundPassage]:
        """Passages that hold a text, whatever its case and spacing; reads all of them."""
        return self._reading(lambda c: passages_holding(c, text, limit))

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite just one of these turns, by (place slug, ref)."""
        return self._reading(lambda c: load_facts_of(c, names))

    def start_ids_at(self, first: int) -> None:
        """Number what comes from here on, so that it can stand beside what another index holds."""
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)",
                [("documents", first), ("passages", first)],
            )

    def joined_to(self, base: Snapshot, gone: Callable[[str, str], bool]) -> Snapshot:
        """Another index's snapshot without what is `gone(source, key)`, with all that is here.

        Vectors come along only where both are of one space.
        """
        registers = base.registers.copy()

        def read(connection: sqlite3.Connection) -> Snapshot:
            space = spaces.find_number(connection, base.embedder)
            more = load_segment(
                connection, registers, dimension=self.identity.dimension, space=space
            )
            return joined(without(base, gone), more, registers)

        return self._reading(read)

    def aliases(self, may_know: MayKnow | None = None) -> dict[str, tuple[str, ...]]:
        """Every known name (casefolded) with the slugs of those who bear it.

        With `may_know`, a rule over audience keys, only the names that it lets through.
        The same object as before while the answer is the same: do not change it.
        """
        return self._known_names(may_know).bearers

    def first_names(self, may_know: MayKnow | None = None) -> dict[str, str]:
        """What to call each person, by slug: the first name of their note that is let through."""
        return self._known_names(may_know).first

    def _known_names(self, may_know: MayKnow | None) -> _KnownNames:
        rows = self.alias_rows()
        known = frozenset(a for a in {r.audience for r in rows} if may_know is None or may_know(a))
        held = self._names.get(known)
        if held is None or held.rows is not rows:
            counting = [row for row in rows if row.audience in known]
            held = _KnownNames(rows, bearers(counting), first_names(counting))
            self._names = {known: held} if len(self._names) > _KEEP_NAMES else self._names
            self._names[known] = held
        return held

    def facts(
        self, subjects: Iterable[str] = (), targets: Iterable[str] = ()
    ) -> tuple[StoredFact, ...]:
        """Facts about these subjects, and facts whose object links to these notes; none retired."""
        return self._reading(lambda c: load_facts(c, subjects, targets))

    def stoppable(self, stop: Stop) -> AbstractContextManager[None]:
        """Let `stop` end what this thread reads from the index meanwhile (`StoppedError`)."""
        return self._database.stoppable(stop)

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""
        return self._reading(_problems)

    def sequence(self) -> int:
        """The number of the newest change; it grows with every write, in any process."""
        return self._reading(_sequence)

    def stats(self) -> IndexStats:
        """Count what is in the index."""
        return self._reading(self._stats)

    def check(self) -> None:
        """Read every row, and note as `damage` what is not as it was written.

        Raises:
            IndexUnavailableError: there is some, or the file cannot be read.
        """
        self._reading(check_rows)

    def digest(self, space: str = "") -> IndexDigest:
        """Digest every table, for comparing with another index, with the vectors of a space."""
        return self._reading(
            lambda c: digest_index(c, spaces.find_number(c, space) if space else None)
        )

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""
        return self.spaces.unembedded()

    def mark(self, name: str) -> str | None:
        """What sync has noted under a name (see `marks`)."""
        return self._reading(lambda c: marks.mark(c, name))

    def set_mark(self, name: str, value: str, *, if_at: int | None = None) -> None:
        """Note something under a name, for as long as this index lasts.

        With `if_at` only while `sequence` is still that: what was found before another
        process wrote is found no more.
        """
        with self._database.transaction() as connection:
            if if_at is None or _sequence(connection) == if_at:
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
            spaces.drop_unused(connection, self.spaces.own, _KEEP_SPACES)
            connection.execute(
                "DELETE FROM changes WHERE seq <= (SELECT max(seq) FROM changes) - ?",
                (_KEEP_CHANGES,),
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
            vectors=self._count_vectors(connection),
            facts=count("facts"),
            links=count("links"),
            aliases=count("aliases"),
            size_bytes=self.path.stat().st_size,
        )

    def _count_vectors(self, connection: sqlite3.Connection) -> int:
        told = spaces.find_number(connection, self.spaces.standing_in(connection).told)
        found = connection.execute("SELECT count(*) FROM vectors WHERE embedder = ?", (told,))
        return int(found.fetchone()[0])


def _problems(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    rows = connection.execute(
        "SELECT source, key, problems FROM documents WHERE problems != '[]' ORDER BY source, key"
    )
    return [(source, key, text) for source, key, packed in rows for text in orjson.loads(packed)]


def _sequence(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0])
