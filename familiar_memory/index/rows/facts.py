"""Read facts back, with the line that states each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from familiar_memory.domain.memory.source import KnownDocument, Origin, Stamp
from familiar_memory.index.rows.checksums import DOCUMENTS, FACTS, PASSAGES
from familiar_memory.index.values import FactsWanted, StoredFact

__all__ = ["StoredFact", "fact_targets", "load_facts", "object_names"]


_SELECT = """
SELECT {guarded}, f.id, f.subject, f.predicate, f.object, f.object_target, f.category, f.quote,
       f.audience, d.key, d.title, p.line, p.refs, p.importance, p.learned, p.valid_since,
       p.valid_until, p.expires, COALESCE(p.record_id, ''), p.retired, p.place, p.author, f.seen,
       f.confidence, f.source, f.temporary, f.replaces, f.merged_into, f.object_target, p.merged_at,
       d.source, d.mtime_ns, d.size, d.indexed_ns, d.digest
FROM facts f JOIN documents d ON d.id = f.document
JOIN passages p ON p.id = f.passage AND p.document = f.document
WHERE {which}
"""
_GUARDED = f"{FACTS.select('f')}, {DOCUMENTS.select('d')}, {PASSAGES.select('p')}"
_AT_ONCE = 500
"""SQLite took 999 variables in a statement before version 3.32."""
_TOLD = StoredFact._fields.index("origin")
"""So many fields come before the state of the note, which is made of the last columns."""
_STATE = 5
"""Columns of it."""
_KEY = StoredFact._fields.index("key")
_FLAGS = tuple(map(StoredFact._fields.index, ("retired", "temporary")))


def load_facts(connection: sqlite3.Connection, wanted: FactsWanted) -> tuple[StoredFact, ...]:
    """Facts by subject, by the note that their object links to, and by what it is called.

    In path and line order; a target is one as it is written.
    """
    live = "" if wanted.with_retired else "NOT p.retired AND "
    found: dict[int, StoredFact] = {}
    if wanted.is_everything:
        found.update(_read(connection.execute(_statement(f"{live}1"))))
    for which, names in _conditions(wanted):
        found.update(_read(connection.execute(_statement(f"{live}{which}"), names)))
    facts = found.values()
    return tuple(sorted(facts, key=lambda fact: (fact.key, fact.line, fact.subject, fact.object)))


def _conditions(wanted: FactsWanted) -> Iterator[tuple[str, list[str]]]:
    """Conditions with their names: one statement, unless there are too many of these.

    In one statement all is of one moment, and what is wanted for several reasons is read once.
    """
    pairs = [
        *(("subject", name) for name in sorted(wanted.subjects)),
        *(("object_target", path) for path in sorted(wanted.targets)),
        *(("object_name", name) for name in sorted(wanted.objects)),
    ]
    for start in range(0, len(pairs), _AT_ONCE):
        batch = pairs[start : start + _AT_ONCE]
        numbers = " UNION ".join(
            f"SELECT id FROM facts WHERE {column} IN ({','.join('?' for _ in names)})"
            for column, names in groupby(batch, key=itemgetter(0))
        )
        yield f"f.id IN ({numbers})", [name for _, name in batch]


def fact_targets(connection: sqlite3.Connection) -> list[str]:
    """Every note that some fact's object links to, by path as the link says it."""
    rows = connection.execute(
        "SELECT DISTINCT object_target FROM facts WHERE object_target IS NOT NULL"
    )
    return [str(target) for (target,) in rows]


def object_names(connection: sqlite3.Connection) -> list[str]:
    """What objects of facts are called, each once, sorted."""
    rows = connection.execute("SELECT DISTINCT object_name FROM facts ORDER BY object_name")
    return [str(name) for (name,) in rows]


def _statement(which: str) -> str:
    return _SELECT.format(guarded=_GUARDED, which=which)


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, StoredFact]]:
    """Each fact by its number, as it was written."""
    width = FACTS.width
    rows = DOCUMENTS.checked(FACTS.checked(rows), width)
    width += DOCUMENTS.width
    for row in PASSAGES.checked(rows, width):
        number, *told = row[width + PASSAGES.width :]
        yield number, _fact(told)


def _fact(row: list[Any]) -> StoredFact:
    told, (source, mtime_ns, size, indexed_ns, digest) = row[:-_STATE], row[-_STATE:]
    key = told[_KEY]
    known = KnownDocument(Stamp(key, mtime_ns, size), indexed_ns, digest)
    values = [*told[:_TOLD], Origin(source, key, known), *told[_TOLD:]]
    for flag in _FLAGS:
        values[flag] = bool(values[flag])
    return StoredFact._make(values)
