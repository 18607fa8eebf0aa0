"""Who bears a name, and what each person is called, by the rows that state it."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.tree import note_of_person
from familiar_memory.index.values import AliasRow
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.names import spelled_name as name_key
from familiar_memory.knowledge.words import words

__all__ = ["bearers", "first_names", "name_key", "object_name"]


def object_name(text: str) -> str:
    """The object of a fact as it is looked up: its words, folded; of one without, its signs."""
    return " ".join(words(text)) or folded_name(text)


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
