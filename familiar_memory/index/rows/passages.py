"""Read passages back, with the document that they stand in: by id, or by the turn they cite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import orjson

from familiar_memory.domain.memory.source import KnownDocument, Origin, Stamp
from familiar_memory.index.rows.checksums import DOCUMENTS, PASSAGES
from familiar_memory.index.values import FactState, StoredPassage, TurnName

__all__ = [
    "FactState",
    "StoredPassage",
    "TurnName",
    "load_citing",
    "load_facts_of",
    "load_passages",
]

_COLUMNS = f"""
{PASSAGES.select("p")}, {DOCUMENTS.select("d")},
       p.id, d.source, d.key, d.title, d.trust, p.kind, p.text, p.audience, p.line, p.char_start,
       p.ordinal, p.heading, p.refs, p.place, p.author, p.author_name, p.learned, p.role,
       p.valid_since, p.valid_until,
       d.mtime_ns, d.size, d.indexed_ns, d.digest, p.record_id, p.merged_at
"""
_BY_ID = """
SELECT {columns} FROM passages p JOIN documents d ON d.id = p.document WHERE p.id IN ({marks})
"""
# CROSS JOIN holds the planner to this order: a few names, each looked up by the index.
_BY_NAME = """
WITH wanted(place, refs) AS (VALUES {pairs})
SELECT {columns} FROM wanted w
CROSS JOIN passages p ON p.place = w.place AND p.refs = w.refs AND p.refs != '[]'
CROSS JOIN documents d ON d.id = p.document
WHERE NOT p.retired ORDER BY d.source, d.key, p.char_start
"""
_FACTS_BY_NAME = """
WITH wanted(place, refs) AS (VALUES {pairs})
SELECT DISTINCT {guarded}, p.place, p.refs, p.id, d.source, d.key, p.audience, p.retired,
       COALESCE(p.valid_until, p.merged_at), p.learned, f.subject, f.predicate
FROM wanted w
CROSS JOIN passages p ON {cites}
CROSS JOIN documents d ON d.id = p.document
CROSS JOIN facts f ON f.document = p.document AND f.passage = p.id
ORDER BY d.source, d.key, p.char_start
"""
_CITING_ONE = "p.place = w.place AND p.refs = w.refs AND p.refs != '[]'"
_CITING_SEVERAL = """
p.place = w.place AND instr(p.refs, '","') > 0 AND EXISTS (
    SELECT 1 FROM json_each(p.refs) AS cited, json_each(w.refs) AS one
    WHERE cited.value = one.value)
"""
"""A fact that was told again names each of its turns. Such lines have an index, by place."""
_BATCH = 500
"""SQLite took 999 variables in a statement before version 3.32."""
_NAMES_AT_ONCE = 100
"""Each name is a pair, and a term of its own in the condition."""


def load_passages(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, StoredPassage]:
    """Read passages by id; those that are gone by now are absent from the result."""
    found: dict[int, StoredPassage] = {}
    for start in range(0, len(ids), _BATCH):
        batch = [int(i) for i in ids[start : start + _BATCH]]
        query = _BY_ID.format(columns=_COLUMNS, marks=",".join("?" * len(batch)))
        for passage in _read(connection.execute(query, batch)):
            found[passage.id] = passage
    return found


def load_citing(
    connection: sqlite3.Connection, names: Iterable[TurnName]
) -> dict[TurnName, list[StoredPassage]]:
    """The turns of these names, and the live notes that cite just one of them."""
    found: dict[TurnName, list[StoredPassage]] = {name: [] for name in names}
    wanted = [(place, orjson.dumps([ref]).decode()) for place, ref in found]
    for start in range(0, len(wanted), _NAMES_AT_ONCE):
        batch = wanted[start : start + _NAMES_AT_ONCE]
        query = _BY_NAME.format(columns=_COLUMNS, pairs=",".join(["(?, ?)"] * len(batch)))
        for passage in _read(connection.execute(query, [t for pair in batch for t in pair])):
            found[passage.place or "", passage.refs[0]].append(passage)
    return found


def load_facts_of(
    connection: sqlite3.Connection, names: Iterable[TurnName]
) -> dict[TurnName, list[FactState]]:
    """The facts, retired ones too, that cite any of these turns."""
    wanted = frozenset(names)
    found: dict[TurnName, list[FactState]] = {}
    alone = [(place, orjson.dumps([ref]).decode()) for place, ref in sorted(wanted)]
    together = [(place, orjson.dumps(refs).decode()) for place, refs in _by_place(wanted)]
    rows = chain(
        _states(connection, _CITING_ONE, alone), _states(connection, _CITING_SEVERAL, together)
    )
    for place, refs, state in rows:
        for name in ((place, ref) for ref in refs):
            if name in wanted:
                found.setdefault(name, []).append(state)
    return found


def _states(
    connection: sqlite3.Connection, cites: str, wanted: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, list[str], FactState]]:
    """What has become of the facts of such lines, with the place and the turns of each."""
    for start in range(0, len(wanted), _NAMES_AT_ONCE):
        batch = wanted[start : start + _NAMES_AT_ONCE]
        query = _FACTS_BY_NAME.format(
            guarded=PASSAGES.select("p"), pairs=",".join(["(?, ?)"] * len(batch)), cites=cites
        )
        rows = connection.execute(query, [text for pair in batch for text in pair])
        for row in PASSAGES.checked(rows):
            place, refs, number, source, key, audience, retired, *told = row[PASSAGES.width :]
            until, learned, subject, predicate = told
            state = FactState(
                source, key, audience, bool(retired), until, learned, subject, predicate, number
            )
            yield place, orjson.loads(refs), state


def _by_place(names: Iterable[TurnName]) -> list[tuple[str, list[str]]]:
    """The refs of these turns, by place."""
    found: dict[str, list[str]] = {}
    for place, ref in sorted(names):
        found.setdefault(place, []).append(ref)
    return list(found.items())


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterator[StoredPassage]:
    """Passages of rows of `_COLUMNS`, each as it was written."""
    for row in DOCUMENTS.checked(PASSAGES.checked(rows), PASSAGES.width):
        yield _passage(row[PASSAGES.width + DOCUMENTS.width :])


def _passage(row: tuple[Any, ...]) -> StoredPassage:
    source, key = row[1], row[2]
    mtime_ns, size, indexed_ns, digest, *named = row[20:]
    known = KnownDocument(Stamp(key, mtime_ns, size), indexed_ns, digest)
    refs = tuple(orjson.loads(row[12]))
    origin = Origin(source, key, known)
    return StoredPassage(*(*row[:12], refs, *row[13:20], origin, False, *named))
