"""What a field's value may look like in files of strangers, and what it means.

Every reader gives (value, whether it was as it should be); `ABSENT` for what says nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import simplejson

from familiar_memory.domain.memory.lore import LoreLogic, LorePosition

__all__ = [
    "ABSENT",
    "KINDS",
    "POSITION_NUMBERS",
    "ROLES",
    "Read",
    "read_field",
    "split_keys",
    "text_of",
]


class _Absent(Enum):
    ABSENT = "absent"


ABSENT: Final = _Absent.ABSENT
"""A field that is not there, or whose value says nothing that can be used."""

Read: TypeAlias = tuple[Any, bool]
"""A value, and whether the file said it in the form that it should have."""

POSITION_NUMBERS: Final[tuple[LorePosition, ...]] = (
    LorePosition.BEFORE_CHARACTER,
    LorePosition.AFTER_CHARACTER,
    LorePosition.NOTE_TOP,
    LorePosition.NOTE_BOTTOM,
    LorePosition.AT_DEPTH,
    LorePosition.EXAMPLES_TOP,
    LorePosition.EXAMPLES_BOTTOM,
    LorePosition.OUTLET,
)
"""SillyTavern's numbers of positions: the index is the number."""

ROLES: Final = ("system", "user", "assistant")
"""SillyTavern's numbers of roles."""

_LARGEST = 10**9
"""Numbers of books are depths, orders and percentages; what is larger is a mistake or an attack."""
_LONGEST_KEY_LINE = 20_000
"""Characters; no person types more keys into one line, and patterns are looked for only in what
people type."""
_KEY = re.compile(r"\s*/(?:[^/\\,]|\\.|,(?=[^/]*/))+/[a-z]*\s*(?=,|\Z)|[^,]+")
_NUMBER = re.compile(r"\s*[-+]?[0-9]{1,12}(?:\.[0-9]{1,12})?\s*")
_TRUE = frozenset({"true", "yes", "1", "on"})
_FALSE = frozenset({"false", "no", "0", "off", ""})
_POSITION_WORDS: Final[Mapping[str, LorePosition]] = MappingProxyType(
    {
        "before_char": LorePosition.BEFORE_CHARACTER,
        "after_char": LorePosition.AFTER_CHARACTER,
        **{position.value: position for position in LorePosition},
    }
)
_LOGIC_WORDS: Final[Mapping[str, LoreLogic]] = MappingProxyType(
    {
        "any": LoreLogic.AND_ANY,
        "all": LoreLogic.AND_ALL,
        "none": LoreLogic.NOT_ANY,
        "not all": LoreLogic.NOT_ALL,
        **{logic.name.lower(): logic for logic in LoreLogic},
    }
)


def read_field(field: str, value: object, *, inverted: bool = False) -> Read:
    """What a raw value of a field means."""
    read = KINDS.get(field, _raw)(value)
    if inverted and isinstance(read[0], bool):
        return not read[0], read[1]
    return read


