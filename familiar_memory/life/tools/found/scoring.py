"""What a memory is worth as an answer: how well it matches, how new and how important it is."""

from __future__ import annotations

import math
from collections.abc import Collection
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from familiar_memory.index.words.tokens import content_terms

if TYPE_CHECKING:
    from familiar_memory.domain.memory.record import Moment
    from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["composite", "relevance"]

_LEAST, _MOST = 1, 10
_DAY_S = 86_400.0
_DECIMALS = 5


def relevance(asked: Collection[str], text: str, cosine: float | None, floor: float) -> float:
    """How well a text answers, from 0 to 1: by the share of the terms asked for, or by meaning.

    A cosine below the `floor` says nothing, and None is none.
    """
    said = content_terms(text)
    covered = sum(term in said for term in asked) / len(asked) if asked else 0.0
    told = cosine if cosine is not None and cosine >= floor else 0.0
    return min(max(covered, told, 0.0), 1.0)


def composite(
    relevant: float,
    learned: Moment | None,
    importance: int,
    now: datetime,
    weights: RankingWeights,
) -> float:
    """The weighted sum of relevance, recency and a tenth of the importance.

    What is dated in the future is of now; what is not dated is old. The weights need not sum to 1.
    """
    held = min(max(importance, _LEAST), _MOST) / _MOST
    score = (
        weights.semantic * relevant
        + weights.recency * _recency(learned, now, weights.decay)
        + weights.importance * held
    )
    return round(score, _DECIMALS)


def _recency(learned: Moment | None, now: datetime, decay: float) -> float:
    if learned is None:
        return 0.0
    if not isinstance(learned, datetime):
        learned = datetime.combine(learned, time.min, UTC)
    if learned.tzinfo is None:
        learned = learned.replace(tzinfo=UTC)
    days = max((now - learned).total_seconds(), 0.0) / _DAY_S
    return math.exp(-decay * days)
