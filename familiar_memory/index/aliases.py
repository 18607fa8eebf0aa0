"""Names to people, many to many, each with who may know of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import NamedTuple

from familiar_memory.index.checksums import ALIASES
from familiar_memory.knowledge.names import spelled_name as name_key

__all__ = ["AliasRow", "alias_rows", "bearers", "name_key"]


class AliasRow(NamedTuple):
    """One name of one person, as one document states it; `name_key` is its compared form."""

    name_key: str
    slug: str
    audience: str
    document: str


def alias_rows(connection: sqlite3.Connection) -> tuple[AliasRow, ...]:
    """Every statement of a name, sorted."""
    rows = connection.execute(
        f"SELECT {ALIASES.select('a')}, d.key FROM aliases a JOIN documents d ON d.id = a.document"
    )
    return tuple(
        sorted(
            {
                AliasRow(key, slug, audience, document)
                for _, _, key, _, slug, audience, document in ALIASES.checked(rows)
            }
        )
    )


def bearers(
    rows: Iterable[AliasRow], counts: Callable[[AliasRow], bool]
) -> dict[str, tuple[str, ...]]:
    """Every name with the people who bear it, both sorted, by the rows that count."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        if counts(row):
            found.setdefault(row.name_key, {})[row.slug] = None
    return {key: tuple(slugs) for key, slugs in found.items()}
