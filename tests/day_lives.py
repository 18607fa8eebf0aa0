"""A familiar that hears talk, writes it up and sleeps on it, with and without a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ModelError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.days.step import DaysStep
from familiar_memory.maintenance.sleep.going_back import ask_to_go_back
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

Says = Callable[[dict[str, Any]], object]
NIGHT = datetime(2026, 2, 3, 2, tzinfo=UTC)
EVENING = datetime(2026, 2, 2, 18, 40, tzinfo=UTC)
TAVERN = Place("discord", "tavern", "lantern")
GARDEN = Place("discord", "garden", "lantern")
DM = Place("discord", "42", kind=PlaceKind.DM)
MODS = Place("discord", "mods", "lantern", private=True)
DAY = "days/2026-02-02.md"
PRIVATE_DAY = "days/private/discord-dm-42/2026-02-02.md"


class Sleeper:
    """Its history and tree; what a model was asked is kept."""

    def __init__(
        self,
        history: HistoryStore,
        store: MemoryStore,
        zone: tzinfo = UTC,
        rules: DayRules | None = None,
        journal: JournalReader | None = None,
    ) -> None:
        self.history = history
        self.store = store
        self.zone = zone
        self.rules = rules or DayRules()
        self.journal = journal
        self.asked: list[ChatRequest] = []

    def hear(self, turns: Iterable[Turn], *, write: bool = True) -> None:
        """Record them, and write them up."""
        self.history.record_many(list(turns))
        if write:
            self.write_up()

    def write_up(self) -> None:
        """Write up what waits."""
        rules = WritingRules(self.zone, self.rules.notes)
        writer = MemoryWriter(self.history, self.store, ExtractiveWriter(), lambda: NIGHT, rules)
        writer.run()

    def step(self) -> DaysStep:
        """A step of a new process."""
        register = TreeRegister(self.store)
        return DaysStep(self.history, self.store, register, self.rules, self.journal)

    def sleep(
        self,
        says: Says | None = None,
        *,
        days: int = 0,
        is_dry_run: bool = False,
        since: datetime | None = None,
    ) -> StepReport:
        """A night; with `says`, a model makes of the page what is to be its reply."""
        at, batch = NIGHT + timedelta(days=days), f"night-{days}"
        if since is not None and not is_dry_run:
            ask_to_go_back(self.history, ["days"], since, at)
            since = None
        night = Night(at, self.zone, batch, is_dry_run, False, says is not None, since)
        run = self.step().run(night)
        try:
            request = next(run)
            while True:
                self.asked.append(request)
                assert says is not None
                try:
                    said = says(json.loads(request.messages[1].text))
                except ModelError as error:
                    request = run.throw(error)
                else:
                    text = said if isinstance(said, str) else json.dumps(said)
                    request = run.send(Completion(text))
        except StopIteration as ended:
            report: StepReport = ended.value
            return report

    def tree(self, folder: str = "days") -> dict[str, str]:
        """The notes of a folder, by path."""
        paths = sorted(self.store.glob(f"{folder}/**/*.md" if folder else "**/*.md"))
        return {path: self.store.read_file(path) for path in paths}

    def lines(self, folder: str = "days") -> dict[str, list[str]]:
        """Their bullets."""
        return {
            path: [line for line in text.splitlines() if line.startswith("- ")]
            for path, text in self.tree(folder).items()
        }


def turn_of(page: dict[str, Any], words: str) -> str:
    """The id of the turn that says these words on a page."""
    turns = (turn for one in page["talk"] for turn in one["turns"])
    return next(turn[0] for turn in turns if words in turn[3])


def said(
    ref: str,
    text: str,
    who: str = "Rowan",
    place: Place = TAVERN,
    at: datetime = EVENING,
    **more: object,
) -> Turn:
    """A turn of somebody; of a name the id is always the same."""
    author = Author("discord", str(sum(map(ord, who))), who)
    return Turn(ref, at, place, author, text, **more)  # type: ignore[arg-type]
