"""What is read from an index in SQLite: each a statement or two, translated in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, TypeVar

from familiar_memory.domain.memory.changed import ChangeCursor, News
from familiar_memory.domain.memory.source import KnownDocument
from familiar_memory.domain.stop import Stop
from familiar_memory.index.entity_values import EntityNote
from familiar_memory.index.file.database import IndexDatabase
from familiar_memory.index.over_rows import IndexOverRows
from familiar_memory.index.rows import documents, marks
from familiar_memory.index.rows.aliases import alias_rows
from familiar_memory.index.rows.changes import change_cursor, changes_since
from familiar_memory.index.rows.counting import count_rows
from familiar_memory.index.rows.entities.reading import load_entity_notes
from familiar_memory.index.rows.facts import fact_targets, load_facts, object_names
from familiar_memory.index.rows.lookup import passages_holding, passages_in
from familiar_memory.index.rows.passages import load_citing, load_facts_of, load_passages
from familiar_memory.index.rows.soundness import check_rows
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.index.segments.now import SqliteNow, at_one_moment, newest_change
from familiar_memory.index.spaces import tables as spaces
from familiar_memory.index.spaces.vector_spaces import VectorSpaces
from familiar_memory.index.values import (
    AliasRow,
    ChangeMark,
    FactState,
    FactsWanted,
    FoundPassage,
    IndexDigest,
    IndexStats,
    StoredFact,
    StoredPassage,
    TurnName,
)

if TYPE_CHECKING:
    # What finds nothing new waits for no arrays.
    from familiar_memory.index.rows.trigrams import ByteMatrix

__all__ = ["SqliteReads"]

_Result = TypeVar("_Result")


class SqliteReads(IndexOverRows):
    """The part of an `Index` in SQLite that changes nothing; thread-safe."""

    def __init__(self, database: IndexDatabase) -> None:
        super().__init__()
        self._database = database
        self.spaces = VectorSpaces(database)
        self._aliases: tuple[object, tuple[AliasRow, ...]] | None = None

    @property
    def identity(self) -> IndexIdentity:
        """What it is built with."""
        return self._database.identity

    @contextmanager
    def now(self) -> Iterator[SqliteNow]:
        """All rows as they are at one moment.

        Whoever is late for it is not stopped: the next question is glad of what was read.
        """
        with self._database.reading(may_stop=False) as connection, at_one_moment(connection):
            asked = self.spaces.asked_in(connection)
            yield SqliteNow(connection, self._database.connected_file, asked)

    def stoppable(self, stop: Stop) -> AbstractContextManager[None]:
        """Let `stop` end what this thread reads from the index meanwhile (`StoppedError`)."""
        return self._database.stoppable(stop)

    def known(self, source: str) -> dict[str, KnownDocument]:
        """Everything indexed from one source, by key."""
        return self._reading(lambda c: documents.known_documents(c, source))

    def known_some(self, source: str, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """What is indexed of these keys of one source."""
        return self._reading(lambda c: documents.known_some(c, source, keys))

    def keys_of(self, source: str, digest: str) -> list[str]:
        """The documents of one source that have this digest, by key."""
        return self._reading(lambda c: documents.keys_of(c, source, digest))

    def digests_below(self, source: str, folder: str) -> list[tuple[str, str]]:
        """(key, digest) of every document of one source below a folder, by key."""
        return self._reading(lambda c: documents.digests_below(c, source, folder))

    def changed_below(
        self, source: str, folder: str, since: ChangeMark | None
    ) -> tuple[ChangeMark, bool]:
        """How far the changes go, and whether one since then is below a folder (`lore/`).

        True as well where that is not known: at first, or of a file that was replaced.
        """

        def read(connection: sqlite3.Connection) -> tuple[ChangeMark, bool]:
            file = self._database.connected_file
            known = since.sequence if since is not None and since.file == file else -1
            newest, has_changed = documents.changed_below(connection, source, folder, known)
            return ChangeMark(file, newest), has_changed or known < 0

        return self._reading(read)

    def audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """For whom the live lines of these documents are; one without such lines is absent."""
        return self._reading(lambda c: documents.audiences_of(c, source, keys))

    def last_audiences_of(self, source: str, keys: Sequence[str]) -> dict[str, frozenset[str]]:
        """The same; of one that has become empty or unreadable, for whom its lines were."""
        return self._reading(lambda c: documents.last_audiences_of(c, source, keys))

    def prints(self, source: str) -> tuple[tuple[str, ...], ByteMatrix]:
        """Keys of the documents of one source, and which trigrams their bytes hold, a row each."""
        import numpy as np

        from familiar_memory.index.rows.trigrams import PRINT_BYTES

        keys, data = self._reading(lambda c: documents.prints(c, source))
        return keys, np.frombuffer(data, np.uint8).reshape(len(keys), PRINT_BYTES)

    def problems(self) -> list[tuple[str, str, str]]:
        """What a person should mend: (source, key, problem), sorted."""
        return self._reading(documents.problems)

    def textless(self, source: str) -> tuple[str, ...]:
        """Keys of the documents of one source that hold nothing but problems, sorted."""
        return self._reading(lambda c: documents.textless(c, source))

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""
        return self.spaces.unembedded()

    def passages(self, ids: Sequence[int]) -> dict[int, StoredPassage]:
        """Read passages by id; those gone by now are absent."""
        return self._reading(lambda c: load_passages(c, ids))

    def citing(self, names: Iterable[TurnName]) -> dict[TurnName, list[StoredPassage]]:
        """The turns of these (place slug, ref), and the notes that cite just one of them."""
        return self._reading(lambda c: load_citing(c, names))

    def facts_of(self, names: Iterable[TurnName]) -> dict[TurnName, list[FactState]]:
        """What has become of the facts that cite any of these turns, by (place slug, ref)."""
        return self._reading(lambda c: load_facts_of(c, names))

    def _facts(self, wanted: FactsWanted) -> tuple[StoredFact, ...]:
        return self._reading(lambda c: load_facts(c, wanted))

    def _targets(self) -> list[str]:
        return self._reading(fact_targets)

    def entity_notes(self, source: str, keys: Sequence[str] | None = None) -> list[EntityNote]:
        """What the notes of these keys, or all, say of entities; by key."""
        return self._reading(lambda c: load_entity_notes(c, source, keys))

    def _object_names(self) -> list[str]:
        return self._reading(object_names)

    def passages_in(self, source: str, key: str) -> list[FoundPassage]:
        """The passages of one document, in order."""
        return self._reading(lambda c: passages_in(c, source, key))

    def passages_holding(self, text: str, limit: int) -> list[FoundPassage]:
        """Passages that hold a text, whatever its case and spacing; reads all of them."""
        return self._reading(lambda c: passages_holding(c, text, limit))

    def alias_rows(self) -> tuple[AliasRow, ...]:
        """Every statement of a name; the same object as before while no name has changed."""
        return self._reading(self._alias_rows)

    def mark(self, name: str) -> str | None:
        """What sync has noted under a name (see `marks`)."""
        return self._reading(lambda c: marks.mark(c, name))

    def sequence(self) -> int:
        """The number of the newest change; it grows with every write, in any process."""
        return self._reading(newest_change)

    def change_cursor(self) -> ChangeCursor:
        """Where the index stands: what `changes_since` returns comes after it."""
        return self._reading(change_cursor)

    def changes_since(self, cursor: ChangeCursor | None, most: int = 1_000) -> News:
        """What was written after a cursor, in any process: the oldest of it, at most so much."""
        return self._reading(lambda c: changes_since(c, cursor, most))

    def digest(self, space: str = "") -> IndexDigest:
        """Digest every table, for comparing with another index, with the vectors of a space."""
        from familiar_memory.index.rows.digest import digest_index

        return self._reading(
            lambda c: digest_index(c, spaces.find_number(c, space) if space else None)
        )

    def _alias_rows(self, connection: sqlite3.Connection) -> tuple[AliasRow, ...]:
        # Read before the rows, so that rows newer than the mark are read again, not missed.
        version = marks.mark(connection, marks.NAMES_VERSION)
        mark = (self._database.connected_file, version)
        held = self._aliases
        if held is None or held[0] != mark:
            held = self._aliases = (mark, alias_rows(connection))
        return held[1]

    def _reading(self, read: Callable[[sqlite3.Connection], _Result]) -> _Result:
        with self._database.reading() as connection:
            return read(connection)

    def stats(self) -> IndexStats:
        """Count what is in the index."""
        size = self._database.path.stat().st_size

        def read(connection: sqlite3.Connection) -> IndexStats:
            told = spaces.find_number(connection, self.spaces.standing_in(connection).told)
            return count_rows(connection, told, size)

        return self._reading(read)

    def check(self) -> None:
        """Read every row, and note as `damage` what is not as it was written.

        Raises:
            IndexUnavailableError: there is some, or the file cannot be read.
        """
        self._reading(check_rows)

    def _forget(self) -> None:
        super()._forget()
        self._aliases = None
