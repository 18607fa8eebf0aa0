"""Write documents into the index, one at a time; every write leaves a change."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import orjson

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.index.rows.checksums import DOCUMENTS
from familiar_memory.index.rows.documents import EmbeddedDocument, last_audiences_of
from familiar_memory.index.rows.former_audiences import (
    forget_former_audiences,
    note_former_audiences,
)
from familiar_memory.index.rows.marks import NAMES_VERSION, set_mark
from familiar_memory.index.rows.writing.chunks import append_chunks, chunk_of_each, write_chunks
from familiar_memory.index.rows.writing.passages import append_passages, write_passages
from familiar_memory.index.rows.writing.relations import write_names, write_relations

__all__ = ["grow", "remove", "replace", "touch"]

_FIND = "SELECT id, digest FROM documents WHERE source = ? AND key = ?"
_UPDATE = (
    "UPDATE documents SET mtime_ns = ?, size = ?, indexed_ns = ?, checksum = ?,"
    f" {', '.join(f'{column} = ?' for column in DOCUMENTS.columns)} WHERE id = ?"
)


def replace(
    connection: sqlite3.Connection, source: str, embedded: EmbeddedDocument, space: int | None
) -> None:
    """Make a document what is given; `space` numbers that of its windows.

    What it says as before keeps its rows and their numbers.

    Raises:
        sqlite3.DatabaseError: a row that was to be moved is not what was written.
    """
    document = embedded.document
    former = {} if document.passages else last_audiences_of(connection, source, (document.key,))
    forget_former_audiences(connection, source, document.key)
    for audiences in former.values():
        note_former_audiences(connection, source, document.key, audiences)
    row, before = _write_document(connection, source, embedded)
    chunks, chunks_gone = write_chunks(connection, row, embedded, space)
    passages, gone = write_passages(connection, row, document, chunk_of_each(document, chunks))
    write_relations(connection, row, document, passages)
    _delete(connection, "passages", gone)
    # Last: with a chunk go the passages that still point at it.
    _delete(connection, "chunks", chunks_gone)
    has_other_names = write_names(connection, row, document)
    change = _note_change(connection, row, source, document.key, before, document.digest)
    if has_other_names:
        set_mark(connection, NAMES_VERSION, str(change))


def grow(
    connection: sqlite3.Connection, source: str, embedded: EmbeddedDocument, space: int | None
) -> bool:
    """Add a piece to the end of the document that it `follows`; False when that is not there.

    Raises:
        sqlite3.DatabaseError: the document's row is not what was written.
    """
    piece = embedded.document
    rows = connection.execute(
        f"SELECT {DOCUMENTS.select('d')}, d.id FROM documents d WHERE source = ? AND key = ?",
        (source, piece.key),
    )
    found = next(DOCUMENTS.checked(rows), None)
    if found is None:
        return False
    _, _, key, digest, title, trust, problems, passages, row = found
    if digest != piece.follows or _states(piece):
        return False
    numbers = append_chunks(connection, row, embedded, space)
    append_passages(connection, row, piece, passages, chunk_of_each(piece, numbers))
    count = passages + len(piece.passages)
    told = DOCUMENTS.row(source, key, piece.digest, title, trust, problems, count)
    _update_document(connection, row, embedded, told)
    _note_change(connection, row, source, key, digest, piece.digest)
    return True


def _states(piece: ParsedDocument) -> bool:
    """Whether a piece says more than its passages do."""
    return bool(piece.facts or piece.relations or piece.links or piece.aliases)


def remove(connection: sqlite3.Connection, source: str, key: str) -> bool:
    """Take a document out with all that hangs on it; False when it was not there."""
    found = connection.execute(_FIND, (source, key)).fetchone()
    if found is None:
        return False
    row, before = found
    named = connection.execute(
        "SELECT 1 FROM aliases WHERE document = ? LIMIT 1", (row,)
    ).fetchone()
    connection.execute("DELETE FROM documents WHERE id = ?", (row,))
    forget_former_audiences(connection, source, key)
    change = _note_change(connection, row, source, key, before, None)
    if named:
        set_mark(connection, NAMES_VERSION, str(change))
    return True


def touch(connection: sqlite3.Connection, source: str, stamp: Stamp, indexed_ns: int) -> None:
    """Note that a document was looked at and is still the same."""
    connection.execute(
        "UPDATE documents SET mtime_ns = ?, size = ?, indexed_ns = ? WHERE source = ? AND key = ?",
        (stamp.mtime_ns, stamp.size, indexed_ns, source, stamp.key),
    )


def _write_document(
    connection: sqlite3.Connection, source: str, embedded: EmbeddedDocument
) -> tuple[int, str | None]:
    """The row of a document, made or brought up to date; and the digest that it had."""
    document = embedded.document
    told = DOCUMENTS.row(
        source,
        document.key,
        document.digest,
        document.title,
        document.trust.value,
        orjson.dumps(document.problems).decode() if document.problems else "[]",
        len(document.passages),
    )
    found = connection.execute(_FIND, (source, document.key)).fetchone()
    if found is not None:
        _update_document(connection, found[0], embedded, told)
        return int(found[0]), str(found[1])
    stamp = embedded.stamp
    cursor = connection.execute(
        DOCUMENTS.insert("mtime_ns", "size", "indexed_ns"),
        (stamp.mtime_ns, stamp.size, embedded.indexed_ns, *told),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid, None


def _update_document(
    connection: sqlite3.Connection, row: int, embedded: EmbeddedDocument, told: tuple[object, ...]
) -> None:
    stamp = embedded.stamp
    connection.execute(_UPDATE, (stamp.mtime_ns, stamp.size, embedded.indexed_ns, *told, row))


def _delete(connection: sqlite3.Connection, table: str, numbers: Iterable[int]) -> None:
    connection.executemany(f"DELETE FROM {table} WHERE id = ?", [(number,) for number in numbers])


def _note_change(
    connection: sqlite3.Connection,
    row: int,
    source: str,
    key: str,
    before: str | None,
    after: str | None,
) -> int:
    """Note a write: the digest of the document before it and after it, None = not there."""
    cursor = connection.execute(
        "INSERT INTO changes(document, source, key, before, after) VALUES (?, ?, ?, ?, ?)",
        (row, source, key, before, after),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid
