"""Marks of memories that are forgotten: no digest of one is left for whoever guesses its words."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.erasure import Erasure
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.maintenance.consolidation.marks import MergeMarks, standing_digests
from familiar_memory.maintenance.consolidation.standing import StandingMemories
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore

__all__ = ["ForgottenMarks"]


@dataclass(frozen=True, slots=True)
class ForgottenMarks:
    """Drops (an `Erasable`) the marks of all memories that stand no more.

    After the notes were rewritten, and before the history is, which takes the bytes of the rows.
    What still stands keeps its marks, so nothing is merged again that somebody took apart. A note
    that cannot be read loses its own.
    """

    history: Watermarks
    store: NoteStore
    register: TreeRegister
    name: str = "marks of merging"

    def erase(self, what: Erasure) -> int:
        """Drop them; how many."""
        if what == Erasure():
            return 0
        marks, gone = self._gone()
        marks.drop(gone)
        return len(gone)

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """How many are there still."""
        gone = [] if what == Erasure() else self._gone()[1]
        return (f"{len(gone)} marks of memories that are gone are there",) if gone else ()

    def _gone(self) -> tuple[MergeMarks, list[str]]:
        marks = MergeMarks(self.history)
        if not marks.gone({}, is_all=True):
            return marks, []
        # Of whoever reads them, and by which predicates, marks know nothing.
        memories = StandingMemories(self.store, self.register, SHIPPED, EVERYONE)
        notes = {key: memories.read(key, one.text) for key, one in memories.notes().items()}
        return marks, marks.gone(standing_digests(notes), is_all=True)
