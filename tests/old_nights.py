"""A tree, a journal and a history at one moment, and the two sweeps that take what is old."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from people_and_places import DM, ROWAN

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.history.ledger.watermarks import WRITER
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.maintenance.retention.old_notes import OldNotes
from familiar_memory.maintenance.retention.old_talk import OldTalk
from familiar_memory.maintenance.retention.retaining import ClearableLog, RetainStep
from familiar_memory.maintenance.retention.retention_days import RetentionDays
from familiar_memory.maintenance.retention.talk_readers import (
    TalkReader,
    batch_reader,
    writer_reader,
)
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.store.base import Cause
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore

__all__ = ["NOW", "OldWorld", "old_world", "swept"]

NOW = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)


def swept(step: RetainStep, night: Night) -> StepReport:
    """Drive a step that asks nobody to its end."""
    run = step.run(night)
    try:
        next(run)
    except StopIteration as end:
        report: StepReport = end.value
        return report
    raise AssertionError("it asked a model")


@dataclass
class OldWorld:
    """What was written and said, on a disk that a test may let fail."""

    folder: Path
    store: MemoryStore
    journal: AuditJournal
    history: HistoryStore
    clock: list[datetime]
    refreshed: list[int] = field(default_factory=list)
    now: datetime = NOW

    def write(self, path: str, text: str, source: str = "memory_writer") -> None:
        """Have a note be written by a program, or by whoever `source` is."""
        self.store.write_file(path, text, cause=Cause(source))

    def say(self, ref: str, days_ago: float, text: str = "", place: Place = DM) -> None:
        """Have Rowan say something so many days before the night; it is written up."""
        said = self.now - timedelta(days=days_ago)
        self.history.record(Turn(ref, said, place, ROWAN, text or f"words of {ref}"))
        self.history.set_watermark(self.history.latest_id(), WRITER)

    def step(
        self,
        own: int = 0,
        rooms: int = 0,
        audit: int = 0,
        *,
        sweep: TalkKind = TalkKind.OWN,
        zone: tzinfo = UTC,
        readers: Sequence[TalkReader] = (),
        logs: Sequence[ClearableLog] = (),
    ) -> RetainStep:
        """A sweep with these days; the writer reads, and so do these `readers`."""
        every = (writer_reader(self.history), batch_reader(self.history), *readers)
        return RetainStep(
            sweep,
            RetentionDays(own, rooms, audit, zone),
            OldNotes(self.store, self.journal, SHIPPED, zone),
            OldTalk(self.history, every, lambda: self.refreshed.append(1)),
            self.journal,
            logs,
        )

    def night(self, *, dry: bool = False, days_later: int = 0) -> Night:
        """The night, or one that many days later."""
        at = self.now + timedelta(days=days_later)
        self.clock[0] = at
        return Night(at, UTC, f"night-{days_later}", is_dry_run=dry)

    def notes(self) -> list[str]:
        """What stands in the tree."""
        return list(self.store.glob("**/*.md"))

    def said(self) -> dict[str, str]:
        """What is left of each message."""
        turns = self.history.every_turn_after(0, 1000)
        return {one.turn.ref: one.turn.text for one in turns}

    def bytes(self) -> bytes:
        """Every byte of the history and of the journal's versions."""
        files = [*self.folder.glob("history.sqlite*"), *self.folder.glob("journal/*")]
        return b"".join(file.read_bytes() for file in sorted(files) if file.is_file())


@contextmanager
def old_world(folder: Path, fs: FileSystem | None = None) -> Iterator[OldWorld]:
    """Open one; what a crash cut off is settled, as whoever opens a familiar does."""
    clock = [NOW - timedelta(days=400)]
    with (
        AuditJournal(folder / "journal", fs=fs) as journal,
        HistoryStore(folder / "history.sqlite") as history,
    ):
        store = MemoryStore(folder / "memory", journal=journal, clock=lambda: clock[0], fs=fs)
        store.reconcile()
        yield OldWorld(folder, store, journal, history, clock)
