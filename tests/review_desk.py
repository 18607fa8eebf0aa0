"""A tree with a journal and a list of proposals, as people and the engine take turns at it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from familiar_memory.domain.closing import ClosedAtEnd
from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.maintenance.review.reviewing import Reviewing
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.proposal import AddRecord
from familiar_memory.operations.review.holding import propose
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.table import item_of
from familiar_memory.store.base import Cause
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore

__all__ = ["NOTE", "Desk", "guess"]

NOTE = "people/discord-42.md"
_NOW = datetime(2026, 3, 1, 10, tzinfo=UTC)
_WRITER = Cause("memory_writer")


def guess(text: str, place: str | None = "discord-dm-42", ref: str = "t1") -> ReviewItem:
    """A line for Rowan's note, of which a writer is not sure."""
    fields = RecordFields(
        learned=date(2026, 2, 3), refs=(ref,), by="discord-42", place=place, source="inferred"
    )
    predicate, _, object_ = text.partition(":: ")
    is_fact = bool(object_)
    record = Record(text, fields, predicate=predicate if is_fact else None, object=object_ or None)
    item = item_of(AddRecord(NOTE, "Rowan", "Facts", record), "it is a guess")
    assert item is not None
    return item


class Desk(ClosedAtEnd):
    """One process at a tree: `with Desk(folder) as desk`."""

    def __init__(self, folder: Path, fs: FileSystem | None = None) -> None:
        self.folder = folder
        self.now = _NOW
        self.journal = AuditJournal(folder / "journal", fs=fs)
        self.store = MemoryStore(
            folder / "memory", fs=fs, journal=self.journal, clock=lambda: self.now
        )
        self.rules = NoteRules()
        self.review = Reviewing(
            self.store, self.journal, TreeRegister(self.store), self.rules, lambda: self.now, UTC
        )

    def close(self) -> None:
        """The process ends."""
        self.journal.close()

    @property
    def file(self) -> Path:
        """The list."""
        return self.folder / "memory" / "review.md"

    @property
    def text(self) -> str:
        """The list as it stands, line ends and all."""
        return self.file.read_bytes().decode() if self.file.exists() else ""

    @property
    def note(self) -> str:
        """The note that proposals are for."""
        file = self.folder / "memory" / NOTE
        return file.read_text() if file.exists() else ""

    def hold(self, *items: ReviewItem) -> bool:
        """A writer puts proposals into the list."""
        return propose(self.store, items, TreeRegister(self.store), self.rules.vocabulary, _WRITER)

    def save(self, text: str | None, *, age_s: float = 60.0) -> None:
        """A person saves the list in an editor, or deletes it (None), so many seconds ago."""
        if text is None:
            self.file.unlink(missing_ok=True)
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(text.encode())
        at = (self.now - timedelta(seconds=age_s)).timestamp()
        os.utime(self.file, (at, at))

    def tick(self, *items: ReviewItem) -> None:
        """A person ticks proposals."""
        text = self.text
        for item in items:
            lines = [one for one in text.splitlines() if one.endswith(f"^{item.id}")]
            text = text.replace(lines[0], lines[0].replace("[ ]", "[x]", 1))
        self.save(text)

    def without(self, items: Iterable[ReviewItem]) -> str:
        """The list without these proposals, line by line."""
        ids = {item.id for item in items}
        kept, is_gone = [], False
        for line in self.text.splitlines(keepends=True):
            if line.startswith("- "):
                is_gone = line.rstrip().rpartition("^")[2] in ids
            elif not line.startswith("  "):
                is_gone = False
            if not is_gone:
                kept.append(line)
        return "".join(kept)
