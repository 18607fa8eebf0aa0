"""The shipped weights with one mechanism after the other switched off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from familiar_memory.index.arrays.lexical import LexicalWeights
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["ABLATIONS", "SHIPPED"]

SHIPPED = RankingWeights()
_WORDS = SHIPPED.lexical


ABLATIONS: Mapping[str, RankingWeights] = {
    "without neighbours": replace(SHIPPED, lexical=replace(_WORDS, neighbours=())),
    "neighbours ±1 only": replace(
        SHIPPED, lexical=replace(_WORDS, neighbours=_WORDS.neighbours[:2])
    ),
    "without vectors": replace(SHIPPED, vector=0.0),
    "without the mark-down of questions": replace(SHIPPED, question=0.0),
    "without the date": replace(SHIPPED, date=0.0),
    "without the speaker": replace(SHIPPED, speaker=0.0),
    "no floor of the cosine": replace(SHIPPED, floor=0.0),
    "textbook k1 1.2, b 0.75": replace(
        SHIPPED, lexical=LexicalWeights(1.2, 0.75, _WORDS.neighbours)
    ),
}
"""By what is off. All of them rank the same index through the same search."""
