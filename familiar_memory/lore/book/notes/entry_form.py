"""An entry of any dialect as the engine activates it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from familiar_memory.domain.memory.lore import LoreEntry, LoreLogic, LorePosition, LoreSource
from familiar_memory.lore.book.json.dialects import SOURCE_FIELDS, BookDialect, places_of
from familiar_memory.lore.book.json.kinds import ABSENT, KINDS, text_of
from familiar_memory.lore.book.json.raw_entry import Found, find, read

__all__ = ["is_of_sillytavern", "lore_entry", "missing_values", "entry_oddities", "tag_ids"]

# What a missing field means: an old file says less, and that is not the default of a new
# entry, but what SillyTavern makes of the gap.
_MISSING: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "keys": (),
        "secondary_keys": (),
        "logic": LoreLogic.AND_ANY,
        "selective": False,
        "enabled": True,
        "constant": False,
        "order": 100,
        "priority": None,
        "position": LorePosition.BEFORE_CHARACTER,
        "depth": 4,
        "role": "system",
        "outlet": "",
        "probability": 100,
        "use_probability": False,
        "scan_depth": None,
        "case_sensitive": None,
        "whole_words": None,
        "use_regex": False,
        "ignore_budget": False,
        "exclude_recursion": False,
        "prevent_recursion": False,
        "delay_until_recursion": 0,
        "group": (),
        "group_override": False,
        "group_weight": 100,
        "group_scoring": None,
        "sticky": 0,
        "cooldown": 0,
        "delay": 0,
        "triggers": (),
        "content": "",
    }
)
_MISSING_IN_BOOKS: Final = MappingProxyType(
    {**_MISSING, "position": LorePosition.AFTER_CHARACTER, "use_probability": True}
)
_MISSING_IN: Final = MappingProxyType(
    {
        BookDialect.WORLD_INFO: _MISSING,
        BookDialect.CHARACTER_BOOK: _MISSING_IN_BOOKS,
        BookDialect.LOREBOOK_V3: _MISSING_IN_BOOKS,
        BookDialect.NOVELAI: MappingProxyType({**_MISSING, "order": 0}),
        BookDialect.AGNAI: MappingProxyType({**_MISSING, "order": 0}),
        BookDialect.RISU: MappingProxyType({**_MISSING, "use_probability": True}),
    }
)
_WRITTEN_BY_SILLYTAVERN = frozenset(
    {"position", "exclude_recursion", "useProbability", "selectiveLogic"}
)
_SAME_IN_BOTH = (
    "logic",
    "selective",
    "enabled",
    "constant",
    "order",
    "priority",
    "position",
    "depth",
    "role",
    "outlet",
    "scan_depth",
    "case_sensitive",
    "whole_words",
    "ignore_budget",
    "exclude_recursion",
    "prevent_recursion",
    "delay_until_recursion",
    "group_override",
    "group_weight",
    "group_scoring",
    "sticky",
    "cooldown",
    "delay",
    "triggers",
    "content",
)
_LONGEST_QUOTE = 40
"""Characters of a foreign value in a remark."""
_TAG_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{10,}", re.IGNORECASE)


def lore_entry(
    raw: Mapping[str, Any],
    dialect: BookDialect,
    *,
    path: str,
    title: str,
    visibility: str | None = None,
) -> LoreEntry:
    """The entry; what cannot be read has the meaning of what is missing."""
    missing = _MISSING_IN[dialect]

    def get(field: str) -> Any:  # noqa: ANN401 - as many types as fields
        return read(raw, field, dialect, missing[field])

    names, tags, is_excluding = _characters(raw, dialect)
    return LoreEntry(
        path=path,
        title=title,
        keys=_usable(get("keys")),
        secondary_keys=_usable(get("secondary_keys")),
        probability=get("probability") if get("use_probability") else None,
        use_regex=get("use_regex") and not is_of_sillytavern(raw),
        groups=get("group"),
        character_names=names,
        character_tags=tags,
        characters_excluded=is_excluding,
        sources=frozenset(
            LoreSource(source)
            for field, source in SOURCE_FIELDS.items()
            if read(raw, field, dialect, False)
        ),
        visibility=visibility,
        **{field: get(field) for field in _SAME_IN_BOTH},
    )


def missing_values(dialect: BookDialect) -> Mapping[str, Any]:
    """What each field means in an entry of this dialect that does not have it."""
    return _MISSING_IN[dialect]


def entry_oddities(raw: Mapping[str, Any], dialect: BookDialect) -> list[str]:
    """What is not as it should be, field by field, and how it is read all the same."""
    odd: list[str] = []
    for field in places_of(dialect):
        if field not in KINDS:
            continue
        found = find(raw, field, dialect)
        if found is None or found.is_plain:
            if field == "keys" and found is not None and found.raw is None:
                odd.append(f"`{'.'.join(found.at.path)}` is null: read as none")
            continue
        if dialect is BookDialect.RISU and field in ("keys", "secondary_keys"):
            continue
        name = ".".join(found.at.path)
        value = not found.value if _is_inverted(found) else found.value
        read_as = "nothing" if found.value is ABSENT else _quoted(value)
        odd.append(f"`{name}` is {_quoted(found.raw)}: read as {read_as}")
    return odd


def _is_inverted(found: Found) -> bool:
    """Whether the field says the contrary of what it is read for: `disable`, not `enabled`."""
    return found.at.inverted and isinstance(found.value, bool)


def tag_ids(raw: Mapping[str, Any], dialect: BookDialect) -> tuple[str, ...]:
    """Tags of the character filter that SillyTavern names by ids of its own settings."""
    _, tags, _ = _characters(raw, dialect)
    return tuple(tag for tag in tags if _TAG_ID.fullmatch(tag.strip()))


def _usable(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key in keys if key.strip())


def is_of_sillytavern(raw: Mapping[str, Any]) -> bool:
    """SillyTavern says `use_regex` of all entries, and means keys written `/like this/`."""
    extensions = raw.get("extensions")
    return isinstance(extensions, dict) and not _WRITTEN_BY_SILLYTAVERN.isdisjoint(extensions)


def _characters(
    raw: Mapping[str, Any], dialect: BookDialect
) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    value = read(raw, "character_filter", dialect, {})
    return _words(value.get("names")), _words(value.get("tags")), value.get("isExclude") is True


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(text_of(word) for word in value if word is not None)


def _quoted(value: object) -> str:
    if isinstance(value, tuple | list):
        # More than this is not shown, and may be millions.
        value = list(value[:_LONGEST_QUOTE])
    text = f'"{value[:_LONGEST_QUOTE]}"' if isinstance(value, str) else text_of(value)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"
