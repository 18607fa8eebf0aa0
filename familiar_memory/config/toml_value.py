"""A value of a setting as it is written in TOML, so that an error shows what stands in the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, time

import regex

__all__ = ["toml_value"]

_BARE_KEY = regex.compile(r"[A-Za-z0-9_-]+")


def toml_value(value: object) -> str:
    """One line of TOML; what TOML does not have, from a program say, as Python shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{_key(str(key))} = {toml_value(one)}" for key, one in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _quoted(text: str) -> str:
    """In single quotes, where TOML takes every letter for itself, if it can be."""
    is_plain = text.isprintable() and "'" not in text
    return f"'{text}'" if is_plain else json.dumps(text, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _quoted(name)
