"""By which rules each language tells standing wishes: its `[standing]` table, compiled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables

__all__ = ["WishRules", "wish_rules"]

_WORD = regex.compile(r"(?<!L)<([a-z]+)>")
"""The name of a list of the table's words, where it is not said to be one (`\\L<…>`) already."""
_SIGNS = regex.compile(r"[][(){}?*+|^$.\\]")
"""What makes a word a pattern."""
_NEVER = r"(?!)"


@dataclass(frozen=True, slots=True)
class WishRules:
    """The rules of one language; a missing one never matches."""

    hint: BoundedPattern
    instructions: tuple[BoundedPattern, ...]
    preferences: tuple[BoundedPattern, ...]
    reported: BoundedPattern
    hearsay: BoundedPattern
    idiom: BoundedPattern
    onto: BoundedPattern
    request: BoundedPattern
    tag: BoundedPattern
    asking: BoundedPattern
    condition: BoundedPattern
    shows_sentence: bool
    """Whether an instruction is told from its sentence's beginning: its verb comes last."""


@lru_cache(maxsize=1)
def wish_rules() -> tuple[WishRules, ...]:
    """Those of every language that has some."""
    return tuple(_compiled(table) for table in language_tables("standing").values())


def _compiled(table: Mapping[str, Any]) -> WishRules:
    words: Mapping[str, Sequence[str]] = table.get("words", {})
    # A list of plain words is looked up as a set, which takes a tenth of the time to compile.
    plain = {name: some for name, some in words.items() if not _SIGNS.search("".join(some))}

    def written(found: regex.Match[str]) -> str:
        name = found[1]
        return rf"\L<{name}>" if name in plain else f"(?:{'|'.join(words[name])})"

    def one(pattern: str) -> BoundedPattern:
        # A list may use others, which use none.
        text = _WORD.sub(written, _WORD.sub(written, pattern))
        lists: dict[str, Any] = {
            name: some for name, some in plain.items() if rf"\L<{name}>" in text
        }
        return bounded(text, regex.IGNORECASE, lists)

    def named(name: str) -> BoundedPattern:
        return one(table.get(name, _NEVER))

    return WishRules(
        hint=named("hint"),
        instructions=tuple(map(one, table["instructions"])),
        preferences=tuple(map(one, table["preferences"])),
        reported=named("reported"),
        hearsay=named("hearsay"),
        idiom=named("idiom"),
        onto=named("onto"),
        request=named("request"),
        tag=named("tag"),
        asking=named("asking"),
        condition=named("condition"),
        shows_sentence=table.get("shows_sentence", False),
    )
