"""The tables of the languages that come along, by name of the rule that reads them.

A rule that finds no table for a language says nothing about it: a text in a language that
nobody has described is neither preferred nor put behind.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

__all__ = ["language_tables"]

_SUFFIX = ".toml"


@lru_cache(maxsize=32)
def language_tables(rule: str) -> Mapping[str, Mapping[str, Any]]:
    """The table of one rule in each language that has it, by language code (`en`, `ja`)."""
    found = {code: table[rule] for code, table in _shipped().items() if rule in table}
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for entry in sorted(files(__package__).iterdir(), key=lambda one: one.name):
        if entry.name.endswith(_SUFFIX):
            # `en.toml` and `en.statements.toml` are parts of one language.
            code = entry.name.partition(".")[0]
            tables.setdefault(code, {}).update(tomllib.loads(entry.read_text("utf-8")))
    return tables
