"""Wire what merges memories that say nearly the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.maintenance.consolidation.consolidate_step import ConsolidateStep
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.settled import by_what
from familiar_memory.maintenance.consolidation.standing import StandingMemories
from familiar_memory.store.kept_of_notes import KeptOfNotes

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.store.base import NoteStore

__all__ = ["consolidate_step"]


def consolidate_step(setup: Setup, files: OpenFiles, store: NoteStore) -> ConsolidateStep:
    """The step `consolidate`; memories are compared by the vectors with which recall is asked."""
    settings, rules = setup.settings, note_rules(setup, files.history, files.register)

    def embedder() -> Embedder | None:
        return files.embedders.of(files.index.snapshot().embedder)

    def kept() -> KeptOfNotes:
        compared_by = "" if (one := embedder()) is None else one.id.key
        made_for = by_what(rules, settings.consolidation, compared_by)
        return KeptOfNotes(setup.paths.consolidated, made_for)

    return ConsolidateStep(
        settings.consolidation,
        StandingMemories(store, files.register, setup.vocabulary, settings.audience.default),
        files.history,
        rules,
        lambda texts: Nearnesses(texts, embedder()),
        kept,
        files.journal,
    )
