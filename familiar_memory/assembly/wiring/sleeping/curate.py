"""Wire the curation of notes."""

from __future__ import annotations

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup, markers_of
from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.curation.files import CurationFiles
from familiar_memory.maintenance.curation.step import CurationStep
from familiar_memory.maintenance.sleep.step import SleepStep
from familiar_memory.store.base import NoteStore

__all__ = ["curate_step"]


def curate_step(setup: Setup, files: OpenFiles, store: NoteStore) -> SleepStep:
    """Curation as the settings have it."""
    history, register = files.history, files.register
    return CurationStep(
        CurationFiles(store, register, history, files.journal.curation_log(), files.journal),
        lambda: note_rules(setup, history, register),
        setup.settings.sleep_cycle,
        markers_of(setup.settings),
    )
