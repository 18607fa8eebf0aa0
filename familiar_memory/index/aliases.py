"""Names to people, many to many."""

from __future__ import annotations

import sqlite3
import unicodedata

__all__ = ["all_aliases", "name_key"]


def name_key(name: str) -> str:
    """The form in which names are compared: NFKC, casefolded, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def all_aliases(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """Every known name with the people who bear it, both sorted."""
    found: dict[str, set[str]] = {}
    for key, slug in connection.execute("SELECT name_key, slug FROM aliases"):
        found.setdefault(key, set()).add(slug)
    return {key: tuple(sorted(found[key])) for key in sorted(found)}
