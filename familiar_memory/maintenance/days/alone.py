"""Whether a message can be understood by itself, which a line of a day has to be.

"I wasn't there, I'm at the plot on Thursdays" answers somebody, and nobody knows whom weeks later.
What points back, what names something to point at, and what is no sentence are words of the
`[worth]` of a language; one that has none is not judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern
from familiar_memory.knowledge.languages.table_patterns import table_patterns
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.text.sentences import plain_prose, split_sentences

__all__ = ["explains_itself"]


def explains_itself(words: str) -> bool:
    """Whether what it opens with says itself what it is about; what it asks says nothing."""
    told = [one for one in split_sentences(plain_prose(words)) if not (asks(one) or _cries(one))]
    opening = next((one.replace("’", "'") for one in told), "")
    if not opening or _found(_patterns("broken"), opening):
        return False
    pointing = min((one.start() for one in _found(_patterns("pointing"), opening)), default=None)
    if pointing is None:
        return True
    # "We decided it over tea: Lantern Night is moved" says it behind the colon.
    named = (opening[:pointing], opening[pointing:].partition(":")[2])
    return any(_found(_patterns("naming"), one) for one in named)


def _cries(sentence: str) -> bool:
    """Whether it is a mere "legend!", which names nothing that the next one could point at."""
    return bool(_found(_patterns("cries"), sentence))


def _found(patterns: Iterable[BoundedPattern], text: str) -> list[regex.Match[str]]:
    return [match for one in patterns if (match := one.search(text)) is not None]


@lru_cache(maxsize=4)
def _patterns(name: str) -> tuple[BoundedPattern, ...]:
    return table_patterns("worth", name)
