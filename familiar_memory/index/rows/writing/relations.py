"""Facts, relations, links, names and the print of a document as rows: what is the same stays."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.index.names import object_name
from familiar_memory.index.rows.aliases import name_key
from familiar_memory.index.rows.checksums import (
    ALIASES,
    ENTITIES,
    FACTS,
    LINKS,
    PRINTS,
    RELATIONS,
    Guarded,
)

__all__ = ["write_names", "write_relations"]

_Row = tuple[Any, ...]


def write_relations(
    connection: sqlite3.Connection, row: int, document: ParsedDocument, passages: Sequence[int]
) -> None:
    """Make what a document states, and its print, what is given.

    `passages` numbers its passages.
    """
    facts = (
        (
            row,
            passages[fact.passage],
            fact.subject,
            fact.predicate,
            fact.object,
            fact.object_target,
            object_name(fact.object),
            fact.category,
            fact.quote,
            fact.seen,
            fact.confidence,
            fact.source,
            fact.temporary,
            fact.replaces,
            fact.into,
            document.passages[fact.passage].audience,
        )
        for fact in document.facts
    )
    links = (
        (row, link.target, link.line, link.audience, passages[link.passage])
        for link in document.links
    )
    _write(connection, FACTS, row, facts)
    relations = (
        (
            row,
            passages[one.passage],
            one.subject,
            one.label,
            one.object,
            one.target,
            one.seen,
            document.passages[one.passage].audience,
        )
        for one in document.relations
    )
    _write(connection, LINKS, row, links)
    _write(connection, RELATIONS, row, relations)
    if document.entity_kind is not None or document.entity_names:
        names = orjson.dumps(document.entity_names).decode()
        sql = ENTITIES.insert(verb="INSERT OR REPLACE")
        connection.execute(sql, ENTITIES.row(row, document.entity_kind, names))
    else:
        connection.execute("DELETE FROM entities WHERE document = ?", (row,))
    if document.byte_print:
        sql = PRINTS.insert(verb="INSERT OR REPLACE")
        connection.execute(sql, PRINTS.row(row, document.byte_print))
    else:
        connection.execute("DELETE FROM prints WHERE document = ?", (row,))


def write_names(connection: sqlite3.Connection, row: int, document: ParsedDocument) -> bool:
    """Make the names that a document states those given; whether there were others before."""
    names = (
        (row, name_key(alias.name), alias.name, alias.slug, alias.audience, ordinal)
        for ordinal, alias in enumerate(document.aliases)
    )
    return _write(connection, ALIASES, row, names)


def _write(
    connection: sqlite3.Connection, table: Guarded, row: int, wanted: Iterable[_Row]
) -> bool:
    """Delete rows of a document that are not wanted, insert those that are not there yet.

    What stands is known by its checksum and all that this covers, so a damaged row goes.
    """
    standing: defaultdict[_Row, list[int]] = defaultdict(list)
    for number, *told in connection.execute(
        f"SELECT t.id, {table.select('t')} FROM {table.table} t WHERE document = ?", (row,)
    ):
        standing[tuple(told)].append(number)
    new = []
    for one in wanted:
        told = table.row(*one)
        if standing[told]:
            standing[told].pop()
        else:
            new.append(told)
    gone = [(number,) for numbers in standing.values() for number in numbers]
    connection.executemany(f"DELETE FROM {table.table} WHERE id = ?", gone)
    connection.executemany(table.insert(), new)
    return bool(gone or new)
