"""A book in another dialect: World Info, as SillyTavern reads it, or the books of V2 and V3.

A field goes where the other dialect has it. What has no place there goes below
`extensions.familiar_memory.<dialect>`, and back from there when the book is converted back.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.domain.memory.lore import LoreLogic, LorePosition
from familiar_memory.errors import InputError
from familiar_memory.lore.book.joined.new_entry import NEW_ENTRIES, are_patterns
from familiar_memory.lore.book.joined.patching import home_of
from familiar_memory.lore.book.json.book_value import BookValue, RawEntry
from familiar_memory.lore.book.json.dialects import (
    OWN_EXTENSION,
    At,
    BookDialect,
    field_names,
    places_of,
)
from familiar_memory.lore.book.json.kinds import ABSENT, KINDS, POSITION_NUMBERS, ROLES
from familiar_memory.lore.book.json.raw_entry import Found, at, find, read, with_value
from familiar_memory.lore.book.notes.entry_form import is_of_sillytavern, missing_values

__all__ = ["FORMS", "Converted", "convert_book"]

FORMS: Final = MappingProxyType(
    {
        "original": None,
        "worldinfo": BookDialect.WORLD_INFO,
        "v2": BookDialect.CHARACTER_BOOK,
        "v3": BookDialect.LOREBOOK_V3,
    }
)
"""The forms a book can be exported in; the original is whatever it was."""

_BOOK_FIELDS = (
    "name",
    "description",
    "scan_depth",
    "token_budget",
    "recursive_scanning",
    "extensions",
)


@dataclass(frozen=True, slots=True)
class Converted:
    """The JSON in the other form, and what of it could not be carried: (place, what)."""

    value: Any
    losses: tuple[tuple[str, str], ...] = ()


def convert_book(book: BookValue, form: str, name: str) -> Converted:
    """The book in one of `FORMS`; `name` is for a form that wants one.

    Raises:
        InputError: there is no such form.
    """
    if form not in FORMS:
        raise InputError(f"there is no form {form!r} of a lorebook", ", ".join(FORMS))
    target = FORMS[form]
    if target is None or (target is book.dialect and not isinstance(book.value, list)):
        return _as_it_is(book, target)
    losses: list[tuple[str, str]] = []
    value = _book_body(book, target, name)
    if _family(target) == _family(book.dialect):
        value["entries"] = [_with_regex(entry.raw, target) for entry in book.entries]
    else:
        value["entries"] = _converted(book, target, losses)
    if target is BookDialect.LOREBOOK_V3:
        return Converted({"spec": target.value, "data": value}, tuple(losses))
    return Converted(value, tuple(losses))


def _as_it_is(book: BookValue, target: BookDialect | None) -> Converted:
    """Nothing to convert, but for a container that readers of this form do not expect."""
    wants_object = target is BookDialect.WORLD_INFO
    if target is None or book.is_keyed == wants_object or book.problem:
        return Converted(book.value)
    keys = _keys([entry.raw for entry in book.entries]) if wants_object else []
    raws = [entry.raw for entry in book.entries]
    entries = dict(zip(keys, raws, strict=True)) if wants_object else raws
    if target is BookDialect.LOREBOOK_V3:
        return Converted({**book.value, "data": {**book.body, "entries": entries}})
    return Converted({**book.value, "entries": entries})


def _with_regex(raw: Any, target: BookDialect) -> Any:  # noqa: ANN401 - JSON
    """V3 wants `use_regex` of every entry; where V2 is silent it means no."""
    if target is not BookDialect.LOREBOOK_V3 or not isinstance(raw, dict) or "use_regex" in raw:
        return raw
    return {**raw, "use_regex": False}


def _converted(
    book: BookValue, target: BookDialect, losses: list[tuple[str, str]]
) -> dict[str, Any] | list[Any]:
    entries = [entry for entry in book.entries if isinstance(entry.raw, dict)]
    for number, entry in enumerate(book.entries):
        if not isinstance(entry.raw, dict):
            losses.append((_label(entry, number), "it is not an object: left out"))
    uids = _uids([find(entry.raw, "id", book.dialect) for entry in entries])
    raws = [
        _entry(entry.raw, uid, book.dialect, target)
        for entry, uid in zip(entries, uids, strict=True)
    ]
    if target is BookDialect.WORLD_INFO:
        return {str(uid): raw for uid, raw in zip(uids, raws, strict=True)}
    return raws


def _entry(
    raw: dict[str, Any], uid: int, source: BookDialect, target: BookDialect
) -> dict[str, Any]:
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
    if found is not None and not (_is_uid(found.raw) and found.raw == uid):
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
    back = kept.pop(_family(target), {})
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
        kept[_family(source)] = left
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


def _book_body(book: BookValue, target: BookDialect, name: str) -> dict[str, Any]:
    """Name and settings, which all forms spell alike; the rest as an extension of ours."""
    body = dict(book.body)
    body.pop("data" if book.dialect is BookDialect.RISU else "entries", None)
    value = {key: body.pop(key) for key in _BOOK_FIELDS if key in body}
    value.setdefault("name", name)
    extensions = value.get("extensions")
    kept = dict(extensions) if isinstance(extensions, dict) else {}
    stored = kept.get(OWN_EXTENSION)
    own = dict(stored) if isinstance(stored, dict) else {}
    back = own.pop(_family(target), {})
    if book.dialect is BookDialect.LOREBOOK_V3 and isinstance(book.value, dict):
        body |= {k: v for k, v in book.value.items() if k not in ("spec", "data")}
    if body:
        own[_family(book.dialect)] = body
    kept.pop(OWN_EXTENSION, None)
    if own:
        kept[OWN_EXTENSION] = own
    if kept or target is not BookDialect.WORLD_INFO:
        value["extensions"] = kept
    if isinstance(back, dict):
        value.update(back)
    return value


def _family(dialect: BookDialect) -> str:
    """V2 and V3 share their names."""
    return (BookDialect.CHARACTER_BOOK if dialect is BookDialect.LOREBOOK_V3 else dialect).value


def _keys(raws: Iterable[Any]) -> list[str]:
    found = (at(raw, ("uid",)) if isinstance(raw, dict) else ABSENT for raw in raws)
    return [str(uid) for uid in _free(list(found))]


def _uids(found: list[Found | None]) -> list[int]:
    return _free([one.raw if one is not None else ABSENT for one in found])


def _free(wanted: list[Any]) -> list[int]:
    """Each number that is wanted, to the first who wants it; the others get the next free."""
    given = {uid for uid in wanted if _is_uid(uid)}
    taken: set[int] = set()
    uids: list[int] = []
    following = 0
    for uid in wanted:
        if not _is_uid(uid) or uid in taken:
            while following in given or following in taken:
                following += 1
            uid = following
        taken.add(uid)
        uids.append(uid)
    return uids


def _is_uid(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9


def _is_all_patterns(raw: dict[str, Any], source: BookDialect) -> bool:
    return are_patterns(read(raw, "keys", source, ()))


def _label(entry: RawEntry, number: int) -> str:
    return f"entry {entry.key if entry.key is not None else number}"
