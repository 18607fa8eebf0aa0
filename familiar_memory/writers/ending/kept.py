"""What is written of a held memory that the talk bears out: as proposed, with its sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import tzinfo

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.knowledge.write_policy.promotion import HeldGroup
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.kinds.table import proposals_of
from familiar_memory.writers.text.slots import slot_of

__all__ = ["kept_proposals"]

_MOST_REFS = 3
"""Messages that a rule names as its sources."""


def kept_proposals(
    item: ReviewItem, group: HeldGroup, turns: Sequence[StoredTurn], zone: tzinfo
) -> tuple[Proposal, ...]:
    """The proposals of an item; no person has confirmed it, so it stays the guess that it was.

    A fact is stated once for each of the messages, so that its line counts them.

    Raises:
        InputError: the item says too little.
    """
    return tuple(
        kept for one in proposals_of(item) for kept in _kept(one, item, group, turns, zone)
    )


def _kept(
    proposed: Proposed,
    item: ReviewItem,
    group: HeldGroup,
    turns: Sequence[StoredTurn],
    zone: tzinfo,
) -> Iterator[Proposal]:
    fields = item.record.fields
    if isinstance(proposed, AddRecord):
        stated = turns if proposed.record.predicate is not None else turns[:1]
        for one in stated:
            record = replace(proposed.record, fields=_said_in(fields, one, zone))
            yield replace(proposed, record=record, is_confirmed=False, has_waited=True)
    elif isinstance(proposed, SetRule):
        refs = tuple(dict.fromkeys((*fields.refs, *(one.turn.ref for one in turns))))[:_MOST_REFS]
        sure = replace(fields, subject=None, refs=refs, source="consolidation")
        sure = replace(sure, confidence=group.confidence)
        yield replace(proposed, fields=sure, is_by_hand=False)


def _said_in(fields: RecordFields, stored: StoredTurn, zone: tzinfo) -> RecordFields:
    """The tail of the line as that message makes it."""
    if stored.turn.ref in fields.refs:
        return fields
    day = slot_of(stored.turn.timestamp, zone).day
    return replace(fields, refs=(stored.turn.ref,), learned=day, quote=None)
