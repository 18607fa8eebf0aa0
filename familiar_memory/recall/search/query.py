"""A question as it is put to an index."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["PATIENCE_S", "Query"]

PATIENCE_S: Final = 10.0
"""So long a question that nobody waits for with a clock in hand may take to embed."""


@dataclass(frozen=True, slots=True)
class Query:
    """One question, who asks it, of what, for how many hits, and what counts in them.

    `embedded_by` is a moment of `time.monotonic`: a question that is not embedded by then is
    answered by its words.
    """

    text: str
    viewer: Viewer
    filters: Filters
    limit: int
    weights: RankingWeights = field(default_factory=RankingWeights)
    embedded_by: float = field(default_factory=lambda: monotonic() + PATIENCE_S)

    @property
    def asks_nothing(self) -> bool:
        """Whether no hit can come of it."""
        return self.limit <= 0 or not self.text.strip()
