"""The edits of a note, patched into its entry: what was not edited keeps its very value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.domain.memory.lore import LoreLogic, LorePosition
from familiar_memory.lore.book.json.dialects import (
    SOURCE_FIELDS,
    At,
    BookDialect,
    field_names,
    places_of,
)
from familiar_memory.lore.book.json.kinds import ABSENT, POSITION_NUMBERS, ROLES
from familiar_memory.lore.book.json.raw_entry import Found, find, find_all, read, with_value
from familiar_memory.lore.book.notes.shown import ShownEntry, shown_entry, visible_line

__all__ = ["is_same_content", "home_of", "patched", "plain_content", "put"]

_NEWLINE = re.compile(r"\r\n|\r|\n")
_LIST_FIELDS: Final = frozenset({"keys", "secondary_keys", "triggers"})
_BOOK_POSITIONS = ("before_char", "after_char")
_FILTER_KEYS: Final = MappingProxyType(
    {"characters": "names", "character_tags": "tags", "exclude_characters": "isExclude"}
)


def patched(
    raw: dict[str, Any], dialect: BookDialect, number: int, note: ShownEntry
) -> dict[str, Any]:
    """The entry with what its note says otherwise; the same object where nothing differs."""
    was = shown_entry(raw, dialect, number)
    if note.title is not None and note.title != was.title:
        raw = put(raw, "title", note.title, dialect)
    if note.has_form:
        raw = _patched_keys(raw, dialect, was, note)
    if not is_same_content(note.content, was.content):
        raw = put(raw, "content", _in_style(note, was.content), dialect)
    if note.enabled != was.enabled:
        raw = put(raw, "enabled", note.enabled, dialect)
    return _patched_settings(raw, dialect, note.settings)


def is_same_content(one: str, other: str) -> bool:
    """Whether two contents differ in nothing but newlines that an editor normalises."""
    return one == other or plain_content(one) == plain_content(other)


def put(raw: dict[str, Any], field: str, value: Any, dialect: BookDialect) -> dict[str, Any]:  # noqa: ANN401
    """Set a field in every place that says the same of it now; else where it belongs."""
    found = find_all(raw, field, dialect)
    counts = find(raw, field, dialect)
    places = [one for one in found if counts is not None and _says_the_same(one, counts, field)]
    if not places:
        place = home_of(field, dialect)
        return with_value(raw, place.path, _written(field, value, None, place, dialect))
    for one in places:
        raw = with_value(raw, one.at.path, _written(field, value, one.raw, one.at, dialect))
    return raw


def home_of(field: str, dialect: BookDialect) -> At:
    """Where a new value is written; what a dialect has no name for is an extension of ours."""
    own = field_names(dialect).get(field)
    return own[0] if own else places_of(dialect)[field][-1]


def _says_the_same(one: Found, counts: Found, field: str) -> bool:
    if one is counts or one.at == counts.at:
        return True
    if field == "position":
        # The two words of the specification stand beside SillyTavern's number.
        return one.raw in _BOOK_POSITIONS or bool(one.value == counts.value)
    return bool(one.value == counts.value)


def _patched_keys(
    raw: dict[str, Any], dialect: BookDialect, was: ShownEntry, note: ShownEntry
) -> dict[str, Any]:
    if note.keys != was.keys:
        raw = put(raw, "keys", _with_originals(raw, "keys", dialect, note.keys), dialect)
    if note.secondary_keys != was.secondary_keys:
        keys = _with_originals(raw, "secondary_keys", dialect, note.secondary_keys)
        raw = put(raw, "secondary_keys", keys, dialect)
    if not note.secondary_keys:
        return raw
    if note.logic is not None and note.logic != (was.logic or LoreLogic.AND_ANY):
        raw = put(raw, "logic", note.logic, dialect)
    if note.is_selective != read(raw, "selective", dialect, False):
        raw = put(raw, "selective", note.is_selective, dialect)
    return raw


def _with_originals(
    raw: dict[str, Any], field: str, dialect: BookDialect, lines: tuple[str, ...]
) -> tuple[str, ...]:
    """Keys as the file spelt them where the note shows them in one line."""
    originals = {visible_line(key): key for key in read(raw, field, dialect, ())}
    return tuple(originals.get(line, line) for line in lines)


def _patched_settings(
    raw: dict[str, Any], dialect: BookDialect, settings: Mapping[str, Any]
) -> dict[str, Any]:
    filter_ = dict(read(raw, "character_filter", dialect, {}))
    before = dict(filter_)
    for name, value in settings.items():
        if name in _FILTER_KEYS:
            filter_[_FILTER_KEYS[name]] = list(value) if isinstance(value, tuple) else value
        elif name == "sources":
            raw = _patched_sources(raw, dialect, value)
        elif read(raw, name, dialect, ABSENT) != value:
            raw = put(raw, name, value, dialect)
    if "probability" in settings and not read(raw, "use_probability", dialect, False):
        raw = put(raw, "use_probability", True, dialect)
    if filter_ != before:
        filter_ = {"isExclude": False, "names": [], "tags": []} | filter_
        raw = put(raw, "character_filter", filter_, dialect)
    return raw


def _patched_sources(
    raw: dict[str, Any], dialect: BookDialect, sources: tuple[str, ...]
) -> dict[str, Any]:
    for field, source in SOURCE_FIELDS.items():
        if (source in sources) != read(raw, field, dialect, False):
            raw = put(raw, field, source in sources, dialect)
    return raw


def _written(field: str, value: Any, before: Any, at: At, dialect: BookDialect) -> Any:  # noqa: ANN401
    """A meaning as JSON, in the form that stood there."""
    if at.inverted and isinstance(value, bool):
        return not value
    if isinstance(value, LorePosition):
        if isinstance(before, str) or (
            before is None and at.path == ("position",) and _has_words(dialect)
        ):
            return _BOOK_POSITIONS[value is not LorePosition.BEFORE_CHARACTER]
        return POSITION_NUMBERS.index(value)
    if isinstance(value, LoreLogic):
        return int(value)
    if field == "role" and not isinstance(before, str):
        return ROLES.index(value)
    if isinstance(value, tuple):
        return _written_texts(field, value, before, dialect)
    return value


def _has_words(dialect: BookDialect) -> bool:
    return dialect in (BookDialect.CHARACTER_BOOK, BookDialect.LOREBOOK_V3)


def _written_texts(
    field: str, values: tuple[str, ...], before: object, dialect: BookDialect
) -> list[str] | str:
    """A list, or a line with commas where one stood and can carry these texts."""
    as_line = isinstance(before, str) or (
        before is None and (field not in _LIST_FIELDS or dialect is BookDialect.RISU)
    )
    if not as_line or (field in _LIST_FIELDS and any("," in text for text in values)):
        return list(values)
    comma = "," if isinstance(before, str) and "," in before and ", " not in before else ", "
    return comma.join(values)


def plain_content(content: str) -> str:
    """A content without what an editor may change of its newlines by itself."""
    return _NEWLINE.sub("\n", content).rstrip("\n")


def _in_style(note: ShownEntry, original: str) -> str:
    """The edited content with the newlines that the original has throughout."""
    ends = set(_NEWLINE.findall(original))
    if len(ends) > 1:
        return note.content
    if not ends:
        # An editor that turned all of the file to CRLF meant nothing by it.
        return _NEWLINE.sub("\n", note.content) if note.newline == "\r\n" else note.content
    return _NEWLINE.sub(ends.pop(), note.content)
