"""A proposal that waits for a person: what would be written, where, why, and from what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol, TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.rewriting.requests import Rewriting

__all__ = ["Proposed", "ReviewItem", "ReviewKind", "item_id"]

Proposed: TypeAlias = Proposal | MergeRecords | Rewriting
"""What may wait for a person."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One proposal.

    `does` is what it would do, in words that end before the note ("add to"), and `note` the key
    of that note. The `record` is what would be written or changed, with who said it, when, and who
    may know it. `details` are what else it takes, as (name, value). `why` it waits is for people,
    and so is what was `said`: the words that it was made of.
    """

    does: str
    note: str
    record: Record
    details: tuple[tuple[str, str], ...] = ()
    why: str = ""
    said: str = ""

    def detail(self, name: str) -> str | None:
        """The value of a detail; None where there is none."""
        return next((value for key, value in self.details if key == name), None)

    @property
    def id(self) -> str:
        """The same for the same proposal, whenever and from whichever turn it comes."""
        return item_id(self)


class ReviewKind(Protocol):
    """A kind of proposal that people may decide on: to an item, and back again."""

    @property
    def does(self) -> str:
        """What its items do; no other kind says the same."""

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The item of a proposal; None for one of another kind."""

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """What is applied when a person accepts the item, whose text they may have changed.

        Raises:
            InputError: the item says too little, or what cannot be.
        """


def item_id(item: ReviewItem) -> str:
    """The block id of an item: a digest of what it would do, not of when it was said.

    An empty detail is no line of the list, so it is none here either.
    """
    fields = item.record.fields
    told = (item.does, item.note, item.record.text, *(f"{k}={v}" for k, v in item.details if v))
    said = "\n".join((*told, fields.place or "", fields.by or "", fields.subject or ""))
    return f"p{blake2b(said.encode('utf-8', 'surrogatepass'), digest_size=5).hexdigest()}"
