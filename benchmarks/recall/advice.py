"""How often the bot's own turn is found by questions after it, such as "what did you advise?".

    python -m benchmarks.recall.advice [--data FOLDER]

Dialogues of this project's own (`tests/fixtures/advice`): one person with an assistant, a bot
with a character, friends with a bot among them; the turns of people say similar things. Each
conversation is asked in a familiar of its own, and once more with all of them in one. "Without
the cue" leaves everything of the question but that it is after the bot's words.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np

from benchmarks.recall.data import Conversation, load_talk
from benchmarks.report import Table, show
from benchmarks.scratch import scratch_familiar
from familiar_memory import Familiar
from familiar_memory.recall.ranking.asked import question as reading

__all__ = ["run"]

_DATA = Path(__file__).parents[2] / "tests/fixtures/advice"
_DEPTHS = (1, 3, 10)


def run(folder: Path = _DATA) -> list[Table]:
    """Put all questions, with the cue and without."""
    conversations = load_talk(folder).conversations
    rows = []
    for name, familiars in (
        ("one familiar a conversation", [[one] for one in conversations]),
        ("all in one familiar", [conversations]),
    ):
        for cue, ranks in asyncio.run(_ranks(familiars)).items():
            shares = (f"{np.mean(np.array(ranks) < depth):.3f}" for depth in _DEPTHS)
            rows.append((f"{name}, {cue}", str(len(ranks)), *shares))
    heads = ("ranking", "questions", *(f"recall@{depth}" for depth in _DEPTHS))
    return [Table("What the bot itself has said", heads, tuple(rows))]


async def _ranks(familiars: Sequence[Sequence[Conversation]]) -> dict[str, list[int]]:
    """At which rank each question finds its turn, from 0, with the cue and without."""
    found: dict[str, list[int]] = {"without the cue": [], "with the cue": []}
    for conversations in familiars:
        with scratch_familiar("static") as (_, familiar):
            async with familiar:
                for one in conversations:
                    await familiar.record_many(one.turns)
                await familiar.settle()
                with _without_cue():
                    found["without the cue"] += await _of(familiar, conversations)
                found["with the cue"] += await _of(familiar, conversations)
    return found


async def _of(familiar: Familiar, conversations: Sequence[Conversation]) -> list[int]:
    return [
        await _rank(familiar, question.text, next(iter(question.evidence)), one)
        for one in conversations
        for question in one.questions
    ]


async def _rank(familiar: Familiar, question: str, ref: str, within: Conversation) -> int:
    wanted = next(turn.text for turn in within.turns if turn.ref == ref)
    hits = (await familiar.search(question, limit=max(_DEPTHS))).hits
    ranks = (rank for rank, hit in enumerate(hits) if hit.text == wanted)
    return next(ranks, max(_DEPTHS))


@contextmanager
def _without_cue() -> Iterator[None]:
    with patch.object(reading, "asks_bot", lambda _: False):
        yield


def main() -> None:
    """Measure the shipped dialogues, or others in the same form."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=_DATA)
    show(run(parser.parse_args().data))


if __name__ == "__main__":
    main()
