"""Standing instructions that somebody takes back: "you can use emojis again"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.procedural import RuleAction, decide_rule
from familiar_memory.knowledge.standing import StandingKind, find_standing
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["lifted_by", "may_lift"]


def may_lift(words: str) -> bool:
    """Whether it asks for anything for good, or gives leave: else it takes nothing back."""
    return any(True for _ in _asked(words))


def lifted_by(words: str, earlier: Iterable[str]) -> str | None:
    """The one of the `earlier` instructions whose opposite is said; None where it is several."""
    asked = [as_spelt(one) for one in _asked(words)]
    if not asked:
        return None
    found = [
        past
        for past in dict.fromkeys(earlier)
        if any(_is_opposite(as_spelt(past), one) for one in asked)
    ]
    return found[0] if len(found) == 1 else None


def _asked(words: str) -> Iterator[str]:
    for wish in find_standing(words):
        if wish.kind is StandingKind.INSTRUCTION:
            yield wish.text
    spelt = as_spelt(words)
    for said, rule in _lifts():
        for match in said.finditer(spelt):
            yield rule.replace("{o}", match["o"])


def _is_opposite(before: str, now: str) -> bool:
    return decide_rule([Record(before)], Record(now)).action is RuleAction.REPLACE


@lru_cache(maxsize=1)
def _lifts() -> tuple[tuple[BoundedPattern, str], ...]:
    return tuple(
        (bounded(row["said"], regex.IGNORECASE), row["rule"])
        for table in language_tables("standing").values()
        for row in table.get("lifts", ())
    )
