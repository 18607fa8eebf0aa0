"""Read what notes say of entities; each row as it was written."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from familiar_memory.domain.memory.source import KnownDocument, Origin, Stamp
from familiar_memory.domain.tree import is_entity_note
from familiar_memory.index.entity_values import EntityLine, EntityNote, StatedEdge, entity_lines
from familiar_memory.index.rows.checksums import (
    DOCUMENTS,
    ENTITIES,
    FACTS,
    LINKS,
    PASSAGES,
    RELATIONS,
    Guarded,
)

__all__ = ["load_entity_notes"]

_Row = tuple[Any, ...]

_DOCUMENTS = """
SELECT {guarded}, d.id, d.mtime_ns, d.size, d.indexed_ns FROM documents d
WHERE d.source = ?{which}
"""
_OF_DOCUMENT = """
SELECT {guarded} FROM {table} t JOIN documents d ON d.id = t.document
WHERE d.source = ?{which}
"""
_PASSAGE = {name: PASSAGES.columns.index(name) + 1 for name in PASSAGES.columns}


def load_entity_notes(
    connection: sqlite3.Connection, source: str, keys: Sequence[str] | None
) -> list[EntityNote]:
    """The notes of these keys, or all, that say anything of entities; by key.

    Raises:
        sqlite3.DatabaseError: a row is not what was written.
    """
    notes: dict[int, _Reading] = {}
    for which in (None,) if keys is None else keys:
        rows = _Rows(connection, source, which)
        notes |= _read(rows)
    found = (one.note() for one in notes.values())
    return sorted(one for one in found if one is not None)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of one note, or of all notes of a source."""

    connection: sqlite3.Connection
    source: str
    key: str | None

    def documents(self) -> Iterator[_Row]:
        """Documents with what is told of them, then their number and state."""
        sql = _DOCUMENTS.format(guarded=DOCUMENTS.select("d"), which=self._which)
        return DOCUMENTS.checked(self.connection.execute(sql, self._values))

    def of(self, table: Guarded) -> Iterator[_Row]:
        """What the rows of a table say."""
        sql = _OF_DOCUMENT.format(guarded=table.select("t"), table=table.table, which=self._which)
        return table.checked(self.connection.execute(sql, self._values))

    @property
    def _which(self) -> str:
        return "" if self.key is None else " AND d.key = ?"

    @property
    def _values(self) -> tuple[str, ...]:
        return (self.source,) if self.key is None else (self.source, self.key)


@dataclass(slots=True)
class _Reading:
    """A note whose rows are read."""

    key: str
    title: str
    origin: Origin
    kind: str | None = None
    names: tuple[str, ...] = ()
    passages: list[_Row] = field(default_factory=list)
    edges: dict[int, list[StatedEdge]] = field(default_factory=lambda: defaultdict(list))
    targets: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self) -> EntityNote | None:
        """What it says; None where that is of no entity."""
        is_own = is_entity_note(self.key)
        said = [
            self._line(row)
            for row in self.passages
            if is_own or row[0] in self.edges or row[0] in self.targets
        ]
        if not said and not is_own:
            return None
        return EntityNote(
            self.key,
            self.title,
            self.kind,
            self.names,
            entity_lines(said),
            self.origin,
        )

    def _line(self, row: _Row) -> EntityLine:
        number, *told = row
        edges = tuple(sorted(self.edges.get(number, ()), key=repr))
        targets = tuple(sorted(set(self.targets.get(number, ()))))
        line, audience, retired, learned, since, until, expires, record_id, merged = told
        return EntityLine(
            line,
            record_id or "",
            audience,
            bool(retired),
            learned,
            since,
            until,
            expires,
            edges,
            targets,
            merged_at=merged,
        )


def _read(rows: _Rows) -> dict[int, _Reading]:
    notes: dict[int, _Reading] = {}
    for row in rows.documents():
        source, key, digest, title = row[1:5]
        number, mtime_ns, size, indexed_ns = row[DOCUMENTS.width :]
        known = KnownDocument(Stamp(key, mtime_ns, size), indexed_ns, digest)
        notes[number] = _Reading(key, title, Origin(source, key, known))
    if not notes:
        return notes
    for row in rows.of(ENTITIES):
        _, number, kind, names = row
        notes[number].kind, notes[number].names = kind, tuple(orjson.loads(names))
    for row in rows.of(PASSAGES):
        if row[_PASSAGE["heading"]].lower() != "aliases":
            notes[row[_PASSAGE["document"]]].passages.append(_told(row))
    _read_edges(rows, notes)
    return notes


def _told(row: _Row) -> _Row:
    return tuple(row[at] for at in _TOLD)


_TOLD = tuple(
    _PASSAGE[name]
    for name in (
        "id",
        "line",
        "audience",
        "retired",
        "learned",
        "valid_since",
        "valid_until",
        "expires",
        "record_id",
        "merged_at",
    )
)


def _read_edges(rows: _Rows, notes: dict[int, _Reading]) -> None:
    for one in _named(rows, FACTS):
        edge = _edge(one, one["predicate"], one["object_target"], is_fact=True)
        notes[one["document"]].edges[one["passage"]].append(edge)
    for one in _named(rows, RELATIONS):
        edge = _edge(one, one["label"], one["target"], is_fact=False)
        notes[one["document"]].edges[one["passage"]].append(edge)
    for one in _named(rows, LINKS):
        notes[one["document"]].targets[one["passage"]].append(one["target"])


def _edge(row: Mapping[str, Any], label: str, target: str | None, *, is_fact: bool) -> StatedEdge:
    return StatedEdge(row["subject"], label, row["object"], target, row["seen"] or 1, is_fact)


def _named(rows: _Rows, table: Guarded) -> Iterable[dict[str, Any]]:
    for row in rows.of(table):
        yield dict(zip(table.columns, row[1:], strict=True))
