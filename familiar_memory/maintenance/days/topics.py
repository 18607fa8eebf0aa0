"""What a line of a day is about, by words that are data of each language (`[topics]`).

No topic rather than a wrong one: of a line that speaks of two kinds of things, or of none that
the words show, nothing is said; nor by one word that is `weak`, since a hall that is taken by a
wedding fair is nobody's wedding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from familiar_memory.domain.memory.record import TOPIC_NAMES
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.markers import Phrases
from familiar_memory.knowledge.reconcile.tokens import tokens_of

__all__ = ["common_topic", "topic_in"]

_RULE = "topics"
_WEAK = "weak"
"""Words that say something of a topic only together with another of its words."""


def topic_in(text: str) -> str | None:
    """The one topic of whose words the text has some; None where there is none, or several."""
    tokens = tokens_of(text)
    found = {name: said for name, one in _phrases().items() if (said := _said(one, tokens))}
    if len(found) != 1:
        return None
    ((name, said),) = found.items()
    return name if len(said) > 1 or not said <= _weak() else None


def _said(phrases: Phrases, tokens: Sequence[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(tokens[start:end]) for start, end in phrases.spans(tokens))


def common_topic(topics: Iterable[str | None]) -> str | None:
    """The topic that is named most; None where two are named as often, or none is."""
    counted = Counter(one for one in topics if one is not None).most_common(2)
    is_tied = len(counted) > 1 and counted[0][1] == counted[1][1]
    return None if is_tied or not counted else counted[0][0]


@lru_cache(maxsize=1)
def _weak() -> frozenset[tuple[str, ...]]:
    tables = language_tables(_RULE).values()
    return frozenset(tokens_of(word) for table in tables for word in table.get(_WEAK, ()))


@lru_cache(maxsize=1)
def _phrases() -> Mapping[str, Phrases]:
    tables = language_tables(_RULE).values()
    return {
        name: Phrases(word for table in tables for word in table.get(name, ()))
        for name in TOPIC_NAMES
    }
