"""A long backlog of turns, a model that says something of each page, and what both leave.

The model is a pure function of what it is shown, and takes no time.
"""

from __future__ import annotations

import asyncio
import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.model.extractor import ModelWriter
from familiar_memory.writers.report import WriteReport
from familiar_memory.writers.write_up import write_up
from familiar_memory.writers.writing import WritingRules

__all__ = ["BacklogModel", "backlog", "state_of", "write"]

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
        return asyncio.run(write_up(writer, model))


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
