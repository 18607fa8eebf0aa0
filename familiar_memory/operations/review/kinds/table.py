"""The kinds of proposals that people decide on, as a table.

A step of maintenance that proposes something else adds a `ReviewKind`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import InputError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.operations.conduct.rules import RULES_NOTE, SetRule
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
)
from familiar_memory.operations.review.item import Proposed, ReviewItem, ReviewKind
from familiar_memory.operations.review.kinds.ending import ENDING_KINDS
from familiar_memory.operations.review.kinds.merging import Merges
from familiar_memory.operations.review.kinds.named import NAMED_KINDS
from familiar_memory.operations.review.kinds.parts import confirmed, made_item, needed
from familiar_memory.operations.review.kinds.rewriting import REWRITING_KINDS

__all__ = ["KINDS", "item_of", "proposals_of", "takes_other_words"]


@dataclass(frozen=True, slots=True)
class _Adds:
    """A line comes into a section of a note."""

    does: str = "add to"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """A record; its own block id is a detail, since the item has one too."""
        if not isinstance(proposal, AddRecord):
            return None
        record = proposal.record
        details = [("section", proposal.section), ("title", proposal.title)]
        details += [("block id", record.id)] if record.id is not None else []
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """It is no guess any more: a person has said so."""
        section, title = needed(item, "section"), item.detail("title") or ""
        record = replace(item.record, id=item.detail("block id"), fields=confirmed(item.record))
        return (AddRecord(item.note, title, section, record, is_confirmed=True),)


@dataclass(frozen=True, slots=True)
class _Names:
    """A person is called so."""

    does: str = "name in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The name, and where it was heard."""
        if not isinstance(proposal, AddAlias):
            return None
        fields = replace(Record(proposal.name).fields, place=proposal.place)
        details = [("person", proposal.person), ("title", proposal.title)]
        return made_item(self.does, proposal.path, Record(proposal.name, fields), details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """The name for those who may know where it was heard."""
        person, title = needed(item, "person"), item.detail("title") or ""
        return (AddAlias(person, title, item.record.text, item.record.fields.place),)


@dataclass(frozen=True, slots=True)
class _Rules:
    """A rule of conduct."""

    does: str = "set a rule in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The rule, and for whom it is."""
        if not isinstance(proposal, SetRule):
            return None
        fields = replace(proposal.fields, subject=proposal.whom)
        details = [
            (name, value)
            for name, value in (
                ("for", proposal.whom),
                ("note of theirs", proposal.stem),
                ("called", proposal.label),
            )
            if value
        ]
        return made_item(self.does, proposal.path, Record(proposal.text, fields), details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As it is worded now."""
        whom, stem = item.detail("for"), item.detail("note of theirs")
        fields = replace(confirmed(item.record), subject=None)
        if item.note != RULES_NOTE:
            raise InputError(f"a rule cannot stand in {item.note}", RULES_NOTE)
        label = item.detail("called") or ""
        return (SetRule(item.record.text, fields, whom, stem, label, is_by_hand=True),)


KINDS: tuple[ReviewKind, ...] = (
    _Adds(),
    _Names(),
    _Rules(),
    *NAMED_KINDS,
    *ENDING_KINDS,
    Merges(),
    *REWRITING_KINDS,
)
"""What a person can be asked about."""


def item_of(
    proposal: Proposed,
    why: str,
    kinds: Iterable[ReviewKind] = KINDS,
    *,
    audience: str | None = None,
) -> ReviewItem | None:
    """The item of a proposal that is held; None where no kind knows it.

    `audience` is for whom the line is that the proposal names, where it does not say so itself.
    """
    found = (kind.item_of(proposal, why) for kind in kinds)
    item = next((item for item in found if item is not None), None)
    if item is None or audience in (None, EVERYONE) or item.record.fields.place is not None:
        return item
    fields = replace(item.record.fields, place=audience)
    return replace(item, record=replace(item.record, fields=fields))


def proposals_of(item: ReviewItem, kinds: Iterable[ReviewKind] = KINDS) -> Sequence[Proposed]:
    """What is applied when a person accepts an item.

    Raises:
        InputError: it says what no kind does, or too little.
    """
    known = {kind.does: kind for kind in kinds}
    if item.does not in known:
        raise InputError(f"nobody knows how to {item.does!r}", f"one of: {', '.join(known)}")
    return known[item.does].proposals_of(item)


def takes_other_words(item: ReviewItem) -> bool:
    """Whether what is applied has the words of its line, so that others may be put there."""
    other = replace(item.record, text="likes:: it", predicate="likes", object="it")
    try:
        return proposals_of(replace(item, record=other)) != proposals_of(item)
    except InputError:
        return True
