"""An entry of a book in another dialect, so that it can be turned back into what it was."""

from __future__ import annotations

import copy
from typing import Any

from familiar_memory.domain.memory.lore import LoreLogic, LorePosition
from familiar_memory.lore.book.joined.new_entry import NEW_ENTRIES, are_patterns
from familiar_memory.lore.book.joined.patching import home_of
from familiar_memory.lore.book.json.dialects import (
    OWN_EXTENSION,
    At,
    BookDialect,
    field_names,
    places_of,
)
from familiar_memory.lore.book.json.kinds import ABSENT, KINDS, POSITION_NUMBERS, ROLES
from familiar_memory.lore.book.json.raw_entry import Found, find, read, with_value
from familiar_memory.lore.book.notes.entry_form import is_of_sillytavern, missing_values

__all__ = ["converted_entry", "family_of", "is_entry_number"]


def converted_entry(
    raw: dict[str, Any], uid: int, source: BookDialect, target: BookDialect
) -> dict[str, Any]:
    """The entry under this number, which no other of its book has."""
    is_book = target is not BookDialect.WORLD_INFO
    known = BookDialect.CHARACTER_BOOK if is_book else target
    new: dict[str, Any] = copy.deepcopy(dict(NEW_ENTRIES[known]))
    consumed: set[tuple[str, ...]] = set()
    for field in places_of(target):
        if field == "use_regex" and (is_book or is_of_sillytavern(raw)):
            continue
        place, found = home_of(field, target), find(raw, field, source)
        value = _value(field, found, place, source)
        says_nothing = found is None or found.value is ABSENT
        if value is ABSENT or (says_nothing and field not in field_names(target)):
            continue
        if found is not None and _is_carried(field, found, value, source):
            consumed.add(found.at.path)
        new = with_value(new, place.path, value)
    new = _with_number(new, raw, uid, source, consumed)
    if is_book:
        new["position"] = _position_word(raw, source)
        new["use_regex"] = _is_all_patterns(raw, source) or read(raw, "use_regex", source, False)
    return _with_leftovers(new, raw, consumed, source, target)


def _value(field: str, found: Found | None, place: At, source: BookDialect) -> Any:  # noqa: ANN401
    """The very value where both sides spell it alike; else its meaning, spelt anew."""
    if found is None:
        missing = missing_values(source).get(field)
        return ABSENT if missing is None else _spelt(missing, place)
    is_spelt_alike = (
        found.at.inverted == place.inverted
        and not (field == "position" and isinstance(found.raw, str))
        and not (field in ("keys", "secondary_keys") and isinstance(found.raw, str))
    )
    return found.raw if is_spelt_alike or found.value is ABSENT else _spelt(found.value, place)


def _spelt(value: Any, place: At) -> Any:  # noqa: ANN401 - as many types as fields
    if place.inverted and isinstance(value, bool):
        return not value
    if isinstance(value, LorePosition):
        return POSITION_NUMBERS.index(value)
    if isinstance(value, LoreLogic):
        return int(value)
    if value in ROLES and place.path[-1] == "role":
        return ROLES.index(value)
    if isinstance(value, tuple):
        return ", ".join(value) if place.path[-1] == "group" else list(value)
    return value


def _is_carried(field: str, found: Found, value: Any, source: BookDialect) -> bool:  # noqa: ANN401
    """Whether the new value can be turned back into what stood there, and where it stood."""
    is_exact = value is found.raw or isinstance(found.raw, bool)
    return is_exact and field != "use_regex" and found.at == home_of(field, source)


def _with_number(
    new: dict[str, Any],
    raw: dict[str, Any],
    uid: int,
    source: BookDialect,
    consumed: set[tuple[str, ...]],
) -> dict[str, Any]:
    found = find(raw, "id", source)
    if found is not None and not (is_entry_number(found.raw) and found.raw == uid):
        consumed.discard(found.at.path)
    return new | {"uid" if "uid" in new else "id": uid}


def _position_word(raw: dict[str, Any], source: BookDialect) -> str:
    missing = missing_values(source)["position"]
    is_before = read(raw, "position", source, missing) is LorePosition.BEFORE_CHARACTER
    return "before_char" if is_before else "after_char"


def _with_leftovers(
    new: dict[str, Any],
    raw: dict[str, Any],
    consumed: set[tuple[str, ...]],
    source: BookDialect,
    target: BookDialect,
) -> dict[str, Any]:
    """Give what has no place a home, and what came from the target its old place."""
    extensions = raw.get("extensions")
    others = extensions if isinstance(extensions, dict) else {}
    stored = others.get(OWN_EXTENSION)
    kept = dict(stored) if isinstance(stored, dict) else {}
    back = kept.pop(family_of(target), {})
    kept = {key: v for key, v in kept.items() if ("extensions", OWN_EXTENSION, key) not in consumed}
    left = {
        key: value
        for key, value in raw.items()
        if (key,) not in consumed
        and not (key == "extensions" and isinstance(value, dict))
        and not (key == "position" and value == _position_word(raw, source))
        and not (key == "use_regex" and value is _is_all_patterns(raw, source))
    }
    made = new.get("extensions", {})
    unknown = {
        key: value
        for key, value in others.items()
        if key != OWN_EXTENSION and ("extensions", key) not in consumed
    }
    taken = {key: value for key, value in unknown.items() if key in made}
    # A character book always has extensions; World Info seldom has, and then perhaps empty ones.
    if taken or (extensions == {} and source is BookDialect.WORLD_INFO):
        left["extensions"] = taken
    if left:
        kept[family_of(source)] = left
    if kept:
        unknown[OWN_EXTENSION] = {**kept, **made.get(OWN_EXTENSION, {})}
    if unknown or made:
        new["extensions"] = {**unknown, **made, **_only(unknown, OWN_EXTENSION)}
    return _restored(new, back, source, target) if isinstance(back, dict) else new


def _only(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {key: value[key]} if key in value else {}


def _restored(
    new: dict[str, Any], back: dict[str, Any], source: BookDialect, target: BookDialect
) -> dict[str, Any]:
    """What the target had before, but for what was edited in the other form meanwhile."""
    restored = {**new, **back}
    if isinstance(back.get("extensions"), dict):
        restored["extensions"] = {**new.get("extensions", {}), **back["extensions"]}
    for field in field_names(source).keys() & KINDS:
        if _meaning(restored, field, target) == _meaning(new, field, target):
            continue
        for key in {place.path[0] for place in places_of(target)[field]} & back.keys():
            restored.pop(key)
            if key in new:
                restored[key] = new[key]
    return restored


def _meaning(raw: dict[str, Any], field: str, dialect: BookDialect) -> Any:  # noqa: ANN401
    nothing: object = "" if field == "title" else {} if field == "character_filter" else False
    return read(raw, field, dialect, missing_values(dialect).get(field, nothing))


def family_of(dialect: BookDialect) -> str:
    """The name of a dialect below our extension: V2 and V3 share their fields, and one name."""
    return (BookDialect.CHARACTER_BOOK if dialect is BookDialect.LOREBOOK_V3 else dialect).value


def is_entry_number(value: object) -> bool:
    """Whether an entry can bear it as its number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _is_all_patterns(raw: dict[str, Any], source: BookDialect) -> bool:
    return are_patterns(read(raw, "keys", source, ()))
