"""Folders of conversations: turns, and questions with the turns that answer them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from benchmarks.recall.kinds import kind_of
from familiar_memory import Author, Turn

__all__ = ["Conversation", "Question", "Talk", "load_talk"]

_ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the refs of the turns that hold its answer, and the answer as it was given."""

    text: str
    evidence: frozenset[str]
    kind: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation of many sessions."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    @property
    def asker(self) -> Author:
        """Who asks: the person that spoke first, never an assistant."""
        people = (turn.author for turn in self.turns if turn.role.value != _ASSISTANT)
        return next(people, self.turns[0].author)


@dataclass(frozen=True, slots=True)
class Talk:
    """Conversations of one kind, by the name of their folder."""

    name: str
    conversations: tuple[Conversation, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those of all conversations, in their order."""
        return tuple(q for one in self.conversations for q in one.questions)

    @property
    def groups(self) -> tuple[int, ...]:
        """For each of `questions`, the number of its conversation."""
        return tuple(n for n, one in enumerate(self.conversations) for _ in one.questions)


def load_talk(folder: Path) -> Talk:
    """Every conversation of a folder, by name: `NAME/turns.jsonl` and `NAME/questions.jsonl`.

    Raises:
        FileNotFoundError: there is none.
        ValueError: a question has no evidence, or evidence that is no turn.
    """
    found = [_load(path.parent) for path in sorted(folder.glob("*/questions.jsonl"))]
    if not found:
        raise FileNotFoundError(
            f"{folder} holds no conversation; accepted is a folder of folders, each with"
            " turns.jsonl and questions.jsonl"
        )
    return Talk(folder.resolve().name, tuple(found))


def _load(folder: Path) -> Conversation:
    turns = tuple(Turn.from_json(line) for line in _lines(folder / "turns.jsonl"))
    known = {turn.ref for turn in turns}
    platform = turns[0].author.platform if turns else ""
    questions = tuple(
        _question(line, known, platform) for line in _lines(folder / "questions.jsonl")
    )
    return Conversation(folder.name, turns, questions)


def _question(line: dict[str, Any], known: set[str], platform: str) -> Question:
    evidence = frozenset(line["evidence"])
    if not evidence or evidence - known:
        raise ValueError(
            f"the question {line['question']!r} has the evidence {sorted(evidence)};"
            " accepted are one or more refs of turns of its conversation"
        )
    kind = kind_of(line["category"], platform)
    return Question(str(line["question"]), evidence, kind, str(line.get("answer") or ""))


def _lines(file: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in file.read_bytes().splitlines() if line.strip()]
