"""Proposals about single records that people decide on: stated, changed.

A line that is named keeps its audience whatever the item says; who may know it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.operations.named.proposals import StateRecord, UpdateRecord
from familiar_memory.operations.review.item import IT_SAYS, Proposed, ReviewItem
from familiar_memory.operations.review.kinds.parts import (
    LINE,
    confirmed,
    made_item,
    needed,
    patch_details,
    patch_of,
)

__all__ = ["NAMED_KINDS"]

_SAID_SO = "user-stated"


@dataclass(frozen=True, slots=True)
class _States:
    """Somebody has asked for it to be kept."""

    does: str = "keep in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The record as it was stated."""
        if not isinstance(proposal, StateRecord):
            return None
        record, details = proposal.record, [("section", proposal.section)]
        details += [("title", proposal.title)]
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """It is no guess any more: a person has said so, as its source tells from now on."""
        fields = replace(confirmed(item.record), source=_SAID_SO)
        record = replace(item.record, fields=fields)
        title, section = item.detail("title") or "", needed(item, "section")
        return (StateRecord(item.note, title, section, record),)


@dataclass(frozen=True, slots=True)
class _Changes:
    """A line should say something else."""

    does: str = "change in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The new text, else the old one, and the fields that change."""
        if not isinstance(proposal, UpdateRecord):
            return None
        patch = proposal.patch
        text = patch.text or proposal.was
        if text is None:
            # A person could not see what they are asked about.
            return None
        record = Record(text, patch.applied(Record(text)).fields)
        named = [(LINE, proposal.id), (IT_SAYS, proposal.was or "")]
        details = [*named, *patch_details(patch)]
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The text as it is worded now."""
        was, text = item.detail(IT_SAYS), item.record.text
        patch = patch_of(item, None if text == was else text)
        if patch.is_empty:
            raise InputError("it changes nothing", "another text, or a field")
        return (UpdateRecord(item.note, needed(item, LINE), patch, was),)


NAMED_KINDS = (_States(), _Changes())
"""Without the text of the line that is named (`was`) there is nothing to show, and no item."""
