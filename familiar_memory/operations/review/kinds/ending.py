"""Proposals by which a line ends: it says so, of whom, and what is to stand in its place.

What is done stands in the lines below the first, which quote the line with its tail. The words by
which lists of before said the same are read, and written no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.operations.named.across import ReplaceRecord
from familiar_memory.operations.named.proposals import DeleteRecord, RetireById
from familiar_memory.operations.proposal import AddRecord, CorrectRecord, RetireRecord
from familiar_memory.operations.review.item import INSTEAD_OF, IT_SAYS, WITH, Proposed, ReviewItem
from familiar_memory.operations.review.kinds.parts import LINE, confirmed, made_item, needed
from familiar_memory.operations.review.wording import BY_KEYS, titled

__all__ = ["ENDING_KINDS"]

_UNTIL, _INTO, _INSTEAD = "ended on", "into", "instead"


@dataclass(frozen=True, slots=True)
class _Retires:
    """A line ended, or was wrong."""

    does: str = "end in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The line, how it ended, and what is proposed to take its place."""
        if not isinstance(proposal, RetireById) or proposal.was is None:
            return None
        new = None if proposal.successor is None else proposal.successor.record
        details = [
            (LINE, proposal.id),
            (IT_SAYS, proposal.was),
            (_UNTIL, proposal.until or ""),
            (_INTO, proposal.into or ""),
            (_INSTEAD, "" if new is None else new.text),
        ]
        record = Record(proposal.was)
        if new is not None:
            # The other line is shown, so it is for those alone who may know that.
            record = replace(record, fields=replace(record.fields, place=new.fields.place))
        item = made_item(self.does, proposal.path, record, details, why)
        quoted = () if new is None else ((_INSTEAD, new),)
        return titled(replace(item, quoted=quoted), BY_KEYS)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The line that was shown, however its copy is worded."""
        until, into = item.detail(_UNTIL), item.detail(_INTO)
        return (RetireById(item.note, needed(item, LINE), until, into, needed(item, IT_SAYS)),)


@dataclass(frozen=True, slots=True)
class _EndsFact:
    """A fact no longer holds, or never did."""

    does: str = "end the fact in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The fact, and whether it ended."""
        if not isinstance(proposal, RetireRecord):
            return None
        is_fact = bool(proposal.predicate)
        text = f"{proposal.predicate}:: {proposal.object}" if is_fact else proposal.object
        record = Record(text, proposal.fields)
        ended = ("it", "ended" if proposal.ended else "was wrong")
        details = [(IT_SAYS, text), ended]
        item = made_item(self.does, proposal.path, record, details, why)
        return titled(replace(item, quoted=((IT_SAYS, item.record),)), BY_KEYS)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The fact as the line below names it, or, in a list of before, the first one."""
        text = item.detail(IT_SAYS) or item.record.text
        predicate, object_ = stated_fact(text) or ("", text)
        ended = needed(item, "it") == "ended"
        return (RetireRecord(item.note, predicate, object_, item.record.fields, ended),)


@dataclass(frozen=True, slots=True)
class _Deletes:
    """A line should go."""

    does: str = "delete in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The line, and whether what was merged into it stays struck."""
        if not isinstance(proposal, DeleteRecord) or proposal.was is None:
            return None
        details = [(LINE, proposal.id), (IT_SAYS, proposal.was)]
        details += [] if proposal.restores else [("merged lines", "stay struck")]
        item = made_item(self.does, proposal.path, Record(proposal.was), details, why)
        return titled(item, BY_KEYS)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The line that was shown, however its copy is worded."""
        restores = item.detail("merged lines") is None
        name, was = needed(item, LINE), needed(item, IT_SAYS)
        return (DeleteRecord(item.note, name, was, restores),)


@dataclass(frozen=True, slots=True)
class _Replaces:
    """A line ended, and another takes its place: both, or neither."""

    does: str = "replace in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """Both lines, each with its own tail as far as it has one."""
        if not isinstance(proposal, ReplaceRecord):
            return None
        new = proposal.record
        details = [
            (LINE, proposal.id),
            (IT_SAYS, proposal.was),
            (WITH, new.text),
            ("section", proposal.section),
            (_UNTIL, proposal.until),
        ]
        item = made_item(self.does, proposal.path, new, details, why)
        return titled(replace(item, quoted=((WITH, item.record),)), BY_KEYS)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The end of the line that was shown, then the other as it is worded now."""
        was, until = needed(item, IT_SAYS), needed(item, _UNTIL)
        record = replace(item.record, id=None, fields=confirmed(item.record))
        section = needed(item, "section")
        if record.text == was:
            raise InputError("both lines say the same", f"{WITH}: another text")
        return (
            RetireById(item.note, needed(item, LINE), until, None, was),
            AddRecord(item.note, "", section, record, is_confirmed=True),
        )


@dataclass(frozen=True, slots=True)
class _Corrects:
    """Not the old object but another: what said so was wrong."""

    does: str = "set right in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """What is right, and what it stands instead of."""
        if not isinstance(proposal, CorrectRecord):
            return None
        details = [
            (WITH, proposal.new),
            (INSTEAD_OF, proposal.old),
            ("section", proposal.section),
            ("title", proposal.title),
        ]
        record = Record(proposal.new, proposal.fields)
        item = made_item(self.does, proposal.path, record, details, why)
        return titled(replace(item, quoted=((WITH, item.record),)), BY_KEYS)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """It is no guess any more."""
        old, section = needed(item, INSTEAD_OF), needed(item, "section")
        title, fields = item.detail("title") or "", confirmed(item.record)
        return (CorrectRecord(item.note, title, section, old, item.record.text, fields),)


ENDING_KINDS = (
    _Corrects(),
    _Retires(),
    _EndsFact(),
    _Deletes(),
    _Replaces(),
    _Retires("retire in"),
    _EndsFact("strike in"),
    _Deletes("delete from"),
    _Corrects("correct in"),
)
"""The last four are what lists of before say. Of a proposal the first kind makes the item."""
