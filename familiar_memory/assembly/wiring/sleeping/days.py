"""Wire the step that writes the days."""

from __future__ import annotations

from familiar_memory.assembly.setup import Setup, markers_of
from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.history.base import History
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.days.step import DaysStep
from familiar_memory.maintenance.sleep.settings import SleepSettings
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.writers.model.extractor import ReplyLimits

__all__ = ["days_step"]


def days_step(
    setup: Setup,
    history: History,
    store: NoteStore,
    register: TreeRegister,
    journal: JournalReader,
    settings: SleepSettings,
) -> DaysStep:
    """The step; a model is shown and may say as much as that of the writer."""
    given = setup.settings.memory_writer
    rules = DayRules(
        note_rules(setup, history, register),
        markers_of(setup.settings),
        ReplyLimits(given.prompt_chars, given.reply_tokens, given.reply_s),
        settings.lookback_hours,
    )
    return DaysStep(history, store, register, rules, journal)
