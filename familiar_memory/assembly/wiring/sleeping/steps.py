"""The steps of the night, as a table: each is built when its turn comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from familiar_memory.assembly.files import OpenFiles
from familiar_memory.assembly.setup import Setup
from familiar_memory.assembly.wiring.indexing import Indexing
from familiar_memory.assembly.wiring.sleeping.channels import channels_step
from familiar_memory.assembly.wiring.sleeping.consolidate import consolidate_step
from familiar_memory.assembly.wiring.sleeping.curate import curate_step
from familiar_memory.assembly.wiring.sleeping.days import days_step
from familiar_memory.assembly.wiring.sleeping.housekeep import housekeeping_step
from familiar_memory.assembly.wiring.sleeping.retain import index_refresh, retain_steps
from familiar_memory.maintenance.retention.retaining import RetainStep
from familiar_memory.maintenance.sleep.step import SleepStep
from familiar_memory.store.base import NoteStore

__all__ = ["STEPS"]


def _retain(setup: Setup, files: OpenFiles, store: NoteStore, indexing: Indexing) -> RetainStep:
    return retain_steps(setup, files, store, refresh=index_refresh(files, indexing))[0]


def _rooms(setup: Setup, files: OpenFiles, store: NoteStore, indexing: Indexing) -> RetainStep:
    return retain_steps(setup, files, store, refresh=index_refresh(files, indexing))[1]


STEPS: Final[Mapping[str, Callable[[Setup, OpenFiles, NoteStore, Indexing], SleepStep]]] = {
    "days": lambda setup, files, store, _: days_step(setup, files, store),
    "curate": lambda setup, files, store, _: curate_step(setup, files, store),
    "housekeep": lambda setup, files, store, _: housekeeping_step(setup, files, store),
    "retain": _retain,
    "channels": lambda setup, files, store, _: channels_step(setup, files, store),
    "retain-channels": _rooms,
    "consolidate": lambda setup, files, store, _: consolidate_step(setup, files, store),
}
"""Every step but that of the writer, which has a runner of its own."""
