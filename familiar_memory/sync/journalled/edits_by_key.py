"""Between sync, which knows notes by their keys, and the journal, which knows them by paths."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.domain.tree import MEMORY
from familiar_memory.index.base import Index
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.sync.journalled.outside_edits import OutsideEdits
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vanishing import Known

__all__ = ["EditsByKey"]

_ABSENCES_MARK = "absences"
"""Notes that what had gone before this index knew of it was looked for: the journal was asked.

It goes with the index, however that is made anew and whoever does it.
"""


class EditsByKey:
    """Has edits journalled by the paths of the notes, and asks for what the index cannot know.

    Without `outside_edits`, where the tree can only be read, nothing is journalled or known.
    """

    def __init__(
        self, index: Index, register: TreeRegister, outside_edits: OutsideEdits | None
    ) -> None:
        """Nothing is compared yet."""
        self._index = index
        self._register = register
        self._outside_edits = outside_edits
        self._has_compared = False

    def met(self, source: str, changed: Sequence[str], removed: Sequence[str]) -> None:
        """Remember what was just found of these documents, until `note_met`; turns are no notes."""
        if self._outside_edits is not None and source == MEMORY:
            paths = map(self._register.last_path, removed)
            # What has lost its id stands where it stood: it is another note's change.
            gone = [path for path in paths if not self._register.is_there(path)]
            self._outside_edits.met(list(map(self._register.last_path, changed)), gone)

    def meet_moves(self) -> None:
        """Have it journalled that notes stand elsewhere which are known as what they were."""
        if self._outside_edits is not None:
            for old, new in self._register.moves():
                gone = () if self._register.is_there(old) else (old,)
                self._outside_edits.met((new,), gone)

    def note_met(self) -> None:
        """Journal what was met, as it stands now."""
        if self._outside_edits is not None:
            self._outside_edits.note_met()

    def deleted(self, known: Known) -> frozenset[str]:
        """Those of these notes that the journal has as deleted: an undo, say, is no accident."""
        if self._outside_edits is None:
            return frozenset()
        paths = {self._register.last_path(key): key for key in known}
        stood = {path: known[key].digest for path, key in paths.items()}
        return frozenset(paths[path] for path in self._outside_edits.deleted(stood))

    def look_at_all(self) -> bool:
        """Meet what the index knows nothing of: a tree seen for the first time, or by a new index.

        Whether the index knows too little to say what is gone.
        """
        edits = self._outside_edits
        if edits is None:
            return False
        if not edits.has_begun:
            edits.look_at_all()
            return False
        is_blind = self._index.mark(_ABSENCES_MARK) is None
        if not self._has_compared:
            is_blind |= edits.met_by_the_dead(self._revisions)
            self._has_compared = True
        return is_blind

    def settle_absences(
        self, report: SyncReport, *, is_blind: bool, is_allowed: bool
    ) -> SyncReport:
        """Journal what is gone where the index could not tell; what is held for a person."""
        if self._outside_edits is None:
            return SyncReport()
        sequence = self._index.sequence()
        absences = self._outside_edits.settle_absences(
            tuple(map(self._register.last_path, report.held)),
            is_blind=is_blind,
            is_allowed=is_allowed,
        )
        if is_blind and absences.is_settled:
            self._index.set_mark(_ABSENCES_MARK, "compared", if_at=sequence)
        return SyncReport(held=absences.held)

    def _revisions(self) -> dict[str, str]:
        known = self._index.known(MEMORY)
        return {self._register.last_path(key): document.digest for key, document in known.items()}
