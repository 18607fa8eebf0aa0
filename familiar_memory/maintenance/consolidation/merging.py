"""One memory for several that say nearly the same, in the words of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import says_all_of
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.named.patch import RecordPatch

__all__ = ["BestWording", "PlannedMerge"]


class BestWording:
    """The words of the memory that says all that the others say; none are made up."""

    def merge(self, records: Sequence[Record]) -> str | None:
        """The longest that says all that the others say, else None; of equal ones the newest."""
        wordings = [wording_of(record.text) for record in records]
        for at in sorted(range(len(records)), key=lambda at: -len(wordings[at].core)):
            if all(says_all_of(wordings[at], other) for other in wordings):
                return records[at].text
        return None


@dataclass(frozen=True, slots=True)
class PlannedMerge:
    """The memories that become one, the words in which they do, and what more it says of itself."""

    originals: tuple[NotedRecord, ...]
    text: str
    patch: RecordPatch = field(default_factory=RecordPatch)

    @property
    def merge(self) -> MergeRecords:
        """The proposal."""
        named = tuple((one.name.note, one.name.id) for one in self.originals)
        return MergeRecords(named, self.text, patch=self.patch)
