"""Choose the constants on all kinds of talk but one, and measure on the one held out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from benchmarks.recall.data import Conversation, Talk
from benchmarks.recall.ours import weighted_ranker
from benchmarks.recall.scores import Score, score, together
from benchmarks.report import Table
from benchmarks.scratch import scratch_familiar
from familiar_memory import Familiar
from familiar_memory.index.arrays.lexical import LexicalWeights
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["held_out"]


@dataclass(frozen=True, slots=True)
class _Point:
    """One choice of every constant; begins far from the shipped one on purpose."""

    k1: float = 1.2
    b: float = 0.75
    before: float = 0.3
    after: float = 0.3
    reach: float = 120.0
    near: float = 0.0
    vector: float = 0.1
    date: float = 0.5
    speaker: float = 0.1
    myself: float = 0.0
    question: float = 0.0
    chance: float = 0.0

    def weights(self) -> RankingWeights:
        """As the ranking wants them."""
        return RankingWeights(
            LexicalWeights(self.k1, self.b, self.before, self.after, self.reach, self.near),
            vector=self.vector,
            date=self.date,
            speaker=self.speaker,
            myself=self.myself,
            question=self.question,
            chance=self.chance,
        )


_GRID: Mapping[str, tuple[float, ...]] = {
    "before": (0.3, 0.5, 0.7, 0.9),
    "after": (0.3, 0.5, 0.7),
    "reach": (120.0, 180.0, 240.0, 320.0),
    "k1": (0.5, 0.7, 1.0, 1.2),
    "b": (0.4, 0.5, 0.6, 0.75),
    "near": (0.0, 0.2, 0.4, 0.6),
    "vector": (0.1, 0.2, 0.3, 0.4, 0.5),
    "date": (0.5, 1.0, 2.0, 3.0),
    "speaker": (0.1, 0.2, 0.4, 0.6),
    "myself": (0.0, 0.1, 0.2, 0.3),
    "question": (0.0, 0.1, 0.2, 0.3),
    "chance": (0.0, 0.1, 0.15, 0.25),
}

_Measure = Callable[[_Point], Sequence[Score]]
"""The score of each kind of talk with these constants."""


def held_out(talks: Sequence[Talk]) -> Table:
    """One row a kind of talk: the constants that the others chose, and what they gave.

    Raises:
        ValueError: there is one kind only, and nothing to choose on.
    """
    if len(talks) < 2:
        raise ValueError("one folder was given to tune on: two or more kinds of talk are needed")
    with contextlib.ExitStack() as stack:
        measure = _cached([_opened(talk, stack) for talk in talks])
        rows = []
        for number, talk in enumerate(talks):
            point = _best(measure, without=number)
            result = measure(point)[number]
            cells = f"{result.recall.mean():.3f}", f"{result.evidence.mean():.3f}"
            rows.append((talk.name, *cells, _in_words(point)))
    return Table(
        "Constants chosen on the other kinds of talk, each counting the same",
        ("held out", "recall@10", "evidence", "chosen"),
        tuple(rows),
        ("The mechanisms were found looking at all of these: mildly optimistic.",),
    )


_Opened = Sequence[tuple[Conversation, Familiar]]


def _opened(talk: Talk, stack: contextlib.ExitStack) -> _Opened:
    """Index every conversation once; then it is asked with any constants."""
    return [(one, stack.enter_context(_indexed(one))) for one in talk.conversations]


@contextlib.contextmanager
def _indexed(conversation: Conversation) -> Iterator[Familiar]:
    with scratch_familiar("static") as (_, familiar), asyncio.Runner() as runner:
        runner.run(familiar.start())
        try:
            runner.run(familiar.record_many(conversation.turns))
            runner.run(familiar.settle())
            yield familiar
        finally:
            runner.run(familiar.close())


def _cached(opened: Sequence[_Opened]) -> _Measure:
    known: dict[_Point, Sequence[Score]] = {}

    def look_up(point: _Point) -> Sequence[Score]:
        if point not in known:
            weights = point.weights()
            known[point] = [
                together(
                    score(weighted_ranker(familiar, weights), conversation.questions)
                    for conversation, familiar in talk
                )
                for talk in opened
            ]
        return known[point]

    return look_up


def _best(measure: _Measure, *, without: int) -> _Point:
    """Improve one constant after the other, never looking at the one held out."""

    def worth(point: _Point) -> float:
        seen = [one for n, one in enumerate(measure(point)) if n != without]
        return float(sum(one.recall.mean() + one.evidence.mean() for one in seen))

    point = _Point()
    for name, values in _GRID.items():
        point = max((replace(point, **{name: value}) for value in values), key=worth)
    return point


def _in_words(point: _Point) -> str:
    return ", ".join(f"{field.name} {getattr(point, field.name):g}" for field in fields(point))
