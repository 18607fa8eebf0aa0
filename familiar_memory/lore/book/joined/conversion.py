"""A book in another dialect: World Info, as SillyTavern reads it, or the books of V2 and V3.

A field goes where the other dialect has it. What has no place there goes below
`extensions.familiar_memory.<dialect>`, and back from there when the book is converted back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.errors import InputError
from familiar_memory.lore.book.joined.converted_entry import (
    converted_entry,
    family_of,
    is_entry_number,
)
from familiar_memory.lore.book.json.book_value import BookValue, RawEntry
from familiar_memory.lore.book.json.dialects import OWN_EXTENSION, BookDialect
from familiar_memory.lore.book.json.kinds import ABSENT
from familiar_memory.lore.book.json.raw_entry import Found, at, find

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
    if family_of(target) == family_of(book.dialect):
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
        converted_entry(entry.raw, uid, book.dialect, target)
        for entry, uid in zip(entries, uids, strict=True)
    ]
    if target is BookDialect.WORLD_INFO:
        return {str(uid): raw for uid, raw in zip(uids, raws, strict=True)}
    return raws


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
    back = own.pop(family_of(target), {})
    if book.dialect is BookDialect.LOREBOOK_V3 and isinstance(book.value, dict):
        body |= {k: v for k, v in book.value.items() if k not in ("spec", "data")}
    if body:
        own[family_of(book.dialect)] = body
    kept.pop(OWN_EXTENSION, None)
    if own:
        kept[OWN_EXTENSION] = own
    if kept or target is not BookDialect.WORLD_INFO:
        value["extensions"] = kept
    if isinstance(back, dict):
        value.update(back)
    return value


def _keys(raws: Iterable[Any]) -> list[str]:
    found = (at(raw, ("uid",)) if isinstance(raw, dict) else ABSENT for raw in raws)
    return [str(uid) for uid in _free(list(found))]


def _uids(found: list[Found | None]) -> list[int]:
    return _free([one.raw if one is not None else ABSENT for one in found])


def _free(wanted: list[Any]) -> list[int]:
    """Each number that is wanted, to the first who wants it; the others get the next free."""
    given = {uid for uid in wanted if is_entry_number(uid)}
    taken: set[int] = set()
    uids: list[int] = []
    following = 0
    for uid in wanted:
        if not is_entry_number(uid) or uid in taken:
            while following in given or following in taken:
                following += 1
            uid = following
        taken.add(uid)
        uids.append(uid)
    return uids


def _label(entry: RawEntry, number: int) -> str:
    return f"entry {entry.key if entry.key is not None else number}"