def text_of(value: object) -> str:
    """Any JSON value as text: a text as it is, null as nothing, the rest as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return simplejson.dumps(value, ensure_ascii=False, use_decimal=True, default=str)


def split_keys(text: str) -> tuple[str, ...]:
    """Keys that were typed into one line: apart at commas, but for those in `/patterns/`."""
    is_plain = "/" not in text or len(text) > _LONGEST_KEY_LINE
    found = text.split(",") if is_plain else [match[0] for match in _KEY.finditer(text)]
    return tuple(key for key in (key.strip() for key in found) if key)


def _raw(value: object) -> Read:
    return (ABSENT if value is None else value), True


def _text(value: object) -> Read:
    if value is None:
        return ABSENT, True
    return text_of(value), isinstance(value, str)


def _keys(value: object) -> Read:
    if value is None:
        return (), True
    if isinstance(value, str):
        return split_keys(value), False
    if not isinstance(value, list):
        return (text_of(value),), False
    usable = tuple(text_of(one) for one in value if one is not None)
    return usable, all(isinstance(one, str) for one in value)


def _texts(value: object) -> Read:
    """A list of words, or one text with commas."""
    if value is None:
        return ABSENT, True
    if isinstance(value, str):
        return tuple(word for word in (word.strip() for word in value.split(",")) if word), True
    if not isinstance(value, list):
        return ABSENT, False
    words = tuple(text_of(one).strip() for one in value if one is not None)
    return tuple(word for word in words if word), all(isinstance(one, str) for one in value)


def _flag(value: object) -> Read:
    if value is None:
        return ABSENT, True
    if isinstance(value, bool):
        return value, True
    if isinstance(value, str):
        word = value.strip().lower()
        if word == "":
            return ABSENT, True
        return (word in _TRUE, False) if word in _TRUE | _FALSE else (ABSENT, False)
    number, _ = _number(value)
    return (ABSENT, False) if number is ABSENT else (number != 0, False)


def _number(value: object) -> Read:
    if value is None or value == "":
        return ABSENT, True
    if isinstance(value, bool):
        return ABSENT, False
    is_number = isinstance(value, int | float | Decimal)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = float(value)
    if isinstance(value, int):
        return (value, True) if abs(value) <= _LARGEST else (ABSENT, False)
    if isinstance(value, float | Decimal):
        # Decimal('1E+999999999') becomes inf here, and costs nothing.
        number = float(value)
        if math.isfinite(number) and abs(number) <= _LARGEST:
            return (int(number) if number.is_integer() else number), is_number
    return ABSENT, False


def _integer(value: object) -> Read:
    number, is_plain = _number(value)
    if number is ABSENT:
        return number, is_plain
    return math.floor(number), is_plain and float(number).is_integer()


def _count(value: object) -> Read:
    """A number of messages: nothing below 0 makes sense."""
    number, is_plain = _integer(value)
    if number is ABSENT or number >= 0:
        return number, is_plain
    return ABSENT, False


def _level(value: object) -> Read:
    """A level of recursion: SillyTavern also writes true for the first."""
    return (int(value), True) if isinstance(value, bool) else _count(value)


def _percent(value: object) -> Read:
    number, is_plain = _number(value)
    if number is ABSENT:
        return number, is_plain
    return min(max(number, 0), 100), is_plain and 0 <= number <= 100


def _position(value: object) -> Read:
    if isinstance(value, str) and value.strip().lower() in _POSITION_WORDS:
        return _POSITION_WORDS[value.strip().lower()], True
    number, is_plain = _integer(value)
    if number is ABSENT:
        return number, is_plain
    known = 0 <= number < len(POSITION_NUMBERS)
    return (POSITION_NUMBERS[number], is_plain) if known else (ABSENT, False)


def _logic(value: object) -> Read:
    if isinstance(value, str) and value.strip().lower() in _LOGIC_WORDS:
        return _LOGIC_WORDS[value.strip().lower()], True
    number, is_plain = _integer(value)
    if number is ABSENT:
        return number, is_plain
    return (LoreLogic(number), is_plain) if 0 <= number <= 3 else (ABSENT, False)


def _role(value: object) -> Read:
    if isinstance(value, str) and value.strip().lower() in ROLES:
        return value.strip().lower(), True
    number, is_plain = _integer(value)
    if number is ABSENT:
        return number, is_plain
    return (ROLES[number], is_plain) if 0 <= number < len(ROLES) else (ABSENT, False)


def _filter(value: object) -> Read:
    if value is None:
        return ABSENT, True
    return (value, True) if isinstance(value, dict) else (ABSENT, False)


KINDS: Final[Mapping[str, Callable[[object], Read]]] = MappingProxyType(
    {
        "title": _text,
        "content": _text,
        "keys": _keys,
        "secondary_keys": _keys,
        "logic": _logic,
        "position": _position,
        "role": _role,
        "outlet": _text,
        "group": _texts,
        "triggers": _texts,
        "order": _number,
        "priority": _number,
        "group_weight": _number,
        "probability": _percent,
        "depth": _integer,
        "scan_depth": _count,
        "sticky": _count,
        "cooldown": _count,
        "delay": _count,
        "delay_until_recursion": _level,
        "character_filter": _filter,
        **dict.fromkeys(
            (
                "enabled",
                "constant",
                "selective",
                "use_probability",
                "use_regex",
                "ignore_budget",
                "exclude_recursion",
                "prevent_recursion",
                "group_override",
                "group_scoring",
                "case_sensitive",
                "whole_words",
                "match_persona",
                "match_description",
                "match_personality",
                "match_depth_prompt",
                "match_scenario",
                "match_creator_notes",
            ),
            _flag,
        ),
    }
)
"""How each field is read; one that is not named is taken as it is."""
