"""Write documents into the index, a whole one at a time; every write leaves a change."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import orjson

from familiar_memory.domain.memory.document import ParsedDocument, Passage
from familiar_memory.domain.memory.source import KnownDocument, Stamp
from familiar_memory.index.rows.aliases import name_key
from familiar_memory.index.rows.checksums import (
    ALIASES,
    DOCUMENTS,
    FACTS,
    LINKS,
    PASSAGES,
    PRINTS,
    WINDOWS,
)
from familiar_memory.index.rows.former_audiences import (
    forget_former_audiences,
    former_audiences,
    note_former_audiences,
)
from familiar_memory.index.rows.marks import NAMES_VERSION, set_mark
from familiar_memory.index.words.terms import encode_terms, passage_terms

__all__ = [
    "ChangeMark",
    "EmbeddedDocument",
    "KnownDocument",
    "audiences_of",
    "changed_below",
    "digests_below",
    "known_documents",
    "keys_of",
    "last_audiences_of",
    "known_some",
    "remove",
    "replace",
    "touch",
]


@dataclass(frozen=True, slots=True)
class EmbeddedDocument:
    """A parsed document with the windows of each chunk, as content hashes of vectors."""

    document: ParsedDocument
    stamp: Stamp
    indexed_ns: int
    windows: tuple[tuple[bytes, ...], ...]


def known_documents(connection: sqlite3.Connection, source: str) -> dict[str, KnownDocument]:
    """Everything indexed from one source, by key."""
    return _known(connection.execute(f"{_KNOWN} WHERE source = ?", (source,)))


def known_some(
    connection: sqlite3.Connection, source: str, keys: Sequence[str]
) -> dict[str, KnownDocument]:
    """What is indexed of these keys of one source."""
    found: dict[str, KnownDocument] = {}
    for key in keys:
        found |= _known(connection.execute(f"{_KNOWN} WHERE source = ? AND key = ?", (source, key)))
    return found


def keys_of(connection: sqlite3.Connection, source: str, digest: str) -> list[str]:
    """The documents of a source that have this digest, by key; reads all of them."""
    rows = connection.execute(
        "SELECT key FROM documents WHERE source = ? AND digest = ? ORDER BY key", (source, digest)
    )
    return [key for (key,) in rows]


def audiences_of(
    connection: sqlite3.Connection, source: str, keys: Sequence[str]
) -> dict[str, frozenset[str]]:
    """For whom the lines of these documents are that say something; names say nothing.

    Who may know that a document is there is answered by it: of each audience, one line is
    compared with its checksum.

    Raises:
        sqlite3.DatabaseError: such a row is not what was written.
    """
    found: dict[str, set[str]] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        batch = keys[start : start + _KEYS_AT_ONCE]
        sql = _FOR_EACH_AUDIENCE.format(marks=",".join("?" * len(batch)))
        rows = connection.execute(sql, (source, *batch))
        for *_, key, audience in DOCUMENTS.checked(PASSAGES.checked(rows), PASSAGES.width):
            found.setdefault(key, set()).add(audience)
    return {key: frozenset(audiences) for key, audiences in found.items()}


def last_audiences_of(
    connection: sqlite3.Connection, source: str, keys: Sequence[str]
) -> dict[str, frozenset[str]]:
    """The same; of a document without a passage, for whom its lines were when it had some."""
    former = {key: former_audiences(connection, source, key) for key in keys}
    return {key: one for key, one in former.items() if one} | audiences_of(connection, source, keys)


class ChangeMark(NamedTuple):
    """How far the changes of an index have been read: which file it was, and the newest."""

    file: object
    sequence: int


def changed_below(
    connection: sqlite3.Connection, source: str, folder: str, after: int
) -> tuple[int, bool]:
    """The newest change, and whether one after that number is of a document below a folder.

    Also true where such changes may have been dropped already.
    """
    oldest, newest = connection.execute(
        "SELECT coalesce(min(seq), 0), coalesce(max(seq), 0) FROM changes"
    ).fetchone()
    if newest <= after:
        return newest, newest < after
    found = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM changes WHERE seq > ? AND source = ? AND key >= ?"
        " AND key < ?)",
        (after, source, folder, _behind(folder)),
    ).fetchone()
    return newest, oldest > after + 1 or bool(found[0])


def digests_below(
    connection: sqlite3.Connection, source: str, folder: str
) -> list[tuple[str, str]]:
    """(key, digest) of every document below a folder (`lore/`), by key."""
    return connection.execute(
        "SELECT key, digest FROM documents WHERE source = ? AND key >= ? AND key < ? ORDER BY key",
        (source, folder, _behind(folder)),
    ).fetchall()


def _behind(folder: str) -> str:
    """The first text that is behind every one that begins so."""
    return folder[:-1] + chr(ord(folder[-1]) + 1)


_Name = tuple[str, str, str, str, int]
_KEYS_AT_ONCE = 500
_FOR_EACH_AUDIENCE = f"""
SELECT {PASSAGES.select("p")}, {DOCUMENTS.select("d")}, d.key, p.audience FROM (
    SELECT min(p.id) AS id FROM documents d JOIN passages p ON p.document = d.id
    WHERE NOT p.retired AND lower(p.heading) != 'aliases'
    AND d.source = ? AND d.key IN ({{marks}}) GROUP BY d.id, p.audience
) AS one CROSS JOIN passages p ON p.id = one.id CROSS JOIN documents d ON d.id = p.document
"""
_KNOWN = "SELECT key, mtime_ns, size, indexed_ns, digest FROM documents"


def _known(rows: sqlite3.Cursor) -> dict[str, KnownDocument]:
    return {
        key: KnownDocument(Stamp(key, mtime_ns, size), indexed_ns, digest)
        for key, mtime_ns, size, indexed_ns, digest in rows
    }


def replace(
    connection: sqlite3.Connection, source: str, embedded: EmbeddedDocument, space: int | None
) -> None:
    """Put a document in the place of its former self; `space` numbers that of its windows."""
    document = embedded.document
    known = {} if document.passages else last_audiences_of(connection, source, (document.key,))
    before = _digest_of(connection, source, document.key)
    named_before = _take_out(connection, source, document.key) or ()
    for audiences in known.values():
        note_former_audiences(connection, source, document.key, audiences)
    row = _insert_document(connection, source, embedded)
    chunk_ids = _insert_chunks(connection, row, embedded, space)
    _insert_passages(connection, row, document, chunk_ids)
    _insert_relations(connection, row, document)
    named = _names_of(document)
    connection.executemany(ALIASES.insert(), [ALIASES.row(row, *name) for name in named])
    change = _note_change(connection, row, source, document.key, before, document.digest)
    if named != named_before:
        set_mark(connection, NAMES_VERSION, str(change))


def remove(connection: sqlite3.Connection, source: str, key: str) -> bool:
    """Take a document out; False when it was not there."""
    before = _digest_of(connection, source, key)
    named_before = _take_out(connection, source, key, before)
    if named_before:
        set_mark(connection, NAMES_VERSION, str(_newest_change(connection)))
    return named_before is not None


def _digest_of(connection: sqlite3.Connection, source: str, key: str) -> str | None:
    found = connection.execute(
        "SELECT digest FROM documents WHERE source = ? AND key = ?", (source, key)
    ).fetchone()
    return None if found is None else str(found[0])


def _take_out(
    connection: sqlite3.Connection, source: str, key: str, told: str | None = None
) -> tuple[_Name, ...] | None:
    """Delete a document with all that hangs on it; the names it stated, None without one.

    `told` is its digest, where its going is to be told: not when another takes its place.
    """
    found = connection.execute(
        "SELECT id FROM documents WHERE source = ? AND key = ?", (source, key)
    ).fetchone()
    if found is None:
        return None
    names = connection.execute(
        "SELECT name_key, name, slug, audience, ordinal FROM aliases WHERE document = ?"
        " ORDER BY ordinal",
        found,
    ).fetchall()
    connection.execute("DELETE FROM documents WHERE id = ?", found)
    forget_former_audiences(connection, source, key)
    _note_change(connection, found[0], source, key, told, None)
    return tuple(names)


def _names_of(document: ParsedDocument) -> tuple[_Name, ...]:
    return tuple(
        (name_key(alias.name), alias.name, alias.slug, alias.audience, ordinal)
        for ordinal, alias in enumerate(document.aliases)
    )


def touch(connection: sqlite3.Connection, source: str, stamp: Stamp, indexed_ns: int) -> None:
    """Note that a document was looked at and is still the same."""
    connection.execute(
        "UPDATE documents SET mtime_ns = ?, size = ?, indexed_ns = ? WHERE source = ? AND key = ?",
        (stamp.mtime_ns, stamp.size, indexed_ns, source, stamp.key),
    )


def prints(connection: sqlite3.Connection, source: str) -> tuple[tuple[str, ...], bytes]:
    """Keys of the documents of a source that have a print, and the prints one after another."""
    rows = connection.execute(
        f"SELECT {PRINTS.select('p')}, d.key FROM documents d JOIN prints p ON p.document = d.id"
        " WHERE d.source = ? ORDER BY d.key",
        (source,),
    )
    found = [(key, one) for _, _, one, key in PRINTS.checked(rows)]
    return tuple(key for key, _ in found), b"".join(one for _, one in found)


def _note_change(
    connection: sqlite3.Connection,
    row: int,
    source: str,
    key: str,
    before: str | None,
    after: str | None,
) -> int:
    cursor = connection.execute(
        "INSERT INTO changes(document, source, key, before, after) VALUES (?, ?, ?, ?, ?)",
        (row, source, key, before, after),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _newest_change(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT max(seq) FROM changes").fetchone()[0])


def _insert_document(
    connection: sqlite3.Connection, source: str, embedded: EmbeddedDocument
) -> int:
    document, stamp = embedded.document, embedded.stamp
    told = DOCUMENTS.row(
        source,
        document.key,
        document.digest,
        document.title,
        document.trust.value,
        _pack(document.problems),
        len(document.passages),
    )
    cursor = connection.execute(
        DOCUMENTS.insert("mtime_ns", "size", "indexed_ns"),
        (stamp.mtime_ns, stamp.size, embedded.indexed_ns, *told),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _insert_chunks(
    connection: sqlite3.Connection, row: int, embedded: EmbeddedDocument, space: int | None
) -> list[int]:
    ids: list[int] = []
    for ordinal, (chunk, windows) in enumerate(
        zip(embedded.document.chunks, embedded.windows, strict=True)
    ):
        cursor = connection.execute(
            "INSERT INTO chunks(document, ordinal, heading_path, char_start, char_end,"
            " token_count, text, audience) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row,
                ordinal,
                chunk.heading_path,
                chunk.char_start,
                chunk.char_end,
                chunk.token_count,
                chunk.embedding_text,
                chunk.audience,
            ),
        )
        assert cursor.lastrowid is not None
        ids.append(cursor.lastrowid)
        connection.executemany(
            WINDOWS.insert(),
            [WINDOWS.row(ids[-1], space, number, name) for number, name in enumerate(windows)],
        )
    return ids


def _insert_passages(
    connection: sqlite3.Connection, row: int, document: ParsedDocument, chunk_ids: list[int]
) -> None:
    chunk_of: dict[int, int] = {}
    for chunk, chunk_id in zip(document.chunks, chunk_ids, strict=True):
        for position in range(max(chunk.first, 0), chunk.last + 1):
            if document.passages[position].audience == chunk.audience:
                chunk_of.setdefault(position, chunk_id)
    first = _newest_passage(connection) + 1
    connection.executemany(
        PASSAGES.insert(),
        [
            PASSAGES.row(
                first + ordinal,
                row,
                ordinal,
                chunk_of.get(ordinal),
                *_passage_row(document, passage),
            )
            for ordinal, passage in enumerate(document.passages)
        ],
    )


def _newest_passage(connection: sqlite3.Connection) -> int:
    """The highest number that a passage ever had here."""
    sql = "SELECT seq FROM sqlite_sequence WHERE name = 'passages'"
    found = connection.execute(sql).fetchone()
    return 0 if found is None else int(found[0])


def _passage_row(document: ParsedDocument, passage: Passage) -> tuple[object, ...]:
    names = document.names.get(passage.audience, "")
    above = " ".join(filter(None, (document.context, names, passage.heading)))
    weights, length = passage_terms(passage.text, above)
    return (
        passage.kind.value,
        passage.text,
        passage.audience,
        passage.line,
        passage.char_start,
        passage.char_end,
        passage.heading,
        _pack(passage.refs),
        passage.place,
        passage.author,
        passage.author_name,
        _iso(passage.learned),
        passage.valid_since,
        passage.valid_until,
        _iso(passage.expires),
        passage.retired,
        passage.record_id,
        passage.record_type,
        passage.topic,
        passage.importance,
        _pack(passage.tags),
        passage.role,
        _asks(passage.text),
        length,
        encode_terms(weights),
    )


def _insert_relations(connection: sqlite3.Connection, row: int, document: ParsedDocument) -> None:
    if document.byte_print:
        connection.execute(PRINTS.insert(), PRINTS.row(row, document.byte_print))
    connection.executemany(
        FACTS.insert(),
        [
            FACTS.row(
                row,
                fact.passage,
                fact.subject,
                fact.predicate,
                fact.object,
                fact.object_target,
                fact.category,
                fact.quote,
                document.passages[fact.passage].audience,
            )
            for fact in document.facts
        ],
    )
    connection.executemany(
        LINKS.insert(),
        [
            LINKS.row(row, link.target, link.line, link.audience, link.passage)
            for link in document.links
        ],
    )


def _asks(text: str) -> bool:
    """Whether a passage ends in a question; a caption in brackets after it is not its end."""
    said = text.rpartition("[")[0] if text.endswith("]") else text
    return said.rstrip().endswith(("?", "？"))


def _pack(texts: Sequence[str]) -> str:
    return orjson.dumps(texts).decode() if texts else "[]"


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
