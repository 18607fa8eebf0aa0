"""Every constant of the ranking, in one value; 0 switches a signal off."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.index.lexical import LexicalWeights

__all__ = ["RankingWeights"]


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """Measured on LoCoMo (`docs/recall.md`); the optimum is flat, so the numbers are round.

    `vector`: what the best cosine is worth, as a share of the best lexical score.
    `date`: a date that the question names counts as so many terms, matched in full by
    the passages of that date. `speaker`: how much more a passage counts whose author
    the question names. `question`: how much less one counts that itself asks.
    `cosine_floor`: below it, a passage that shares no word with the question is no
    answer.
    """

    lexical: LexicalWeights = field(default_factory=LexicalWeights)
    vector: float = 0.2
    date: float = 2.0
    speaker: float = 0.4
    question: float = 0.2
    cosine_floor: float = 0.35
