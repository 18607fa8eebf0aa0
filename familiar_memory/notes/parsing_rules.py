"""By which rules notes are read: those of one familiar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary

__all__ = ["ParsingRules"]


@dataclass(frozen=True, slots=True)
class ParsingRules:
    """What the lines of notes mean.

    `policy` says how far a name carries: a passage is found by the names that everybody
    knows who may know the passage.
    """

    default_audience: str = EVERYONE
    vocabulary: Vocabulary = SHIPPED
    count_tokens: Callable[[str], int] = estimate_tokens
    policy: AudiencePolicy = AudiencePolicy.GUILD
