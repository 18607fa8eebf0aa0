"""Names to people, many to many, each with who may know of it."""

from __future__ import annotations

import sqlite3

from familiar_memory.index.names import bearers, first_names, name_key
from familiar_memory.index.rows.checksums import ALIASES
from familiar_memory.index.values import AliasRow

__all__ = ["AliasRow", "alias_rows", "bearers", "first_names", "name_key"]


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
