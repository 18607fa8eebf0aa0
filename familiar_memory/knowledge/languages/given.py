"""Files of languages that an operator adds: read, checked, and put beside those that come along.

A file is of the language that its name begins with (`de.toml`, `de.forms.toml`). Where one file of
a language is wrong, nothing of that language is added: half of its rules may mean another thing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import regex

from familiar_memory.knowledge.languages.accepted import TABLES
from familiar_memory.knowledge.languages.checked_pattern import PatternParts

__all__ = ["LanguageFile", "LanguageProblem", "with_given"]

Tables = dict[str, dict[str, Any]]
_CODE = regex.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class LanguageFile:
    """A file by its name, and what stands in it."""

    name: str
    content: bytes

    @property
    def code(self) -> str:
        """The language that it is of."""
        return self.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class LanguageProblem:
    """What is wrong in a file of a language, and what would be accepted."""

    file: str
    problem: str


def with_given(
    shipped: Tables, files: Iterable[LanguageFile]
) -> tuple[Tables, tuple[LanguageProblem, ...]]:
    """The tables with those of the files, and what is wrong with the files."""
    by_code: dict[str, list[LanguageFile]] = {}
    for one in sorted(files, key=lambda file: file.name):
        by_code.setdefault(one.code, []).append(one)
    tables, problems = dict(shipped), list[LanguageProblem]()
    for code, of_language in by_code.items():
        merged, wrong = _language(shipped.get(code, {}), of_language)
        problems += wrong
        if not wrong:
            tables[code] = merged
    return tables, tuple(problems)


def _language(
    shipped: Mapping[str, Any], files: Iterable[LanguageFile]
) -> tuple[dict[str, Any], list[LanguageProblem]]:
    problems: list[LanguageProblem] = []
    read: dict[str, dict[str, Any]] = {}
    for file in files:
        try:
            read[file.name] = tomllib.loads(file.content.decode("utf-8-sig"))
        except ValueError as problem:
            problems.append(LanguageProblem(file.name, f"is no TOML: {problem}"))
        if not _CODE.fullmatch(file.code):
            accepted = "de.toml and de.forms.toml are accepted"
            problems.append(LanguageProblem(file.name, f"names no language; {accepted}"))
    merged: dict[str, Any] = dict(shipped)
    for tables in read.values():
        merged = _added(merged, tables)
    for name, tables in read.items():
        problems += (LanguageProblem(name, one) for one in _complaints(tables, merged))
    return merged, problems


def _added(tables: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are put together by their keys, and lists behind each other; a text replaces one."""
    result = dict(tables)
    for key, value in more.items():
        there = result.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            result[key] = _added(there, value)
        elif isinstance(there, list) and isinstance(value, list):
            result[key] = [*there, *value]
        else:
            result[key] = value
    return result


def _complaints(tables: Mapping[str, Any], merged: Mapping[str, Any]) -> Iterator[str]:
    for name, table in tables.items():
        accepted = TABLES.get(name)
        if name == "name" and isinstance(table, str):
            continue
        if accepted is None:
            yield f"[{name}] is no table of a language; accepted: {', '.join(TABLES)}"
        elif not isinstance(table, dict):
            yield f"{name} is no table; [{name}] is accepted"
        elif callable(accepted):
            yield from (f"[{name}] {one}" for one in accepted(table, {}))
        else:
            words = _words(merged[name])
            for key, value in table.items():
                if key not in accepted:
                    yield f"[{name}] {key} is not known; accepted: {', '.join(accepted)}"
                    continue
                yield from (f"[{name}] {key}: {one}" for one in accepted[key](value, words))


def _words(table: object) -> PatternParts:
    words = table.get("words") if isinstance(table, dict) else None
    return {k: v for k, v in words.items() if isinstance(v, str)} if isinstance(words, dict) else {}
