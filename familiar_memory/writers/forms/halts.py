"""A message without the dots that only hold back how it goes on: "Miso is dead... tired".

What is said in front of them alone is not what is meant. The words are of a language's `[for_now]`
table (`knowledge/languages`).
"""

from __future__ import annotations

from functools import lru_cache

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.languages.table_patterns import table_patterns

__all__ = ["over_the_halts"]


def over_the_halts(text: str) -> str:
    """The text as it goes on over its dots; itself where it has none."""
    if ".." not in text and "…" not in text:
        return text
    for halt in _halts():
        text = halt.sub(lambda _: " ", text)
    return text


@lru_cache(maxsize=1)
def _halts() -> tuple[BoundedPattern, ...]:
    return table_patterns("for_now", "halt")
