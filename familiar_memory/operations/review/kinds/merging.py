"""The proposal that one record takes the place of several, for a person to decide on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import FamiliarError, InputError
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.kinds.parts import made_item, patch_details, patch_of

__all__ = ["Merges"]

_LINE = "line "
_STANDS_IN, _SECTION = "stands in", "section"


@dataclass(frozen=True, slots=True)
class Merges:
    """One line says what several said; it is for those alone who may know all of them."""

    does: str = "merge in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The new line, and the names of those that go into it."""
        if not isinstance(proposal, MergeRecords):
            return None
        patch, note = proposal.patch, proposal.records[0][0]
        record = patch.applied(Record(proposal.text))
        lines = [str(RecordName(path, one)) for path, one in proposal.records]
        details = [(f"{_LINE}{number}", line) for number, line in enumerate(lines, start=1)]
        details += [(_STANDS_IN, proposal.path or ""), (_SECTION, proposal.section or "")]
        return made_item(self.does, note, record, [*details, *patch_details(patch)], why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """With the text as it is worded now."""
        try:
            named = [RecordName.parse(one) for key, one in item.details if key.startswith(_LINE)]
        except FamiliarError as error:
            raise InputError(error.problem, "people/rowan.md#^k3f9a1") from error
        if len(named) < 2:
            raise InputError("fewer than two lines are to be merged", "line 1: …, line 2: …")
        records = tuple((one.note, one.id) for one in named)
        path, section = item.detail(_STANDS_IN), item.detail(_SECTION)
        return (MergeRecords(records, item.record.text, path, section, patch_of(item, None)),)
