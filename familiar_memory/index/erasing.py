"""Taking something out of the index: what is derived goes, and comes back from the truth.

Each document that holds some of it is dropped whole; the next sync makes it anew from its
note or session, which are without it by then. So are vectors that belong to no text that
still stands there: a vector says what a text was about.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Final

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.file.database import IndexDatabase
from familiar_memory.index.rows.writing.documents import remove
from familiar_memory.store.sqlite.files import WITH_LOG
from familiar_memory.store.sqlite.scrubbing import (
    can_find,
    columns_of,
    file_holds,
    rows_holding,
    scrub,
)

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
        self.scrub()
        return len(touched)

    def scrub(self) -> None:
        """Write the file anew with nothing but what its rows hold; notes may have lost lines since.

        Raises:
            IndexUnavailableError: as `erase`.
        """
        with self._database.using(may_stop=False) as connection:
            scrub(connection)
        self._forget()

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Rows that still hold it, by table, and files whose bytes do."""
        sought = Sought.of(what)
        with self._database.using(may_stop=False) as connection:
            found = [
                f"{count} rows hold it in {column}"
                for column, count in rows_holding(connection, sought).items()
            ]
            if named := set(_notes(connection, what)):
                found.append(f"{len(named)} notes are there")
        path = self._database.path
        files = (path.with_name(path.name + suffix) for suffix in WITH_LOG)
        raw = (f"the bytes of {file.name} hold it" for file in files if file_holds(file, sought))
        return (*found, *raw)


def _touched(connection: sqlite3.Connection, what: Erasure) -> list[tuple[str, str]]:
    """(source, key) of every document that holds some of it, or was made from it."""
    rows = {
        *_holding(connection, Sought.of(what)),
        *_notes(connection, what),
        *_telling(connection, what),
    }
    marked = ((row,) for row in sorted(rows))
    names = (
        connection.execute("SELECT source, key FROM documents WHERE id = ?", one).fetchone()
        for one in marked
    )
    return [name for name in names if name is not None]


def _holding(connection: sqlite3.Connection, sought: Sought) -> Iterator[int]:
    can_find(connection, sought)
    for table, column in columns_of(connection):
        owner = _DOCUMENT_OF.get(table) or (
            "document" if _names_document(connection, table) else ""
        )
        if owner and sought:
            rows = connection.execute(f'SELECT {owner} FROM "{table}" WHERE is_sought("{column}")')
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
    if what.turns or what.places:
        refs = {ref for _, ref in what.turns}
        for document, place, cited in connection.execute(
            "SELECT document, place, refs FROM passages"
        ).fetchall():
            named = json.loads(cited) if cited else ()
            is_cited = any(
                (place, ref) in what.turns or (place is None and ref in refs) for ref in named
            )
            if is_cited or place in what.places:
                yield document
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
