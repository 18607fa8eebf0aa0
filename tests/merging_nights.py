"""A tree whose memories are merged, in a night that a test drives by hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from familiar_memory.errors import ModelError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.consolidation.consolidate_step import ConsolidateStep
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.consolidation.settled import by_what
from familiar_memory.maintenance.consolidation.standing import StandingMemories
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.store.base import Cause
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk_reader import DiskReader
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.kept_of_notes import KeptOfNotes
from familiar_memory.store.memory_store import MemoryStore

__all__ = ["NOTE", "Merging", "line", "merging", "note_of"]

NOTE = "people/discord-42.md"
NOW = datetime(2026, 3, 1, 3, 0, tzinfo=UTC)
_Answer = Callable[[ChatRequest], str | ModelError]


def line(text: str, number: int = 1, more: str = "") -> str:
    """A line as the writer writes it."""
    return f"- {text} (2026-02-{number:02}, ref:t{number}, by:discord-42{more})"


def note_of(lines: Iterable[str]) -> str:
    """A note of a person with these lines."""
    return "# Rowan\n\n## Life\n\n" + "".join(f"{one}\n" for one in lines)


@dataclass
class Merging:
    """A tree, and the step over it; `asked` is what a model was asked."""

    store: MemoryStore
    journal: AuditJournal
    history: HistoryStore
    register: TreeRegister
    kept: Path
    settings: ConsolidationSettings = field(default_factory=ConsolidationSettings)
    asked: list[ChatRequest] = field(default_factory=list)

    def write(self, *lines: str, path: str = NOTE) -> None:
        """Have a note hold these lines."""
        self.store.write_file(path, note_of(lines), cause=Cause("memory_writer"))

    def text(self, path: str = NOTE) -> str:
        """What a note holds."""
        return self.store.read_file(path)

    def lines(self, path: str = NOTE) -> list[str]:
        """Its list items, as far as they are live, without their tails."""
        items = [one[2:] for one in self.text(path).splitlines() if one.startswith("- ")]
        return [one.split(" (2026")[0] for one in items if not one.startswith("~~")]

    def night(
        self,
        answer: _Answer | None = None,
        *,
        dry: bool = False,
        forced: bool = False,
        batch: str = "night",
        is_kept: bool = True,
        later: timedelta = timedelta(),
    ) -> StepReport:
        """Run the step; `answer` is what a model says, or the error with which it fails."""
        rules = NoteRules()
        memories = StandingMemories(self.store, self.register, SHIPPED, "everyone")
        step = ConsolidateStep(
            self.settings,
            memories,
            self.history,
            rules,
            lambda texts: Nearnesses(texts, None),
            lambda: KeptOfNotes(
                self.kept if is_kept else None, by_what(rules, self.settings, ""), later_ns
            ),
            self.journal,
        )
        night = Night(
            NOW + later, UTC, batch, is_dry_run=dry, is_forced=forced, has_model=answer is not None
        )
        run = step.run(night)
        try:
            came = next(run)
            while True:
                assert answer is not None
                self.asked.append(came)
                said = answer(came)
                came = run.throw(said) if isinstance(said, ModelError) else run.send(_reply(said))
        except StopIteration as end:
            report: StepReport = end.value
            return report


def later_ns() -> int:
    """No note is young: those of a test are saved right before a night."""
    return time.time_ns() + 10**10


def _reply(text: str) -> Completion:
    return Completion(text)


@contextmanager
def merging(folder: Path, fs: FileSystem | None = None) -> Iterator[Merging]:
    """Open one; what a crash cut off is settled first."""
    with (
        AuditJournal(folder / "journal", fs=fs) as journal,
        HistoryStore(folder / "history.sqlite") as history,
    ):
        store = MemoryStore(folder / "memory", journal=journal, clock=lambda: NOW, fs=fs)
        store.reconcile()
        (folder / "memory").mkdir(exist_ok=True)
        register = TreeRegister(DiskReader(folder / "memory"), folder / "register.json")
        yield Merging(store, journal, history, register, folder / "consolidated.json")
