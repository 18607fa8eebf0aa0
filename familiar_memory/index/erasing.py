"""Taking something out of the index: what is derived goes, and comes back from the truth.

Each document that holds some of it is dropped whole; the next sync makes it anew from its
note or session, which are without it by then. So are vectors that belong to no text that
still stands there: a vector says what a text was about.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from familiar_memory.domain.erasure import Erasure, spellings
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.file.database import IndexDatabase
from familiar_memory.index.rows.writing.documents import remove
from familiar_memory.store.sqlite.files import WITH_LOG
from familiar_memory.store.sqlite.scrubbing import columns_of, file_holds, rows_holding, scrub

__all__ = ["IndexEraser"]

# Which document a row of a table belongs to, where the table does not name it itself.
_DOCUMENT_OF: Final = {
    "documents": "id",
    "chunk_windows": "(SELECT document FROM chunks WHERE id = chunk)",
}
_DROP_ORPHANS: Final = (
    "DELETE FROM vectors WHERE text_hash NOT IN (SELECT text_hash FROM chunk_windows)"
)


class IndexEraser:
    """Erases in one index file; `forget` lets go of what a process has read of it."""

    name = "index"

    def __init__(self, database: IndexDatabase, forget: Callable[[], None]) -> None:
        self._database = database
        self._forget = forget

    def erase(self, what: Erasure) -> int:
        """Drop every document that holds some of it; how many.

        Raises:
            IndexUnavailableError: the file is damaged, or in use by somebody else.
        """
        with self._database.transaction() as connection:
            touched = _touched(connection, what)
            for source, key in touched:
                remove(connection, source, key)
            _forget_changes(connection)
            connection.execute(_DROP_ORPHANS)
        with self._database.using(may_stop=False) as connection:
            scrub(connection)
        self._forget()
        return len(touched)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Rows that still hold it, by table, and files whose bytes do."""
        spelled = spellings(what.texts)
        with self._database.using(may_stop=False) as connection:
            found = [
                f"{count} rows hold it in {column}"
                for column, count in rows_holding(connection, spelled).items()
            ]
            if named := set(_notes(connection, what)):
                found.append(f"{len(named)} notes are there")
        path = self._database.path
        files = (path.with_name(path.name + suffix) for suffix in WITH_LOG)
        raw = (f"the bytes of {file.name} hold it" for file in files if file_holds(file, spelled))
        return (*found, *raw)


def _touched(connection: sqlite3.Connection, what: Erasure) -> list[tuple[str, str]]:
    """(source, key) of every document that holds some of it, or was made from it."""
    rows = {
        *_holding(connection, spellings(what.texts)),
        *_notes(connection, what),
        *_telling(connection, what),
    }
    marked = ((row,) for row in sorted(rows))
    names = (
        connection.execute("SELECT source, key FROM documents WHERE id = ?", one).fetchone()
        for one in marked
    )
    return [name for name in names if name is not None]


def _holding(connection: sqlite3.Connection, spelled: Sequence[bytes]) -> Iterator[int]:
    for table, column in columns_of(connection):
        owner = _DOCUMENT_OF.get(table) or (
            "document" if _names_document(connection, table) else ""
        )
        for one in spelled if owner else ():
            rows = connection.execute(
                f'SELECT {owner} FROM "{table}" WHERE instr(CAST("{column}" AS BLOB), ?)', (one,)
            )
            yield from (row[0] for row in rows)


def _names_document(connection: sqlite3.Connection, table: str) -> bool:
    return (table, "document") in columns_of(connection)


def _notes(connection: sqlite3.Connection, what: Erasure) -> Iterator[int]:
    for path in what.paths:
        yield from (
            row[0]
            for row in connection.execute(
                "SELECT id FROM documents WHERE source = ? AND key = ?", (MEMORY, path)
            )
        )


def _telling(connection: sqlite3.Connection, what: Erasure) -> Iterator[int]:
    """Documents that cite these turns, or hold what these people said."""
    for place, ref in what.turns:
        rows = connection.execute(
            "SELECT DISTINCT document FROM passages, json_each(passages.refs)"
            " WHERE json_each.value = ? AND (place = ? OR place IS NULL)",
            (ref, place),
        )
        yield from (row[0] for row in rows)
    for author in what.authors:
        rows = connection.execute(
            "SELECT DISTINCT document FROM passages WHERE author = ?", (author.slug,)
        )
        yield from (row[0] for row in rows)


def _forget_changes(connection: sqlite3.Connection) -> None:
    """Empty the list of changes, which names what went: whoever follows it reads all anew.

    The numbers go on, so that nobody takes what comes next for what has been seen.
    """
    connection.execute("INSERT INTO changes(document, source, key) VALUES (0, '', '')")
    connection.execute("DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)")
