"""A tree with a history and a list of proposals, that is tidied up night by night."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.maintenance.housekeeping.found.finders import all_found
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.housekeeping.step import Housekeeping
from familiar_memory.maintenance.review.report import ReviewReport
from familiar_memory.maintenance.review.reviewing import Reviewing
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.review.page import ReviewLine, review_lines
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.testing import MemoryHistory

__all__ = ["NIGHT", "HousekeepingDesk"]

NIGHT = datetime(2026, 3, 1, 2, tzinfo=UTC)
_LONG_AGO = NIGHT - timedelta(days=60)


class HousekeepingDesk:
    """One tree below a folder; people save notes in it, and nights pass."""

    def __init__(
        self,
        folder: Path,
        notes: Mapping[str, str],
        settings: HousekeepingSettings | None = None,
        max_file_bytes: int = 262_144,
    ) -> None:
        self.memory = folder / "memory"
        self.journal = AuditJournal(folder / "journal")
        self.store = MemoryStore(
            self.memory,
            limits=Limits(max_file_bytes=max_file_bytes),
            journal=self.journal,
            clock=lambda: NIGHT,
        )
        self.history = MemoryHistory()
        self.register = TreeRegister(self.store)
        self.rules = NoteRules()
        self.kept_views = folder / "surveyed.json"
        self.settings = settings or HousekeepingSettings()
        for path, text in {"home.md": "Begin here.\n", **notes}.items():
            self.save(path, text)

    def save(self, path: str, text: str) -> None:
        """A person saves a note, long ago."""
        file = self.memory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        os.utime(file, (_LONG_AGO.timestamp(), _LONG_AGO.timestamp()))
        self.register.look_at_all()

    def say(self, author: Author, text: str, number: int = 1) -> None:
        """Somebody writes a message in a room."""
        place = Place("discord", "tavern", "lantern")
        ref = f"{author.slug}-{number}"
        self.history.record(Turn(ref, NIGHT - timedelta(days=9), place, author, text))

    def night(self, *, is_dry_run: bool = False, later: timedelta = timedelta()) -> StepReport:
        """One run of the step."""
        run = self._step(self.kept_views).run(_night(later, is_dry_run=is_dry_run))
        try:
            next(run)
        except StopIteration as end:
            report: StepReport = end.value
            return report
        raise AssertionError("housekeeping asks no model")

    def found(self, *, kept: bool) -> dict[str, list[str]]:
        """The ids of what a look finds, by kind, with or without what is kept of earlier ones."""
        look = self._step(self.kept_views if kept else None).look(_night(is_dry_run=True))
        return {kind: [one.id for one in items] for kind, items in all_found(look).by_kind.items()}

    def look(self) -> None:
        """A look at the tree of which is kept what a night keeps."""
        self._step(self.kept_views).look(_night())

    @staticmethod
    def now_ns() -> int:
        """No note is young: those of a test are saved right before a night."""
        return time.time_ns() + 10**10

    def _step(self, kept_views: Path | None) -> Housekeeping:
        return Housekeeping(
            self.store,
            self.history,
            self.journal,
            self.register,
            self.rules,
            self.settings,
            kept_views,
            self.now_ns,
        )

    @property
    def review(self) -> Reviewing:
        """What people decide in the list."""
        return Reviewing(self.store, self.journal, self.register, self.rules, lambda: NIGHT, UTC)

    @property
    def list(self) -> str:
        """The list as it stands."""
        file = self.memory / "review.md"
        return file.read_bytes().decode() if file.exists() else ""

    @property
    def lines(self) -> dict[str, ReviewLine]:
        """What stands in the list, by the text of its first line."""
        return {one.record.text: one for one in review_lines(self.list, self.rules.vocabulary)}

    def waiting(self) -> list[str]:
        """The first lines of what waits."""
        return [one.text for one in self.review.look().waiting]

    def accept_all(self) -> ReviewReport:
        """A person accepts everything that waits."""
        return self.review.accept([one.id for one in self.review.look().waiting])

    def read(self, path: str) -> str:
        """A note, byte for byte."""
        return (self.memory / path).read_bytes().decode()

    def files(self) -> dict[str, str]:
        """Every note but the list, byte for byte."""
        paths = (file.relative_to(self.memory).as_posix() for file in self.memory.rglob("*.md"))
        return {path: self.read(path) for path in sorted(paths) if path != "review.md"}

    def audiences(self) -> list[tuple[str, str]]:
        """Every record of the tree with for whom it is, wherever it stands."""
        found = []
        for path, text in self.files().items():
            key = self.register.key_of(path)
            for line in standing_lines(
                key, parse_note(text, self.rules.vocabulary, key), "everyone"
            ):
                found.append((line.record.text, line.audience))
        return sorted(found)


def _night(later: timedelta = timedelta(), *, is_dry_run: bool = False) -> Night:
    return Night(NIGHT + later, UTC, "batch", is_dry_run=is_dry_run)
