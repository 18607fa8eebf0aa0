"""The rules by which plain statements are found, as the languages have them (`[statements]`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.knowledge.speech.plain_statement import StatementKind

__all__ = ["WeighedPattern", "StatementRules", "statement_rules", "weight_of"]

_NEVER = r"(?!)"


@dataclass(frozen=True, slots=True)
class WeighedPattern:
    """A pattern, and how much a clause gains where it is found; less than 0 takes away."""

    pattern: BoundedPattern
    weight: float


@dataclass(frozen=True, slots=True)
class StatementRules:
    """The rules of one language.

    `openers` stand before a statement and say nothing; `idle` is what a clause says to whoever is
    asked, `hedges` what it says of the question, unless it is `exact`, and `borders` is where
    clauses part. `refused` takes a clause out whatever else it has,
    `spoils` its whole sentence. What is `unnamed` in a first sentence says nothing alone.
    `subject` is dropped from the beginning, and what is `bare`
    counts for nothing beside a fact. `kinds` say what a
    statement is, `details` what makes it worth more.
    """

    openers: BoundedPattern
    borders: BoundedPattern
    idle: BoundedPattern
    hedges: BoundedPattern
    exact: BoundedPattern
    refused: BoundedPattern
    spoils: BoundedPattern
    unnamed: BoundedPattern
    subject: BoundedPattern
    speaker: BoundedPattern
    trailing: BoundedPattern
    bare: BoundedPattern
    kinds: Mapping[StatementKind, Sequence[WeighedPattern]]
    details: Sequence[WeighedPattern]
    fewest_words: int


@lru_cache(maxsize=1)
def statement_rules() -> tuple[StatementRules, ...]:
    """The rules of every language that has them."""
    return tuple(map(_compiled, language_tables("statements").values()))


def weight_of(clause: str, weighed: Iterable[WeighedPattern]) -> float:
    """What a clause gains by all of the patterns together."""
    return sum(one.weight for one in weighed if one.pattern.search(clause))


def _compiled(table: Mapping[str, Any]) -> StatementRules:
    words: Mapping[str, str] = table.get("words", {})

    def one(pattern: str) -> BoundedPattern:
        return bounded(spelled(pattern, words), regex.IGNORECASE | regex.VERSION1)

    def named(name: str) -> BoundedPattern:
        written = table.get(name, _NEVER)
        return one(written if isinstance(written, str) else "|".join(written))

    def weighed(entries: Iterable[Mapping[str, Any]]) -> tuple[WeighedPattern, ...]:
        return tuple(
            WeighedPattern(one(entry["said"]), float(entry["weight"])) for entry in entries
        )

    return StatementRules(
        openers=named("openers"),
        borders=named("borders"),
        idle=named("idle"),
        hedges=named("hedges"),
        exact=named("exact"),
        refused=named("refused"),
        spoils=named("spoils"),
        unnamed=named("unnamed"),
        subject=named("subject"),
        speaker=named("speaker"),
        trailing=named("trailing"),
        bare=named("bare"),
        kinds={kind: weighed(table.get(kind.value, ())) for kind in StatementKind},
        details=weighed(table.get("details", ())),
        fewest_words=table.get("fewest_words", 1),
    )
