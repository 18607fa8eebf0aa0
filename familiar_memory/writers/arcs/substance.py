"""Which talk has substance: more than greetings, thanks and short questions."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.knowledge.write_policy.markers import Markers
from familiar_memory.knowledge.write_policy.small_talk import is_small_talk
from familiar_memory.knowledge.write_policy.tokens import meaningful
from familiar_memory.writers.text.worth import telling_of

__all__ = ["LEAST_TURNS", "has_substance", "is_substantive"]

LEAST_TURNS = 3
"""Messages of substance that make a session worth a summary: below that they are the summary."""
_ENOUGH = 3
"""Words that say something: so many are of substance, in a question too."""


def is_substantive(words: str, markers: Markers | None = None) -> bool:
    """Whether a message is more than small talk, a greeting by name or a short question."""
    if is_small_talk(words, markers):
        return False
    return bool(telling_of(words).text) or len(meaningful(words)) >= _ENOUGH


def has_substance(messages: Iterable[str], markers: Markers | None = None) -> bool:
    """Whether enough of these messages are, to be summed up."""
    return sum(is_substantive(words, markers) for words in messages) >= LEAST_TURNS
