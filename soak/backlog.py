"""`python -m soak.backlog`: the writer is killed again and again over a long backlog of turns.

A run that nobody disturbed is the measure: every file of the tree, the ledger and the watermarks
have to be what they are there. The model is a pure function of what it is shown, and takes no time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

__all__ = ["BacklogModel", "Killed", "backlog", "kill_again_and_again", "main", "state_of", "write"]

_BEGAN = datetime(2026, 1, 5, 9, tzinfo=UTC)
_CLOCK = datetime(2027, 1, 1, tzinfo=UTC)
_ROOMS = (
    Place("discord", "tavern", "lantern"),
    Place("discord", "garden", "lantern"),
    Place("discord", "42", kind=PlaceKind.DM),
)
_PEOPLE = tuple(
    Author("discord", str(40 + at), name)
    for at, name in enumerate(("Rowan", "Bex", "Gus", "Ida", "Mo", "Zed"))
)
_SAID = (
    "I work at {thing} Records, in the cellar.",
    "I like {thing} more than anything, and I said so before.",
    "the {thing} expedition moves to the {number}th, tell everybody",
    "lol",
    "I am a failure with {thing}, I always was",
    "please never mention {thing} to me again",
    "Bex lives in {thing} these days, she told me {number} times",
    "we planted {thing} behind the shed, and {number} of them came up",
    "what do you think of {thing}?",
    "ok, good night everybody",
)
_THINGS = (
    *("Middlemarch", "Initech", "Durham", "barley", "saffron", "kites"),
    *("quince", "Acme", "lanterns", "otters", "basalt", "vellum"),
)
_PATIENCE_S = 120.0
_MOST_LIVES = 5_000


class Killed(NamedTuple):
    """How often the writer was killed, how often it ended by itself, and what was different."""

    kills: int
    lives: int
    differences: tuple[str, ...]


class BacklogModel:
    """Says something of the first turns of every page: a summary, a fact, a plan, a fear."""

    name = "scripted:backlog"

    async def complete(self, request: ChatRequest) -> Completion:
        """The same for the same page."""
        page = json.loads(request.messages[-1].text)
        return Completion(json.dumps(_reply(page)))

    async def close(self) -> None:
        """Nothing is open."""


def backlog(history: HistoryStore, turns: int, seed: int = 0) -> None:
    """Record so many turns, over days, in rooms of a guild and in private."""
    chance = random.Random(seed)
    at = _BEGAN
    said = []
    for number in range(turns):
        at += timedelta(minutes=chance.choice((1, 1, 2, 3, 5, 240 if number % 40 == 0 else 1)))
        text = chance.choice(_SAID).format(thing=chance.choice(_THINGS), number=number % 29 + 1)
        place = chance.choice((_ROOMS[0], _ROOMS[0], _ROOMS[1], _ROOMS[2]))
        author = _PEOPLE[2] if place is _ROOMS[2] else chance.choice(_PEOPLE)
        said.append(Turn(f"t{number}", at, place, author, text))
    history.record_many(said)


def write(
    folder: Path,
    batch_turns: int,
    progress: Callable[[BatchReport], None] | None = None,
    *,
    with_model: bool = True,
) -> WriteReport:
    """One run over all that waits there."""
    by_code = ExtractiveWriter()
    with HistoryStore(folder / "history.sqlite") as history:
        store = MemoryStore(folder / "memory")
        store.reconcile(sweep=True)
        writer = MemoryWriter(
            history,
            store,
            ModelWriter(by_code) if with_model else by_code,
            lambda: _CLOCK,
            WritingRules(UTC),
            batch_turns=batch_turns,
        )
        model = BacklogModel() if with_model else None
        return asyncio.run(write_up(writer, model, progress=progress))


def state_of(folder: Path) -> dict[str, object]:
    """Every file of the tree byte for byte, the ledger, and how far every reader has come."""
    memory = folder / "memory"
    files = [one for one in sorted(memory.rglob("*")) if one.is_file()]
    state: dict[str, object] = {
        str(one.relative_to(memory)): one.read_bytes()
        for one in files
        if ".index" not in one.parts and not one.name.endswith(".lock")
    }
    with HistoryStore(folder / "history.sqlite") as history:
        for entry in history.ledger.entries(limit=10**6):
            state[f"batch {entry.first}–{entry.last}"] = entry
        state |= {f"mark {name}": at for name, at in history.watermarks_like("").items()}
    return state


def kill_again_and_again(
    folder: Path, turns: int, kills: int, seed: int, *, batch_turns: int
) -> Killed:
    """Write a backlog up undisturbed, and once more with so many deaths; what is different."""
    whole, torn = folder / "whole", folder / "torn"
    whole.mkdir(parents=True)
    with HistoryStore(whole / "history.sqlite") as history:
        backlog(history, turns, seed)
    shutil.copytree(whole, torn)
    report = write(whole, batch_turns)
    if not report.is_complete:
        raise AssertionError(f"the undisturbed run did not end: {report}")
    chance = random.Random(seed)
    done = lives = 0
    pace = 0.5
    while lives < _MOST_LIVES:
        lives += 1
        batches = chance.choice((0, 0, 1, 1, 2)) if done < kills else None
        with _life(torn, batch_turns) as (child, heard):
            began = time.monotonic()
            pace_now = _wait_and_kill(child, heard, batches, chance.random() * pace)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        pace = pace_now or min(pace, time.monotonic() - began)
        done += code == -signal.SIGKILL
        if code == 0:
            break
    return Killed(done, lives, _differences(state_of(whole), state_of(torn)))


def main(arguments: list[str] | None = None) -> int:
    """Do it, and say what came out; 1 where anything is different."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--batch-turns", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        done = kill_again_and_again(
            Path(folder), given.turns, given.kills, given.seed, batch_turns=given.batch_turns
        )
    print(
        f"{given.turns:,} turns, killed {done.kills} times in {done.lives} lives, "
        f"{time.monotonic() - began:.0f} s: {len(done.differences)} differences"
    )
    for one in done.differences[:20]:
        print(f"  {one}")
    return 1 if done.differences else 0


