"""Which place is meant, by its slug, label, or name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.inspection.room_labels import noted_labels
from familiar_memory.inspection.who_where import places_called

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["wanted_place"]

_LISTED = 8


def wanted_place(parts: Parts, given: str) -> str:
    """The slug of a place, by its slug, name, or label, also as notes write it.

    Raises:
        NotFoundError: nothing was ever said in such a place.
        UsageError: several are called so.
        HistoryError: the conversation cannot be read.
    """
    name = given.strip()
    places = parts.files.history.places()
    found = {one.slug for one in places_called(places, name, lambda: noted_labels(parts))}
    if len(found) > 1:
        raise UsageError(
            f"several places are called {name!r}", f"say which: {', '.join(sorted(found))}"
        )
    if not found:
        known = ", ".join(one.slug for one in places[:_LISTED])
        there = f"there are: {known}" if known else "there are none"
        raise NotFoundError(f"there is no place {name!r}", there)
    return found.pop()
