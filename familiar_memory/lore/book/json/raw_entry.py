"""One entry as JSON: what its fields say, and setting one without touching the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from familiar_memory.lore.book.json.dialects import OWN_EXTENSION, At, BookDialect, places_of
from familiar_memory.lore.book.json.kinds import ABSENT, read_field

__all__ = ["Found", "at", "find", "find_all", "read", "with_value"]


@dataclass(frozen=True, slots=True)
class Found:
    """One place of a field that is there: its raw value and what that means."""

    at: At
    raw: Any
    value: Any
    is_plain: bool


def at(raw: Mapping[str, Any], path: tuple[str, ...]) -> Any:  # noqa: ANN401 - JSON
    """The value at a path of keys; `ABSENT` where there is none. A null is a value."""
    value: Any = raw
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return ABSENT
        value = value[key]
    return value


def find_all(raw: Mapping[str, Any], field: str, dialect: BookDialect) -> list[Found]:
    """Every place of a field that is there, the one that counts first."""
    found: list[Found] = []
    for place in places_of(dialect).get(field, ()):
        # Most entries have one set of names: ask the top first.
        if place.path[0] not in raw:
            continue
        value = at(raw, place.path)
        if value is not ABSENT:
            found.append(Found(place, value, *read_field(field, value, inverted=place.inverted)))
    return found


def find(raw: Mapping[str, Any], field: str, dialect: BookDialect) -> Found | None:
    """The place of a field that counts; of titles the first that is not empty."""
    if field == "title":
        found = find_all(raw, field, dialect)
        said = (one for one in found if one.value is not ABSENT and one.value.strip())
        return next(said, found[0] if found else None)
    for place in places_of(dialect).get(field, ()):
        if place.path[0] in raw:
            value = at(raw, place.path)
            if value is not ABSENT:
                return Found(place, value, *read_field(field, value, inverted=place.inverted))
    return None


def read(raw: Mapping[str, Any], field: str, dialect: BookDialect, default: Any) -> Any:  # noqa: ANN401
    """What a field means, or the default where the entry says nothing usable."""
    found = find(raw, field, dialect)
    return default if found is None or found.value is ABSENT else found.value


def with_value(raw: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:  # noqa: ANN401
    """A copy with another value at a path: keys keep their order, new ones come last.

    Where something that is no object is in the way, the value goes below `familiar_memory`.
    """
    key, *below = path
    copy = dict(raw)
    if not below:
        copy[key] = value
        return copy
    inner = copy.get(key)
    if inner is not None and not isinstance(inner, dict):
        return with_value(raw, (OWN_EXTENSION, path[-1]), value) if key != OWN_EXTENSION else copy
    copy[key] = with_value(inner or {}, tuple(below), value)
    return copy
