"""The steps of the night, as a table."""

from __future__ import annotations

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup
from familiar_memory.assembly.wiring.indexing import Indexing
from familiar_memory.assembly.wiring.sleeping.channels import channels_step
from familiar_memory.assembly.wiring.sleeping.consolidate import consolidate_step
from familiar_memory.assembly.wiring.sleeping.curate import curate_step
from familiar_memory.assembly.wiring.sleeping.days import days_step
from familiar_memory.assembly.wiring.sleeping.housekeep import housekeeping_step
from familiar_memory.assembly.wiring.sleeping.retain import index_refresh, retain_steps
from familiar_memory.maintenance.sleep.step import SleepStep
from familiar_memory.store.base import NoteStore

__all__ = ["sleep_steps"]


def sleep_steps(
    setup: Setup, files: OpenFiles, store: NoteStore, indexing: Indexing
) -> tuple[SleepStep, ...]:
    """Every step but that of the writer, which has a runner of its own."""
    return (
        days_step(setup, files, store),
        curate_step(setup, files, store),
        housekeeping_step(setup, files, store),
        channels_step(setup, files, store),
        *retain_steps(setup, files, store, refresh=index_refresh(files, indexing)),
        consolidate_step(setup, files, store),
    )
