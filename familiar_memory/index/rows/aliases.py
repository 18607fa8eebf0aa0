"""Names to people, many to many, each with who may know of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from familiar_memory.domain.tree import note_of_person
from familiar_memory.index.rows.checksums import ALIASES
from familiar_memory.knowledge.names import spelled_name as name_key

__all__ = ["AliasRow", "alias_rows", "bearers", "first_names", "name_key"]


class AliasRow(NamedTuple):
    """One name of one person, as one document states it; `name_key` is its compared form.

    `ordinal` counts the names of a document, as they stand.
    """

    name_key: str
    slug: str
    audience: str
    document: str
    ordinal: int
    name: str


def alias_rows(connection: sqlite3.Connection) -> tuple[AliasRow, ...]:
    """Every statement of a name, sorted."""
    rows = connection.execute(
        f"SELECT {ALIASES.select('a')}, d.key FROM aliases a JOIN documents d ON d.id = a.document"
    )
    return tuple(
        sorted(
            {
                AliasRow(key, slug, audience, document, ordinal, name)
                for _, _, key, name, slug, audience, ordinal, document in ALIASES.checked(rows)
            }
        )
    )


def bearers(rows: Iterable[AliasRow]) -> dict[str, tuple[str, ...]]:
    """Every name with the people who bear it, both sorted."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        found.setdefault(row.name_key, {})[row.slug] = None
    return {key: tuple(slugs) for key, slugs in found.items()}


def first_names(rows: Iterable[AliasRow]) -> dict[str, str]:
    """What to call each person, by slug: the first of the names that their own note states."""
    own = (row for row in rows if row.document == note_of_person(row.slug))
    found: dict[str, str] = {}
    for row in sorted(own, key=lambda row: (row.slug, row.ordinal)):
        found.setdefault(row.slug, row.name)
    return found
