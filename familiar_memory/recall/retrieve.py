"""Find passages: filter, score, read back, merge. The one path from a question to hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from familiar_memory.domain.search import SearchHit
from familiar_memory.embeddings.base import Embedder
from familiar_memory.errors import EmbedderError
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.segment import F32, Mask
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.merge import merge_by_ref
from familiar_memory.recall.question import read_question
from familiar_memory.recall.rank import rank
from familiar_memory.recall.visible import Filters, visible_rows
from familiar_memory.recall.weights import RankingWeights

__all__ = ["Retrieval", "Retriever"]

_SPARE = 3
"""Candidates read for each hit wanted: notes and turns of one memory become one hit."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Hits in order, and why the answer may be incomplete."""

    hits: tuple[SearchHit, ...]
    considered: int
    degraded: str | None = None


class Retriever:
    """Searches one index with one embedder; thread-safe, synchronous."""

    def __init__(
        self, index: EmbeddingIndex, embedder: Embedder, weights: RankingWeights | None = None
    ) -> None:
        self._index = index
        self._embedder = embedder
        self._weights = weights or RankingWeights()

    def retrieve(self, text: str, viewer: Viewer, filters: Filters, limit: int) -> Retrieval:
        """The best hits that this viewer may see; none when nothing is relevant.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        if limit <= 0 or not text.strip():
            return Retrieval((), 0)
        snapshot = self._index.snapshot()
        masks = visible_rows(snapshot, viewer, filters)
        question = read_question(text, _visible_names(snapshot, masks))
        vector, degraded = self._query_vector(question.content)
        wanted = _SPARE * limit + len(filters.exclude_refs)
        candidates = rank(snapshot, masks, question, vector, self._weights, wanted)
        stored = self._index.passages([c.passage for c in candidates])
        ranked = [
            (candidate, passage)
            for candidate in candidates
            if (passage := stored.get(candidate.passage)) is not None
            and not any((passage.place, ref) in filters.exclude_refs for ref in passage.refs)
        ]
        considered = sum(int(mask.sum()) for mask in masks)
        return Retrieval(tuple(merge_by_ref(ranked, limit)), considered, degraded)

    def _query_vector(self, text: str) -> tuple[F32 | None, str | None]:
        """Embed a question; a model that fails leaves lexical recall standing."""
        if not self._embedder.id.dimension:
            return None, None
        try:
            return self._embedder.embed_query(text), None
        except EmbedderError as problem:
            return None, f"lexical only: {problem.problem}"


def _visible_names(snapshot: Snapshot, masks: Sequence[Mask]) -> dict[str, set[int]]:
    """Words of names of those who speak within the masks: nobody else exists for a query."""
    speaks = np.zeros(len(snapshot.registers.authors.values), bool)
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        speaks[segment.author[mask]] = True
    visible = set(np.flatnonzero(speaks).tolist())
    names = ((word, who & visible) for word, who in snapshot.registers.name_words.items())
    return {word: who for word, who in names if who}
