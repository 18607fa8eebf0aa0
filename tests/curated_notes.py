"""A tree with notes and days, a history behind them, and curation by hand: no loop, no model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from people_and_places import ROWAN, TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ModelError
from familiar_memory.knowledge.write_policy.markers import shipped_markers
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.curation.files import CurationFiles
from familiar_memory.maintenance.curation.step import CurationStep
from familiar_memory.maintenance.sleep.settings import SleepSettings
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.journal.curation_log import CurationLog
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import MemoryHistory

__all__ = ["KEY", "NIGHT", "Curated", "append"]

KEY = f"people/{ROWAN.slug}.md"
NIGHT = Night(datetime(2026, 2, 5, 2, tzinfo=UTC), UTC, "b1", has_model=True)
ALL = SleepSettings(curate_user_memory=True, curate_topics=True, curate_channels=True)


@dataclass(slots=True)
class Curated:
    """A familiar's notes under `folder`, and what the model was asked."""

    folder: Path
    settings: SleepSettings = ALL
    rules: NoteRules = field(default_factory=NoteRules)
    history: MemoryHistory = field(default_factory=MemoryHistory)
    asked: list[dict[str, Any]] = field(default_factory=list)
    fs: FileSystem | None = None
    store: MemoryStore = field(init=False)
    journal: AuditJournal = field(init=False)
    log: CurationLog = field(init=False)

    def __post_init__(self) -> None:
        self.journal = AuditJournal(self.folder / "journal", fs=self.fs)
        self.store = MemoryStore(self.folder / "memory", journal=self.journal, fs=self.fs)
        self.log = CurationLog(self.folder / "journal")

    def put(self, path: str, text: str | bytes) -> None:
        """Have a person write a note."""
        file = self.store.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, path: str = KEY) -> str:
        """The note, every byte of it."""
        return (self.store.root / path).read_bytes().decode()

    def said(
        self,
        day: int,
        ref: str,
        text: str,
        *,
        who: Author = ROWAN,
        place: Place = TAVERN,
    ) -> None:
        """Have somebody say something that the note of a day of February keeps."""
        moment = datetime.combine(date(2026, 2, day), time(19), UTC)
        self.history.record(Turn(ref, moment, place, author=who, text=text))
        folder = f"days/private/{place.slug}" if place.is_private else "days"
        path = f"{folder}/2026-02-{day:02}.md"
        file = self.store.root / path
        before = file.read_text("utf-8") if file.exists() else f"# Day {day}\n"
        heading = f"\n## {place.slug}\n\n"
        line = f"- {text} (2026-02-{day:02}, ref:{ref}, by:{who.slug}, in:{place.slug})\n"
        self.put(path, before + ("" if heading in before else heading) + line)

    def night(
        self, *replies: object, night: Night = NIGHT, settings: SleepSettings | None = None
    ) -> StepReport:
        """Go through a night by hand; a reply is a text, a list of operations, or an error."""
        left = list(replies)

        def next_of(_page: object) -> object:
            answer = left.pop(0)
            return answer() if callable(answer) else answer

        report = self.night_with(next_of, night, settings)
        assert not left
        return report

    def night_with(
        self,
        reply: Callable[[dict[str, Any]], object],
        night: Night = NIGHT,
        settings: SleepSettings | None = None,
    ) -> StepReport:
        """The same; the replies are what this says of each page."""
        register = TreeRegister(self.store)
        files = CurationFiles(self.store, register, self.history, self.log, self.journal)
        given, markers = settings or self.settings, shipped_markers()
        run = CurationStep(files, lambda: self.rules, given, markers).run(night)
        try:
            request = next(run)
            while True:
                self.asked.append(_page(request))
                answer = reply(self.asked[-1])
                if isinstance(answer, ModelError):
                    request = run.throw(answer)
                else:
                    request = run.send(_completion(answer))
        except StopIteration as end:
            report: StepReport = end.value
            return report


def append(line: str, *sources: str, heading: str = "About") -> Mapping[str, Any]:
    """An operation."""
    return {"op": "append", "heading": heading, "line": line, "from": list(sources) or ["d1"]}


def on(night: Night = NIGHT, **changes: Any) -> Night:
    """The same night, otherwise."""
    return replace(night, **changes)


def _page(request: ChatRequest) -> dict[str, Any]:
    page: dict[str, Any] = json.loads(request.messages[1].text)
    return page


def _completion(answer: object) -> Completion:
    if isinstance(answer, Completion):
        return answer
    if isinstance(answer, str):
        return Completion(answer)
    ops = (
        list(answer) if isinstance(answer, Iterable) and not isinstance(answer, dict) else [answer]
    )
    return Completion(json.dumps({"ops": ops}))
