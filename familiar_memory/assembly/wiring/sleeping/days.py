"""Wire the step that writes the days."""

from __future__ import annotations

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup, markers_of
from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.days.day_writing import DayRules
from familiar_memory.maintenance.days.step import DaysStep
from familiar_memory.store.base import NoteStore
from familiar_memory.writers.model.extractor import ReplyLimits

__all__ = ["days_step"]


def days_step(setup: Setup, files: OpenFiles, store: NoteStore) -> DaysStep:
    """The step; a model is shown and may say as much as that of the writer."""
    settings, history, register = setup.settings, files.history, files.register
    given = settings.memory_writer
    rules = DayRules(
        note_rules(setup, history, register),
        markers_of(settings),
        ReplyLimits(given.prompt_chars, given.reply_tokens, given.reply_s),
        settings.sleep_cycle.lookback_hours,
    )
    return DaysStep(history, store, register, rules, files.journal)
