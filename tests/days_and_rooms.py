"""A familiar in which both steps that write into days are done, in any order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from day_lives import DAY, Sleeper
from room_nights import RoomLife

from familiar_memory.history.history_store import HistoryStore
from familiar_memory.store.journal.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore

__all__ = ["Both", "Edit"]

Edit = Callable[[str], str | None]


class Both:
    """A familiar with both steps; each is done by name."""

    def __init__(self, history: HistoryStore, store: MemoryStore, journal: AuditJournal) -> None:
        self.store = store
        self.history = history
        self.journal = journal
        self.days = Sleeper(history, store, journal=journal)
        self.rooms = RoomLife(history, store, journal=journal)

    def night(self, step: str, days: int = 0, **more: Any) -> None:
        """Have one of the steps done."""
        (self.days if step == "days" else self.rooms).sleep(days=days, **more)

    def edit(self, edit: Edit, *, is_noted: bool = False) -> None:
        """As an editor does, behind the store's back; None deletes the note."""
        path = self.store.root / DAY
        after = edit(path.read_text("utf-8"))
        if is_noted:
            self.store.delete(DAY) if after is None else self.store.write_file(DAY, after)
        else:
            path.unlink() if after is None else path.write_text(after, "utf-8")

    def told(self) -> list[str]:
        """The messages that the day tells of."""
        return [line.rpartition("^")[2] for line in self.days.lines().get(DAY, ())]
