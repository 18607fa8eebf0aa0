"""A canonical digest per table: equal digests mean that two indexes answer alike.

Row ids, times of indexing and file times are left out; everything that can reach
an answer is in. Vectors are compared apart (`IndexDigest.vectors`), since models may
differ in the last bit from run to run.
"""

from __future__ import annotations

import hashlib
import sqlite3

import numpy as np

from familiar_memory.index.values import IndexDigest

__all__ = ["IndexDigest", "digest_index"]

_TABLES = {
    "documents": "SELECT source, key, digest, title, trust, problems FROM documents d",
    "chunks": (
        "SELECT d.source, d.key, c.ordinal, c.heading_path, c.char_start, c.char_end,"
        " c.token_count, c.text, c.audience,"
        " (SELECT group_concat(hex(text_hash)) FROM"
        "  (SELECT text_hash FROM chunk_windows w WHERE w.chunk = c.id"
        "   AND w.embedder = :space ORDER BY w.window))"
        " FROM documents d JOIN chunks c ON c.document = d.id"
    ),
    "passages": (
        "SELECT d.source, d.key, p.ordinal, c.ordinal, p.kind, p.text, p.audience, p.line,"
        " p.char_start, p.char_end, p.heading, p.refs, p.place, p.author, p.author_name,"
        " p.learned, p.valid_since, p.valid_until, p.merged_at, p.expires, p.day, p.learned_s,"
        " p.since_s, p.until_s, p.expires_s, p.identity, p.retired, p.record_id,"
        " p.record_type, p.topic, p.importance, p.tags, p.role, p.asks, p.standing, p.terms"
        " FROM documents d JOIN passages p ON p.document = d.id"
        " LEFT JOIN chunks c ON c.id = p.chunk"
    ),
    "facts": (
        "SELECT d.source, d.key, p.ordinal, f.subject, f.predicate, f.object, f.object_target,"
        " f.object_name, f.category, f.quote, f.seen, f.confidence, f.source, f.temporary,"
        " f.replaces, f.merged_into, f.audience FROM documents d JOIN facts f ON f.document = d.id"
        " LEFT JOIN passages p ON p.id = f.passage AND p.document = f.document"
    ),
    "relations": (
        "SELECT d.source, d.key, p.ordinal, r.subject, r.label, r.object, r.target, r.seen,"
        " r.audience FROM documents d JOIN relations r ON r.document = d.id"
        " LEFT JOIN passages p ON p.id = r.passage AND p.document = r.document"
    ),
    "entities": (
        "SELECT d.source, d.key, e.kind, e.names"
        " FROM documents d JOIN entities e ON e.document = d.id"
    ),
    "links": (
        "SELECT d.source, d.key, l.line, l.target, l.audience, p.ordinal"
        " FROM documents d JOIN links l ON l.document = d.id"
        " LEFT JOIN passages p ON p.id = l.passage AND p.document = l.document"
    ),
    "prints": (
        "SELECT d.source, d.key, p.print FROM documents d JOIN prints p ON p.document = d.id"
    ),
    "aliases": (
        "SELECT d.source, d.key, a.name_key, a.name, a.slug, a.audience, a.ordinal"
        " FROM documents d JOIN aliases a ON a.document = d.id"
    ),
    "callings": (
        "SELECT d.source, d.key, p.ordinal, c.name, c.kind"
        " FROM documents d JOIN callings c ON c.document = d.id"
        " LEFT JOIN passages p ON p.id = c.passage AND p.document = c.document"
    ),
}


def digest_index(connection: sqlite3.Connection, space: int | None) -> IndexDigest:
    """Digest every table of one index, in an order that does not depend on its history.

    `space` numbers the vector space that is looked at; None = vectors are left out.
    """
    return IndexDigest(
        {name: _digest_rows(connection, query, space) for name, query in _TABLES.items()},
        {
            bytes(key): np.frombuffer(vector, "<f4")
            for key, vector in connection.execute(
                "SELECT DISTINCT v.text_hash, v.vector FROM vectors v"
                " JOIN chunk_windows w"
                " ON w.embedder = v.embedder AND w.text_hash = v.text_hash"
                " WHERE v.embedder = ?",
                (space,),
            )
        },
    )


def _digest_rows(connection: sqlite3.Connection, query: str, space: int | None) -> tuple[str, int]:
    hasher, count = hashlib.blake2b(digest_size=16), 0
    columns = query.split(" FROM ")[0].count(",") + 1
    order = ", ".join(str(n) for n in range(1, min(columns, 8) + 1))
    for row in connection.execute(f"{query} ORDER BY {order}", {"space": space}):
        hasher.update(repr(row).encode("utf-8", "surrogatepass"))
        count += 1
    return hasher.hexdigest(), count
