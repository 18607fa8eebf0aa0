"""Leave one conversation out: tune the weights on the others, measure on the one held out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

from benchmarks.locomo_data import Conversation, Score, score
from benchmarks.locomo_peers import weighted_ranker
from benchmarks.report import Table
from benchmarks.scratch import scratch_folder
from familiar_memory import EmbeddingIndex, HistoryStore, build_if_stale
from familiar_memory.clock import SystemClock
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.arrays.lexical import LexicalWeights
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["held_out"]

_PASSES = 2
_SHIPPED = LexicalWeights()


@dataclass(frozen=True, slots=True)
class _Point:
    """One choice of every constant; begins far from the shipped one on purpose."""

    reach: float = 0.6
    k1: float = 1.2
    b: float = 0.75
    vector: float = 0.05
    date: float = 0.5
    speaker: float = 0.1
    question: float = 0.0

    def weights(self) -> RankingWeights:
        """As the ranking wants them; `reach` scales all neighbours."""
        before, after = self.reach * _SHIPPED.before, self.reach * _SHIPPED.after
        return RankingWeights(
            LexicalWeights(self.k1, self.b, before, after),
            vector=self.vector,
            date=self.date,
            speaker=self.speaker,
            question=self.question,
        )


_GRID: dict[str, tuple[float, ...]] = {
    "reach": (0.6, 0.8, 1.0, 1.2),
    "k1": (0.5, 0.7, 1.0, 1.2),
    "b": (0.4, 0.5, 0.6, 0.75),
    "vector": (0.05, 0.1, 0.2, 0.3, 0.4),
    "date": (0.5, 1.0, 2.0, 3.0),
    "speaker": (0.1, 0.2, 0.4, 0.6),
    "question": (0.0, 0.1, 0.2, 0.3),
}

_Measure = Callable[[_Point], Sequence[Score]]


def held_out(conversations: Sequence[Conversation]) -> Table:
    """One row a conversation: the constants that the others chose, and what they gave."""
    with contextlib.ExitStack() as stack:
        measure = _cached(_opened(conversations, stack))
        rows, total = [], Score((), ())
        for number, conversation in enumerate(conversations):
            point = _best(measure, without=number)
            result = measure(point)[number]
            total += result
            rows.append((conversation.name, *_cells(result), _in_words(point)))
    return Table(
        "LoCoMo: constants chosen on the other conversations",
        ("held out", "recall@10", "evidence", "chosen"),
        (*rows, ("all questions", *_cells(total), "")),
        ("The signals themselves were found looking at all three: mildly optimistic.",),
    )


def _opened(conversations: Sequence[Conversation], stack: contextlib.ExitStack) -> _Measure:
    """Index every conversation once; what comes back ranks with any constants."""
    embedder = StaticEmbedder()
    indexes = []
    for conversation in conversations:
        folder = stack.enter_context(scratch_folder())
        history = stack.enter_context(HistoryStore(folder / "history.sqlite"))
        history.record_many(conversation.turns)
        identity = IndexIdentity(embedder.id.key, embedder.id.dimension, "benchmark")
        index = EmbeddingIndex(folder / "index.sqlite", identity)
        stack.callback(index.close)
        build_if_stale(index, (ConversationSource(history),), embedder)
        indexes.append((conversation, index))
    now = SystemClock().now()
    return lambda point: [
        score(weighted_ranker(c.turns, index, embedder, now, point.weights()), c.questions)
        for c, index in indexes
    ]


def _cached(measure: _Measure) -> _Measure:
    known: dict[_Point, Sequence[Score]] = {}

    def look_up(point: _Point) -> Sequence[Score]:
        if point not in known:
            known[point] = measure(point)
        return known[point]

    return look_up


def _best(measure: _Measure, *, without: int) -> _Point:
    """Improve one constant after the other, never looking at the one held out."""

    def worth(point: _Point) -> float:
        seen = [s for n, s in enumerate(measure(point)) if n != without]
        total = sum(seen, Score((), ()))
        return total.mean_recall + total.mean_evidence

    point = _Point()
    for _ in range(_PASSES):
        for name, values in _GRID.items():
            point = max((replace(point, **{name: value}) for value in values), key=worth)
    return point


def _cells(result: Score) -> tuple[str, str]:
    return f"{result.mean_recall:.3f}", f"{result.mean_evidence:.3f}"


def _in_words(point: _Point) -> str:
    return ", ".join(f"{field.name} {getattr(point, field.name):g}" for field in fields(point))
