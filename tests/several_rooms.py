"""A chat over three rooms that know nothing of each other, and a scripted model."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from familiar_memory import Author, Familiar, Place, Turn
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.talk.place import PlaceKind
from familiar_memory.llm.base import ChatMessage
from familiar_memory.testing import FixedClock, HashEmbedder, ScriptedModel

__all__ = ["CELLAR", "DM", "GUS", "ROWAN", "TAVERN", "Rooms", "idle", "tree_of"]

ROWAN, GUS = Author("discord", "42", "Rowan"), Author("discord", "7", "Gus")
TAVERN = Place("discord", "tavern", "lantern")
CELLAR = Place("discord", "cellar", "lantern", private=True)
DM = Place("discord", "42", kind=PlaceKind.DM)
_AT = datetime(2026, 2, 2, 19, tzinfo=UTC)
_SETTINGS = '[character]\nname = "Ember"\n[memory_writer]\nturn_threshold = 1\ndebounce = 0\n'

Saying = tuple[Place, Author, str]
Items = Mapping[str, Sequence[Mapping[str, Any]]]


class Rooms:
    """A familiar that writes after each message; `items` are what a model makes of one."""

    def __init__(self, home: Path, items: Items | None = None, said: int = 0) -> None:
        """So many messages were `said` before."""
        self._home = home
        self._items = items
        self._said = said
        self.asked: list[str] = []
        """What the model was shown, call for call."""

    def live(
        self,
        then: Callable[[Familiar], Awaitable[None]],
        home: Path | None = None,
        *,
        auto_write: bool = True,
    ) -> None:
        """Open it (in another folder), do that, and close it."""
        paths = FamiliarPaths(home or self._home, "ember")
        paths.memory.mkdir(parents=True, exist_ok=True)
        paths.character.write_text(_SETTINGS, "utf-8")

        async def all_of_it() -> None:
            async with Familiar(
                paths,
                clock=FixedClock(_AT + timedelta(hours=2)),
                embedder=HashEmbedder(),
                models=self._models(),
                auto_write=auto_write,
            ) as familiar:
                await asyncio.wait_for(then(familiar), 60)

        asyncio.run(all_of_it())

    async def say(self, familiar: Familiar, *sayings: Saying, only: Place | None = None) -> None:
        """One message after the other; each is written up before the next comes.

        With an `only` place, nobody says what is said in others.
        """
        for place, author, text in sayings:
            self._said += 1
            if only not in (None, place):
                continue
            at = _AT + timedelta(minutes=self._said)
            await familiar.record(Turn(f"m{self._said}", at, place, author, text))
            await idle(familiar)

    def leave(self, home: Path) -> None:
        """Put there what a process that is killed at this moment leaves."""
        shutil.copytree(self._home, home)

    def _models(self) -> dict[str, ScriptedModel]:
        if self._items is None:
            return {}
        return {"memory_writer": ScriptedModel(*[self._reply] * 99)}

    def _reply(self, messages: Sequence[ChatMessage]) -> str:
        page = json.loads(messages[1].text)
        turns = [turn for session in page["talk"] for turn in session["turns"]]
        self.asked.append(messages[1].text)
        items = [
            {"turn": name, "certainty": "stated", "person": who} | item
            for name, _, who, text in turns
            for item in (self._items or {}).get(text, ())
        ]
        return json.dumps({"summaries": [], "operations": items})


async def idle(familiar: Familiar) -> None:
    """Wait until all that was said is written up."""
    scheduler = familiar.writing.scheduler
    while scheduler is not None and (scheduler.waiting or scheduler.is_running):
        if scheduler._worker is None:
            await asyncio.sleep(0)
        else:
            await asyncio.wait({scheduler._worker})


def tree_of(home: Path) -> dict[str, str]:
    """Every note and list below the memory of the familiar, whole."""
    memory = home / "ember" / "memory"
    found = sorted(one for one in memory.rglob("*.md") if ".index" not in one.parts)
    return {str(one.relative_to(memory)): one.read_text("utf-8") for one in found}
