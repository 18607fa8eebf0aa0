"""The measures of a ranking of turns, question by question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.recall.data import Question
from benchmarks.recall.packing import Ranked, Ranker, packed

__all__ = ["TOP", "Score", "by_kind", "found_share", "score", "together"]

TOP = 10

Values = NDArray[np.float64]
"""One value a question, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Score:
    """Per question: turn recall@10, and evidence within 1,000 tokens of whole turns."""

    recall: Values
    evidence: Values

    def __len__(self) -> int:
        """How many questions."""
        return len(self.recall)

    def of(self, chosen: Sequence[int]) -> Score:
        """The same of some of the questions, by their numbers."""
        return Score(self.recall[chosen], self.evidence[chosen])


def together(scores: Iterable[Score]) -> Score:
    """The questions of all, in their order."""
    given = tuple(scores)
    return Score(
        np.concatenate([one.recall for one in given]),
        np.concatenate([one.evidence for one in given]),
    )


def score(
    ranker: Ranker,
    questions: Sequence[Question],
    pack: Callable[[Sequence[Ranked]], Sequence[Ranked]] = packed,
) -> Score:
    """Put every question to a ranker."""
    ranked = [(ranker(question.text), question.evidence) for question in questions]
    return Score(
        np.array([found_share(_refs(found[:TOP]), wanted) for found, wanted in ranked]),
        np.array([found_share(_refs(pack(found)), wanted) for found, wanted in ranked]),
    )


def found_share(found: Collection[str], evidence: frozenset[str]) -> float:
    """The share of the evidence that is among what was found."""
    return len(evidence.intersection(found)) / len(evidence)


def by_kind(questions: Sequence[Question]) -> dict[str, list[int]]:
    """The numbers of the questions of each kind; the kinds by their names."""
    found: dict[str, list[int]] = {}
    for number, question in enumerate(questions):
        found.setdefault(question.kind, []).append(number)
    return dict(sorted(found.items()))


def _refs(passages: Iterable[Ranked]) -> set[str]:
    return {ref for passage in passages for ref in passage.refs}
