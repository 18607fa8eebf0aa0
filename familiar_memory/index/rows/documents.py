"""What is known of the documents in the index; `writing` puts them there."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import orjson

from familiar_memory.domain.memory.source import KnownDocument, Stamp
from familiar_memory.index.rows.checksums import DOCUMENTS, PASSAGES, PRINTS
from familiar_memory.index.rows.former_audiences import former_audiences
from familiar_memory.index.values import ChangeMark, EmbeddedDocument

__all__ = [
    "ChangeMark",
    "EmbeddedDocument",
    "KnownDocument",
    "audiences_of",
    "changed_below",
    "digests_below",
    "keys_of",
    "known_documents",
    "known_some",
    "last_audiences_of",
    "prints",
    "problems",
    "textless",
]


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


_KEYS_AT_ONCE = 500
"""SQLite took 999 variables in a statement before version 3.32."""
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


def problems(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    """What a person should mend: (source, key, problem), sorted."""
    rows = connection.execute(
        "SELECT source, key, problems FROM documents WHERE problems != '[]' ORDER BY source, key"
    )
    return [(source, key, text) for source, key, packed in rows for text in orjson.loads(packed)]


def textless(connection: sqlite3.Connection, source: str) -> tuple[str, ...]:
    """Keys of the documents of a source that hold nothing but problems, sorted."""
    rows = connection.execute(
        "SELECT key FROM documents WHERE source = ? AND problems != '[]' AND passages = 0"
        " ORDER BY key",
        (source,),
    )
    return tuple(key for (key,) in rows)


def prints(connection: sqlite3.Connection, source: str) -> tuple[tuple[str, ...], bytes]:
    """Keys of the documents of a source that have a print, and the prints one after another."""
    rows = connection.execute(
        f"SELECT {PRINTS.select('p')}, d.key FROM documents d JOIN prints p ON p.document = d.id"
        " WHERE d.source = ? ORDER BY d.key",
        (source,),
    )
    found = [(key, one) for _, _, one, key in PRINTS.checked(rows)]
    return tuple(key for key, _ in found), b"".join(one for _, one in found)
