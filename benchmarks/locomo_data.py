"""LoCoMo: conversations, questions, and the two measures of a ranking of turns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import orjson

from familiar_memory import Turn

__all__ = ["Conversation", "Question", "Ranked", "Ranker", "Score", "load_conversations", "score"]

TOP = 10
BUDGET_CHARS = 4_000
"""1,000 tokens at 4 characters a token."""


class Ranked(NamedTuple):
    """One ranked passage: the turns that it counts as, and the length of its text."""

    refs: Collection[str]
    chars: int


Ranker = Callable[[str], Sequence[Ranked]]
"""From a question to passages, the best first."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the refs of the turns that hold its answer."""

    text: str
    evidence: frozenset[str]
    category: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation of many sessions between two people."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Per question: turn recall@10, and evidence within 1,000 tokens."""

    recall: tuple[float, ...]
    evidence: tuple[float, ...]

    def __add__(self, other: Score) -> Score:
        """The questions of both."""
        return Score(self.recall + other.recall, self.evidence + other.evidence)

    @property
    def mean_recall(self) -> float:
        """Mean turn recall@10."""
        return float(np.mean(self.recall))

    @property
    def mean_evidence(self) -> float:
        """Mean evidence within 1,000 tokens."""
        return float(np.mean(self.evidence))


def load_conversations(folder: Path) -> list[Conversation]:
    """Every conversation of a folder, by name.

    Raises:
        FileNotFoundError: there is none.
    """
    found = [_load(path.parent) for path in sorted(folder.glob("*/questions.jsonl"))]
    if not found:
        raise FileNotFoundError("no */questions.jsonl in the folder given")
    return found


def score(ranker: Ranker, questions: Sequence[Question]) -> Score:
    """Put every question to a ranker."""
    ranked = [(ranker(question.text), question.evidence) for question in questions]
    return Score(
        tuple(_share(passages[:TOP], evidence) for passages, evidence in ranked),
        tuple(_share(_that_fit(passages), evidence) for passages, evidence in ranked),
    )


def _share(passages: Sequence[Ranked], evidence: frozenset[str]) -> float:
    found = {ref for passage in passages for ref in passage.refs}
    return len(evidence & found) / len(evidence)


def _that_fit(passages: Sequence[Ranked]) -> Sequence[Ranked]:
    used = 0
    for count, passage in enumerate(passages):
        used += passage.chars
        if used > BUDGET_CHARS:
            return passages[:count]
    return passages


def _load(folder: Path) -> Conversation:
    turns = tuple(Turn.from_json(line) for line in _lines(folder / "turns.jsonl"))
    questions = tuple(
        Question(str(line["question"]), frozenset(line["evidence"]), int(line["category"]))
        for line in _lines(folder / "questions.jsonl")
    )
    return Conversation(folder.name, turns, questions)


def _lines(file: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in file.read_bytes().splitlines() if line.strip()]
