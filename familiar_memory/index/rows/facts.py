"""Read facts back, with the line that states each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from familiar_memory.domain.memory.source import KnownDocument, Origin, Stamp
from familiar_memory.index.rows.checksums import DOCUMENTS, FACTS, PASSAGES
from familiar_memory.index.values import StoredFact

__all__ = ["StoredFact", "fact_targets", "load_facts"]


_SELECT = """
SELECT {guarded}, f.subject, f.predicate, f.object, f.object_target, f.category, f.quote,
       f.audience, d.key, d.title, p.line, p.refs, p.importance, p.learned, p.valid_since,
       p.valid_until, p.expires, d.source, d.mtime_ns, d.size, d.indexed_ns, d.digest
FROM facts f JOIN documents d ON d.id = f.document
JOIN passages p ON p.id = f.passage AND p.document = f.document
WHERE NOT p.retired AND f.{column} IN ({marks})
"""
_GUARDED = f"{FACTS.select('f')}, {DOCUMENTS.select('d')}, {PASSAGES.select('p')}"
_AT_ONCE = 500
"""SQLite took 999 variables in a statement before version 3.32."""


def load_facts(
    connection: sqlite3.Connection, subjects: Iterable[str], targets: Iterable[str]
) -> tuple[StoredFact, ...]:
    """Live facts by subject, and by the note that their object links to; in path and line order."""
    found: dict[StoredFact, None] = {}
    for column, wanted in (("subject", subjects), ("object_target", targets)):
        names = list(dict.fromkeys(wanted))
        for start in range(0, len(names), _AT_ONCE):
            batch = names[start : start + _AT_ONCE]
            query = _SELECT.format(
                guarded=_GUARDED, column=column, marks=",".join("?" * len(batch))
            )
            found.update(dict.fromkeys(_read(connection.execute(query, batch))))
    return tuple(sorted(found, key=lambda fact: (fact.key, fact.line, fact.subject, fact.object)))


def fact_targets(connection: sqlite3.Connection) -> list[str]:
    """Every note that some fact's object links to, by path as the link says it."""
    rows = connection.execute(
        "SELECT DISTINCT object_target FROM facts WHERE object_target IS NOT NULL"
    )
    return [str(target) for (target,) in rows]


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredFact]:
    width = FACTS.width
    rows = DOCUMENTS.checked(FACTS.checked(rows), width)
    width += DOCUMENTS.width
    for row in PASSAGES.checked(rows, width):
        yield _fact(row[width + PASSAGES.width :])


def _fact(row: tuple[Any, ...]) -> StoredFact:
    *told, source, mtime_ns, size, indexed_ns, digest = row
    key = told[7]
    known = KnownDocument(Stamp(key, mtime_ns, size), indexed_ns, digest)
    return StoredFact._make((*told, Origin(source, key, known)))
