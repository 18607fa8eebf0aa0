"""The usual ways to rank turns: whole turns, the same static vectors, no signal of ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import bm25s
import numpy as np
from numpy.typing import NDArray

from benchmarks.recall.packing import Ranked, Ranker
from familiar_memory import Turn
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.knowledge.words import content_words

__all__ = ["bm25_ranker", "bm25s_ranker", "fused", "vector_ranker"]

DEPTH = 200
"""Hits of a ranking; 60 starve a page of short turns."""
RRF_K = 60
_K1, _B = 0.7, 0.5
"""The constants of our own formula; on LoCoMo they are a point better than 1.2 and 0.75."""


def bm25s_ranker(turns: Sequence[Turn]) -> Ranker:
    """The library bm25s as it comes: its tokenizer, its stop words, no stemming."""
    index = bm25s.BM25()
    texts = [turn.text for turn in turns]
    index.index(bm25s.tokenize(texts, show_progress=False), show_progress=False)
    return _bm25(index, turns, lambda asked: bm25s.tokenize([asked], show_progress=False))


def bm25_ranker(turns: Sequence[Turn]) -> Ranker:
    """BM25 over our terms (folded, stemmed, no function words), and nothing else."""
    index = bm25s.BM25(k1=_K1, b=_B, method="lucene")
    index.index([_terms(turn.text) for turn in turns], show_progress=False)
    return _bm25(index, turns, lambda asked: [list(content_terms(asked))])


def vector_ranker(turns: Sequence[Turn]) -> Ranker:
    """Cosine of what remains without function words and the names of those who speak."""
    embedder = StaticEmbedder()
    names = {word for turn in turns for word in content_words(turn.author.label)}

    def content(text: str) -> str:
        return " ".join(word for word in content_words(text) if word not in names)

    rows = embedder.embed_documents([content(turn.text) for turn in turns])
    return lambda question: _ranked(turns, rows @ embedder.embed_query(content(question)))


def fused(first: Ranker, second: Ranker) -> Ranker:
    """Reciprocal rank fusion of two rankings, unweighted."""

    def rank_turns(question: str) -> list[Ranked]:
        points: dict[str, float] = {}
        passages: dict[str, Ranked] = {}
        for ranker in (first, second):
            for place, passage in enumerate(ranker(question), start=1):
                (ref,) = passage.refs
                points[ref] = points.get(ref, 0) + 1 / (RRF_K + place)
                passages[ref] = passage
        return [
            passages[ref]._replace(score=points[ref])
            for ref in sorted(points, key=lambda ref: (-points[ref], ref))
        ]

    return rank_turns


def _bm25(index: bm25s.BM25, turns: Sequence[Turn], tokens: Callable[[str], object]) -> Ranker:
    depth = min(DEPTH, len(turns))

    def rank_turns(question: str) -> list[Ranked]:
        asked = tokens(question)
        rows, scores = index.retrieve(asked, k=depth, show_progress=False)
        return [
            Ranked((turns[row].ref,), len(turns[row].text), float(score))
            for row, score in zip(rows[0], scores[0], strict=True)
            if score > 0
        ]

    return rank_turns


def _ranked(turns: Sequence[Turn], scores: NDArray[np.float32]) -> list[Ranked]:
    best = np.argsort(-scores, kind="stable")[:DEPTH]
    return [
        Ranked((turns[row].ref,), len(turns[row].text), float(scores[row]))
        for row in best
        if scores[row] > 0
    ]


def _terms(text: str) -> list[str]:
    return list(content_terms(text).elements())
