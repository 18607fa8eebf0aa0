"""A sentence of chat in the plain words for it: without laughs, with the speaker who was left out.

"omg finally moved to Hull lol" is "I moved to Hull". What is put how is a language's `[plain]`
table (`knowledge/languages`); one that has none is left as it is. It serves the forms alone, so
that each of them need not know every way of chatting: notes keep what was typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["leaves_open", "plainly", "without_noise"]

_COMMA = ","
_NEVER = r"(?!)"
_AFTER_MARK = regex.compile(r"(?<=^|[.,!?;:(…–—-])\s*,[\s,]*")
_BEFORE_MARK = regex.compile(r"\s*,[\s,]*(?=[.,!?;:)…]|$)")
_SPACED = regex.compile(r"\s*,[\s,]*")


def plainly(sentence: str, *, is_first: bool) -> str:
    """The sentence in plain words; only of one that opens a message the speaker may be missing."""
    said = without_noise(sentence)
    for rules in _rules():
        said = _unopened(said, rules)
        for one in rules.rewrites:
            if is_first or not one.opening:
                said = one.said.sub(one.plain, said)
    return said


def leaves_open(sentence: str) -> bool:
    """Whether a sentence speaks of nobody, so that the next one still opens the message."""
    said = without_noise(sentence)
    return any(rules.open.match(said) is not None for rules in _rules())


def without_noise(text: str) -> str:
    """The text without laughs, pictures and words of manner; a comma parts what they parted."""
    quiet = text
    for rules in _rules():
        quiet = rules.noise.sub(_COMMA, quiet)
    if quiet == text:
        return text
    for marks, kept in ((_AFTER_MARK, " "), (_BEFORE_MARK, ""), (_SPACED, ", ")):
        quiet = marks.sub(kept, quiet)
    return quiet.strip()


def _unopened(said: str, rules: _PlainRules) -> str:
    opener = rules.openers.match(said)
    return said if opener is None else said[opener.end() :]


@dataclass(frozen=True, slots=True)
class _Rewrite:
    said: BoundedPattern
    plain: str
    opening: bool


@dataclass(frozen=True, slots=True)
class _PlainRules:
    noise: BoundedPattern
    openers: BoundedPattern
    open: BoundedPattern
    rewrites: tuple[_Rewrite, ...]


@lru_cache(maxsize=1)
def _rules() -> tuple[_PlainRules, ...]:
    return tuple(map(_compiled, language_tables("plain").values()))


def _compiled(table: Mapping[str, Any]) -> _PlainRules:
    words = {"diet": alternatives(lexicon.DIETS), **table.get("words", {})}

    def pattern(written: str) -> BoundedPattern:
        return bounded(spelled(written, words), regex.IGNORECASE | regex.VERSION1)

    return _PlainRules(
        noise=pattern(table["noise"]),
        openers=pattern(table["openers"]),
        open=pattern(table.get("open", _NEVER)),
        rewrites=tuple(
            _Rewrite(pattern(one["said"]), one["as"], one.get("opening", False))
            for one in table["rewrites"]
        ),
    )
