"""The step of the night that keeps what rooms settle in their notes."""

from __future__ import annotations

from familiar_memory.history.base import History
from familiar_memory.maintenance.channels.night_work import MOST_PAGES, NightWork
from familiar_memory.maintenance.channels.room_reading import RoomReading
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.channels.room_writing import RoomWriting
from familiar_memory.maintenance.channels.talk.marks import ROOMS_READ, RoomMarks
from familiar_memory.maintenance.channels.talk.rooms import (
    ActiveRooms,
    active_rooms,
    waiting_since,
)
from familiar_memory.maintenance.of_talk.day_lines import DayLines
from familiar_memory.maintenance.of_talk.withheld import WithheldTurns
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.as_said import AsSaid

__all__ = ["ChannelStep"]


class ChannelStep:
    """Finds the rooms that were active, and keeps what they decided, agreed on and took on.

    Direct messages and private rooms are rooms like others, each by itself: what is read, asked
    and written of one depends on its own talk and its own note. With a model it is asked a page at
    a time; what people say in plain words counts with and without one.
    """

    name = "channels"

    def __init__(
        self,
        history: History,
        store: NoteStore,
        register: TreeRegister,
        rules: RoomRules,
        journal: JournalReader | None = None,
    ) -> None:
        """The `journal` says what people have taken out of sessions and days."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self._journal = journal

    def run(self, night: Night) -> StepRun:
        """Go through every room in which something waits; what arrives meanwhile is for next time.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        if not (self._rules.is_enabled or night.is_forced):
            return StepReport(StepStatus.OFF)
        # Before the first turn is read: a night is long, and people edit and delete.
        as_said = AsSaid(self._history)
        back = GoingBack(self._history, self.name, night.since)
        marks, active = self._active(night, back)
        days = DayLines(self._store, self._rules.notes, self._journal, self._history, back)
        writing = RoomWriting(
            self._history, self._store, self._register, self._rules, days, self._journal
        )
        withheld = WithheldTurns(self._history, self._rules.markers)
        reading = RoomReading(writing, self._rules, withheld.has)
        work = NightWork(self._history, marks, back, reading, writing, night, as_said)
        report = yield from work.all(active)
        if not night.is_dry_run:
            days.done()
        return report

    def _active(self, night: Night, back: GoingBack) -> tuple[RoomMarks, ActiveRooms]:
        """What waits; where a person goes back, all since then, and what has waited longer."""
        history, marks, since = self._history, RoomMarks(self._history), back.since
        hours, room = self._rules.lookback_hours, MOST_PAGES * self._rules.page_chars
        if since is not None and back.is_new:
            since = min(since, waiting_since(history, marks, night.at, hours) or since)
            if not night.is_dry_run:
                back.begin(since, (ROOMS_READ,))
            marks = RoomMarks(history, anew=True)
        return marks, active_rooms(history, marks, night.at, hours, since, room)
