"""Wire what merges memories that say nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.consolidation.consolidate_step import ConsolidateStep
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.standing import StandingMemories

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.store.base import NoteStore

__all__ = ["consolidate_step"]


def consolidate_step(setup: Setup, files: OpenFiles, store: NoteStore) -> ConsolidateStep:
    """The step `consolidate`; memories are compared by the vectors with which recall is asked."""
    settings = setup.settings

    def nearness(texts: Sequence[str]) -> Nearnesses:
        return Nearnesses(texts, files.embedders.of(files.index.snapshot().embedder))

    return ConsolidateStep(
        settings.consolidation,
        StandingMemories(store, files.register, setup.vocabulary, settings.audience.default),
        files.history,
        note_rules(setup, files.history, files.register),
        nearness,
    )
