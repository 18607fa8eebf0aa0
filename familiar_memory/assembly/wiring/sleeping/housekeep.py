"""Wire the step that looks what a person may want to tidy up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.maintenance.sleep.step import SleepStep
    from familiar_memory.store.base import NoteStore

__all__ = ["housekeeping_step"]


def housekeeping_step(setup: Setup, files: OpenFiles, store: NoteStore) -> SleepStep:
    """`housekeep`: proposals into `review.md`; `store` is the one by which an index hears."""
    from familiar_memory.maintenance.housekeeping.step import Housekeeping

    return Housekeeping(
        store,
        files.history,
        files.journal,
        files.register,
        note_rules(setup, files.history, files.register),
        setup.settings.housekeeping,
        setup.paths.surveyed,
    )
