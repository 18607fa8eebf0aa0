"""Proposals about single records that people decide on: stated, changed, retired, taken out.

A line that is named keeps its audience whatever the item says; who may know it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.item_parts import (
    confirmed,
    made_item,
    needed,
    patch_details,
    patch_of,
)

__all__ = ["NAMED_KINDS"]

_LINE, _WAS = "line", "it says"
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
        details = [*_named(proposal.id, proposal.was), *patch_details(patch)]
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The text as it is worded now."""
        was, text = item.detail(_WAS), item.record.text
        patch = patch_of(item, None if text == was else text)
        if patch.is_empty:
            raise InputError("it changes nothing", "another text, or a field")
        return (UpdateRecord(item.note, needed(item, _LINE), patch, was),)


@dataclass(frozen=True, slots=True)
class _Retires:
    """A line ended, or was wrong."""

    does: str = "retire in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The line, and how it ended."""
        if not isinstance(proposal, RetireById) or proposal.was is None:
            return None
        record = _as_its_successor(proposal)
        details = [
            *_named(proposal.id, proposal.was),
            ("ended on", proposal.until or ""),
            ("into", proposal.into or ""),
        ]
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The line that was shown, however its copy is worded."""
        until, into = item.detail("ended on"), item.detail("into")
        return (RetireById(item.note, needed(item, _LINE), until, into, needed(item, _WAS)),)


@dataclass(frozen=True, slots=True)
class _Deletes:
    """A line should go."""

    does: str = "delete from"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The line, and whether what was merged into it stays struck."""
        if not isinstance(proposal, DeleteRecord) or proposal.was is None:
            return None
        details = _named(proposal.id, proposal.was)
        details += [] if proposal.restores else [("merged lines", "stay struck")]
        return made_item(self.does, proposal.path, Record(proposal.was), details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The line that was shown, however its copy is worded."""
        restores = item.detail("merged lines") is None
        name, was = needed(item, _LINE), needed(item, _WAS)
        return (DeleteRecord(item.note, name, was, restores),)


NAMED_KINDS = (_States(), _Changes(), _Retires(), _Deletes())
"""Without the text of the line that is named (`was`) there is nothing to show, and no item."""


def _as_its_successor(proposal: RetireById) -> Record:
    """The line that is to end, with the speaker, place and turns of what takes its place."""
    record = Record(proposal.was or "")
    if proposal.successor is None:
        return record
    new = proposal.successor.record.fields
    return replace(record, fields=replace(record.fields, by=new.by, place=new.place, refs=new.refs))


def _named(record_id: str, was: str | None) -> list[tuple[str, str]]:
    return [(_LINE, record_id), (_WAS, was or "")]
