"""Read passages back, with the document that they stand in."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

__all__ = ["StoredPassage", "load_passages"]


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """One passage as indexed; `source`, `key` and `char_start` order equal scores."""

    id: int
    source: str
    key: str
    title: str
    trust: str
    kind: str
    text: str
    audience: str
    line: int
    char_start: int
    ordinal: int
    heading: str
    refs: tuple[str, ...]
    place: str | None
    author: str | None
    author_name: str | None
    learned: str | None
    role: str | None
    mtime_ns: int
    size: int


_SELECT = """
SELECT p.id, d.source, d.key, d.title, d.trust, p.kind, p.text, p.audience, p.line, p.char_start,
       p.ordinal, p.heading, p.refs, p.place, p.author, p.author_name, p.learned, p.role,
       d.mtime_ns, d.size
FROM passages p JOIN documents d ON d.id = p.document WHERE p.id IN ({marks})
"""
_BATCH = 500


def load_passages(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, StoredPassage]:
    """Read passages by id; those that are gone by now are absent from the result."""
    found: dict[int, StoredPassage] = {}
    for start in range(0, len(ids), _BATCH):
        batch = [int(i) for i in ids[start : start + _BATCH]]
        query = _SELECT.format(marks=",".join("?" * len(batch)))
        row: tuple[Any, ...]
        for row in connection.execute(query, batch):
            refs = tuple(orjson.loads(row[12]))
            found[row[0]] = StoredPassage(*(*row[:12], refs, *row[13:]))
    return found
