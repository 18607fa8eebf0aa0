"""How many rows an index has."""

from __future__ import annotations

import sqlite3

from familiar_memory.index.values import IndexStats

__all__ = ["count_rows"]

_DOCUMENTS = "SELECT source, count(*) FROM documents GROUP BY source"
_PASSAGES = (
    "SELECT d.source, count(*) FROM documents d JOIN passages p ON p.document = d.id"
    " GROUP BY d.source"
)


def count_rows(connection: sqlite3.Connection, space: int, size_bytes: int) -> IndexStats:
    """Count documents and passages by source, the vectors of a space, and the other tables."""

    def count(table: str) -> int:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    (vectors,) = connection.execute(
        "SELECT count(*) FROM vectors WHERE embedder = ?", (space,)
    ).fetchone()
    return IndexStats(
        documents=dict(connection.execute(_DOCUMENTS).fetchall()),
        passages=dict(connection.execute(_PASSAGES).fetchall()),
        chunks=count("chunks"),
        vectors=int(vectors),
        facts=count("facts"),
        links=count("links"),
        aliases=count("aliases"),
        size_bytes=size_bytes,
    )
