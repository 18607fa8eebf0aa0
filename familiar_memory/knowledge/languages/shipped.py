"""The tables of the languages that come along, and of an operator's, by the rule that reads them.

A rule that finds no table for a language says nothing about it: a text in a language that
nobody has described is neither preferred nor put behind.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.languages.given import LanguageFile, LanguageProblem, with_given

__all__ = ["language_problems", "language_tables", "use_language_files"]

_SUFFIX = ".toml"
_LOG = logging.getLogger(__name__)
_given: tuple[LanguageFile, ...] = ()


def use_language_files(given: Iterable[LanguageFile]) -> None:
    """Add files of languages for this process, whose rules are read once: before their first use.

    A language with a file that is wrong is left as it was, and that is logged.

    Raises:
        ConfigError: the rules were read already, with other files.
    """
    global _given
    chosen = tuple(given)
    if chosen == _given:
        return
    if _all_tables.cache_info().currsize:
        raise ConfigError(
            "this process has read its languages already, with other files",
            "one folder of languages for a process, as it is when the first familiar is opened",
        )
    _given = chosen
    for one in language_problems():
        _LOG.warning("%s %s; its language is left out", one.file, one.problem)


def language_problems() -> tuple[LanguageProblem, ...]:
    """What is wrong with the files that were added."""
    return _all_tables()[1]


@lru_cache(maxsize=32)
def language_tables(rule: str) -> Mapping[str, Mapping[str, Any]]:
    """The table of one rule in each language that has it, by language code (`en`, `ja`)."""
    found = {code: table[rule] for code, table in _all_tables()[0].items() if rule in table}
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def _all_tables() -> tuple[dict[str, dict[str, Any]], tuple[LanguageProblem, ...]]:
    return with_given(_shipped(), _given)


def _shipped() -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for entry in sorted(files(__package__).iterdir(), key=lambda one: one.name):
        if entry.name.endswith(_SUFFIX):
            # `en.toml` and `en.statements.toml` are parts of one language.
            code = entry.name.partition(".")[0]
            tables.setdefault(code, {}).update(tomllib.loads(entry.read_text("utf-8")))
    return tables
