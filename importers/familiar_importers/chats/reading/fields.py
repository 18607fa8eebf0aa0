"""Members of a decoded JSON object, each with the type that it must have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from familiar_memory.errors import InputError

__all__ = [
    "first_text",
    "flag",
    "located_at",
    "members",
    "number",
    "object_list",
    "optional_text",
    "text",
    "the_object",
]

_Object = Mapping[str, Any]


def members(value: object, what: str) -> dict[str, Any]:
    """The value, which must be an object; `what` says in messages what it stands for."""
    if not isinstance(value, dict):
        raise InputError(f"{what} must be an object, not {_kind(value)}", "a JSON object")
    return value


def the_object(given: _Object, key: str) -> dict[str, Any]:
    """An object under a key; an empty one where it is absent or null."""
    value = given.get(key)
    return {} if value is None else members(value, repr(key))


def text(given: _Object, key: str, *, allow_empty: bool = False) -> str:
    """A text that must be there."""
    value = given.get(key)
    if value is None:
        raise InputError(f"the key {key!r} is missing", "a JSON string")
    return _text(value, key, allow_empty=allow_empty)


def optional_text(given: _Object, key: str) -> str:
    """A text, "" where it is absent or null."""
    value = given.get(key)
    return "" if value is None else _text(value, key, allow_empty=True)


def first_text(given: _Object, keys: tuple[str, ...]) -> str:
    """The first of several members that is a text and not blank, else ""."""
    for key in keys:
        value = given.get(key)
        if isinstance(value, str) and value.strip():
            return _text(value, key, allow_empty=True)
    return ""


def flag(given: _Object, key: str) -> bool:
    """True or false, false where it is absent or null."""
    value = given.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        raise InputError(f"{key!r} must be true or false, not {_kind(value)}", "a JSON boolean")
    return value


def number(given: _Object, key: str) -> float | None:
    """A number as a float (infinite when it is out of range), None where it is absent or null."""
    value = given.get(key)
    if value is None:
        return None
    if isinstance(value, bool | str | list | dict):
        raise InputError(f"{key!r} must be a number, not {_kind(value)}", "a JSON number")
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def object_list(given: _Object, key: str) -> list[dict[str, Any]]:
    """A list of objects, empty where it is absent or null."""
    value = given.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key!r} must be a list, not {_kind(value)}", "a JSON array")
    return [members(one, f"an element of {key!r}") for one in value]


def located_at(problem: InputError, place: str) -> InputError:
    """The same error, with where it stood in front."""
    return InputError(f"{place}: {problem.problem}", problem.accepted)


def _text(value: object, key: str, *, allow_empty: bool) -> str:
    if not isinstance(value, str):
        raise InputError(f"{key!r} must be text, not {_kind(value)}", "a JSON string")
    if not allow_empty and not value.strip():
        raise InputError(f"{key!r} is empty", "a text of at least one character")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise InputError(f"{key!r} holds a lone surrogate", "valid Unicode text") from None
    return value


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "a boolean"
    names = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    return names.get(type(value), "a number")
