"""What bears a memory out: messages of whoever said it, and what earlier talks were about.

Words are compared whole, in any script: "art" is not in "party".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from familiar_memory.knowledge.reconcile.markers import Phrases
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.tokens import meaningful

__all__ = ["LEAST_SHARED", "Arc", "Terms", "arc_score", "is_borne_out", "says", "supporting"]

LEAST_SHARED = 2
"""Words that a message or a summary shares with a memory when it speaks of the same."""
_MANY_SHARED = 3
_OF_THE_OBJECT = 2
_LEAST_SCORE = 2
"""From which score on a summary speaks of a memory."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The words of a memory: all that count, and what it is about, which must stand as it is."""

    words: frozenset[str]
    object: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, about: str = "") -> Terms:
        """Those of what would be written, and of what it is about."""
        return cls(meaningful(f"{text} {about}"), tokens_of(about))

    def names_object(self, tokens: tuple[str, ...]) -> bool:
        """Whether what it is about stands there, word for word."""
        return bool(self.object) and Phrases((" ".join(self.object),)).are_in(tokens)

    def shared(self, tokens: Iterable[str]) -> int:
        """How many of its words stand there."""
        return len(self.words & set(tokens))


@dataclass(frozen=True, slots=True)
class Arc:
    """What a talk was about, line by line: its summary, themes, and what is open or resolved."""

    lines: tuple[str, ...]


def supporting(spoken: Mapping[int, str], terms: Terms) -> frozenset[int]:
    """The messages, by number, that name what a memory is about, or share its words."""
    return frozenset(turn for turn, text in spoken.items() if says(text, terms))


def says(message: str, terms: Terms, *, is_rule: bool = False) -> bool:
    """Whether a message says what a memory does, in words of the memory's own.

    Of a memory of one word that is enough. Of a rule it has half of the words: it stands in every
    prompt.
    """
    tokens = tokens_of(message)
    least = min(LEAST_SHARED, len(terms.words))
    least = max(least, (len(terms.words) + 1) // 2) if is_rule else least
    return terms.names_object(tokens) or 0 < least <= terms.shared(tokens)


def arc_score(arc: Arc, terms: Terms) -> int:
    """How much of a memory a summary has, from 0 to 4: that of the line that has most."""
    return max((_score(tokens_of(line), terms) for line in arc.lines), default=0)


def is_borne_out(arc: Arc, terms: Terms) -> bool:
    """Whether a summary speaks of a memory."""
    return arc_score(arc, terms) >= _LEAST_SCORE


def _score(tokens: tuple[str, ...], terms: Terms) -> int:
    shared = terms.shared(tokens)
    named = _OF_THE_OBJECT if terms.names_object(tokens) else 0
    return named + (shared >= LEAST_SHARED) + (shared >= _MANY_SHARED)
