"""The usual ways to rank turns, on the same turns and with the same vectors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import bm25s
import numpy as np

from benchmarks.locomo_data import Ranked, Ranker
from familiar_memory import Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.index.arrays.lexical import LexicalWeights
from familiar_memory.index.base import Index
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.ranking.asked.question import read_question
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows
from familiar_memory.recall.ranking.rank import rank
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = [
    "BM25_ALONE",
    "bm25s_ranker",
    "content_vector_ranker",
    "fused",
    "vector_ranker",
    "weighted_ranker",
]

DEPTH = 100
RRF_K = 60
BM25_ALONE = RankingWeights(
    LexicalWeights(before=0, after=0, near=0),
    vector=0,
    date=0,
    speaker=0,
    question=0,
    importance=0,
    graph=0,
    diversity=0,
    floor=2,
    threshold=0,
)
"""Ours with every signal but the words of the turn itself switched off."""


def bm25s_ranker(turns: Sequence[Turn]) -> Ranker:
    """The library bm25s as it comes: its tokenizer, its stop words, no stemming."""
    index = bm25s.BM25()
    texts = [turn.text for turn in turns]
    index.index(bm25s.tokenize(texts, show_progress=False), show_progress=False)
    depth = min(DEPTH, len(turns))

    def rank_turns(question: str) -> list[Ranked]:
        asked = bm25s.tokenize([question], show_progress=False)
        rows, scores = index.retrieve(asked, k=depth, show_progress=False)
        return [_ranked(turns[row]) for row, s in zip(rows[0], scores[0], strict=True) if s > 0]

    return rank_turns


def vector_ranker(turns: Sequence[Turn], embedder: Embedder) -> Ranker:
    """Cosine of the whole question and the whole turn."""
    rows = embedder.embed_documents([turn.text for turn in turns])
    return lambda question: [
        _ranked(turns[row])
        for row in np.argsort(-(rows @ embedder.embed_query(question)), kind="stable")[:DEPTH]
    ]


def content_vector_ranker(turns: Sequence[Turn], embedder: Embedder) -> Ranker:
    """Cosine of what remains without stop words and the names of those who speak."""
    names = {word for turn in turns for word in content_words(turn.author.label)}

    def content(text: str) -> str:
        return " ".join(word for word in content_words(text) if word not in names)

    rows = embedder.embed_documents([content(turn.text) for turn in turns])
    return lambda question: [
        _ranked(turns[row])
        for row in np.argsort(-(rows @ embedder.embed_query(content(question))), kind="stable")[
            :DEPTH
        ]
    ]


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
        return [passages[ref] for ref in sorted(points, key=lambda ref: (-points[ref], ref))]

    return rank_turns


def weighted_ranker(
    turns: Sequence[Turn],
    index: Index,
    embedder: Embedder,
    now: datetime,
    weights: RankingWeights,
) -> Ranker:
    """The shipped ranking with other weights; the index must hold nothing but these turns."""
    snapshot = index.snapshot()
    masks = visible_rows(snapshot, Viewer(), Filters(now))
    ids = [int(passage) for segment in snapshot.segments for passage in segment.passage]
    by_ref = {turn.ref: turn for turn in turns}
    turn_of = {row: by_ref[passage.refs[0]] for row, passage in index.passages(ids).items()}

    def rank_turns(text: str) -> list[Ranked]:
        registers = snapshot.registers
        question = read_question(text, registers.words_of(range(len(registers.speakers.values))))
        vector = embedder.embed_query(question.content) if weights.vector else None
        found = rank(snapshot, masks, question, vector, weights, DEPTH)
        return [_ranked(turn_of[candidate.passage]) for candidate in found]

    return rank_turns


def _ranked(turn: Turn) -> Ranked:
    return Ranked((turn.ref,), len(turn.text))
