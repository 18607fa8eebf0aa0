"""Every constant of the ranking, in one value; 0 switches a signal off."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.index.lexical import LexicalWeights

__all__ = ["RankingWeights"]


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """Measured on LoCoMo (`docs/recall.md`); the optimum is flat, so the numbers are round.

    `speaker`: how much more a passage counts whose author the question names.
    `date`: the same for one of the day, month or year that it names.
    `question`: how much less a passage counts that itself asks.
    `vector`: the share of the best cosine against the best lexical score.
    `cosine_floor`: below it, a passage without a common word is no answer.
    """

    lexical: LexicalWeights = field(default_factory=LexicalWeights)
    speaker: float = 0.3
    date: float = 1.0
    question: float = 0.2
    vector: float = 0.2
    cosine_floor: float = 0.35
