"""Several people of one name, as an error lists them: what to type, and who that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError, UsageError
from familiar_memory.recall.names.titles import known_names

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["ambiguous_name", "told_bearers", "told_person"]

_LISTED = 8
_NAMES = 3


def ambiguous_name(given: str, people: Sequence[str]) -> UsageError:
    """The error for a name that several people (`told_person`) bear."""
    return UsageError(
        f"several people are called {given!r}", f"say which: {', '.join(people[:_LISTED])}"
    )


def told_person(slug: str, names: Iterable[str], note: str | None = None) -> str:
    """What to type for one of them, with some of their names and where their note stands."""
    told = [one for one in dict.fromkeys(names) if one != slug][:_NAMES]
    who = ", ".join([*told, *([] if note is None else [note])])
    return f"{slug} ({who})" if who else slug


def told_bearers(parts: Parts, slugs: Iterable[str], viewer: Viewer) -> list[str]:
    """Each as `told_person`, by the names that the viewer may know; paths are the owner's."""
    register, notes = parts.files.register, parts.reading.notes
    found = []
    for slug in slugs:
        key = note_of_person(slug)
        try:
            names: Sequence[str] = known_names(notes.load(key), viewer)
        except StoreError:
            names = ()
        found.append(told_person(slug, names, register.path_of(key) if viewer.is_owner else None))
    return found