@contextmanager
def _life(folder: Path, batch_turns: int) -> Iterator[tuple[int, int]]:
    """A process that writes; it says a byte after each batch."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        os.close(heard)
        with suppress(BaseException):
            done = write(folder, batch_turns, lambda _: _say(said))
            code = 0 if done.is_complete else 2
        os._exit(code)
    os.close(said)
    try:
        yield child, heard
    finally:
        os.close(heard)


def _say(where: int) -> None:
    os.write(where, b".")


def _wait_and_kill(child: int, heard: int, batches: int | None, more_s: float) -> float | None:
    """Kill it so long after so many batches, or let it end; how long a batch took, if any was."""
    began, seen, pace = time.monotonic(), 0, None
    while batches is None or seen < batches:
        ready, _, _ = select.select([heard], [], [], _PATIENCE_S)
        if not ready:
            break
        if not os.read(heard, 1):
            return pace
        seen += 1
        pace = (time.monotonic() - began) / seen
    select.select([], [], [], more_s)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return pace


def _differences(whole: dict[str, object], torn: dict[str, object]) -> tuple[str, ...]:
    names = sorted({*whole, *torn})
    return tuple(name for name in names if whole.get(name) != torn.get(name))


def _reply(page: dict[str, object]) -> dict[str, object]:
    summaries: list[dict[str, object]] = []
    operations: list[dict[str, object]] = []
    for part in page["talk"]:  # type: ignore[attr-defined]
        for turn in part["turns"][:8]:
            name, who, said = turn[0], turn[2], turn[3]
            summaries = summaries or [
                {"session": "s1", "text": "They talked.", "turn": name, "quote": said.split()[0]}
            ]
            words = said.split()
            if len(words) < 6:
                continue
            quote = " ".join(words[:5])
            operations.append(
                {
                    "op": "state",
                    "turn": name,
                    "quote": quote,
                    "person": who,
                    "aspect": "who",
                    "text": f"Said that {quote}.",
                    "certainty": "stated" if len(said) % 2 else "inferred",
                }
            )
    return {"summaries": summaries, "operations": operations}


if __name__ == "__main__":
    sys.exit(main())
