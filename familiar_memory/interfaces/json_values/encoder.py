"""Frozen values as what JSON holds: a dataclass is an object of its fields, in their order."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from pathlib import PurePath
from typing import Any

__all__ = ["as_json", "picked"]


def as_json(value: object) -> Any:  # noqa: ANN401 - whatever JSON holds
    """A value as dicts, lists, texts and numbers.

    An enum is its value, a moment or a day its ISO form, a path its text; a tuple with names
    is an object, a set a sorted list.

    Raises:
        TypeError: it holds something that has no form in JSON.
    """
    if isinstance(value, Enum):
        return as_json(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, PurePath):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: as_json(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(one) for key, one in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return as_json(value._asdict())
    if isinstance(value, Set):
        return sorted(map(as_json, value))
    if isinstance(value, list | tuple):
        return [as_json(one) for one in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def picked(value: object, names: str) -> dict[str, Any]:
    """Some attributes of a value as an object, in this order; `names` are divided by blanks."""
    return {name: as_json(getattr(value, name)) for name in names.split()}
