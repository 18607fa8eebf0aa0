"""The step of the night that writes the days."""

from __future__ import annotations

from familiar_memory.history.base import History
from familiar_memory.maintenance.days.day_writing import DayRules, DayWriting
from familiar_memory.maintenance.days.days_run import DaysRun
from familiar_memory.maintenance.days.talk_reading import TalkReading
from familiar_memory.maintenance.of_talk.day_lines import DayLines
from familiar_memory.maintenance.sleep.going_back import GoingBack
from familiar_memory.maintenance.sleep.step import Night, StepRun
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader

__all__ = ["DaysStep"]


class DaysStep:
    """Writes what was said since the last time into `days/`, reach by reach.

    With a model it is worded by that, without one the best lines of the sessions are taken; so
    they are where the model gives no usable reply. Facts are the writer's: they are kept whether
    or not a day has anything new.
    """

    name = "days"

    def __init__(
        self,
        history: History,
        store: NoteStore,
        register: TreeRegister,
        rules: DayRules,
        journal: JournalReader | None = None,
    ) -> None:
        """The `journal` says what people have taken out of sessions and days."""
        self._history = history
        self._store = store
        self._register = register
        self._rules = rules
        self._journal = journal

    def run(self, night: Night) -> StepRun:
        """Do it. What arrives meanwhile waits for the next night.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        writing = DayWriting(self._history, self._store, self._register, self._rules)
        back = GoingBack(self._history, self.name, night.since)
        days = DayLines(self._store, self._rules.notes, self._journal, self._history, back)
        reading = TalkReading(
            self._history,
            self._store,
            self._register,
            self._rules,
            night.zone,
            days,
            self._journal,
        )
        report = yield from DaysRun(self._history, writing, reading, self._rules, night).all()
        if not night.is_dry_run:
            days.done()
        return report
