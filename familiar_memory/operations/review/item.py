"""A proposal that waits for a person: what would be written, where, why, and from what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Protocol, TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.operations.named.across import MergeRecords, ReplaceRecord
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.rewriting.requests import Rewriting

__all__ = [
    "INSTEAD_OF",
    "IT_SAYS",
    "OF_BEFORE",
    "QUOTING",
    "WITH",
    "Proposed",
    "ReviewItem",
    "ReviewKind",
    "item_id",
]

Proposed: TypeAlias = Proposal | MergeRecords | ReplaceRecord | Rewriting
"""What may wait for a person."""

IT_SAYS, WITH, INSTEAD_OF = "it says", "with", "instead of"
"""The names of the lines that quote what stands in a note, and what is to stand in its place.

The last has what a fact said, and not the whole of its line.
"""
QUOTING: Final[Mapping[str, str]] = {
    "end in": IT_SAYS,
    "end the fact in": IT_SAYS,
    "delete in": IT_SAYS,
    "replace in": WITH,
    "set right in": WITH,
}
"""The kinds whose first line says what would happen, and which line below holds the record."""
_ENDINGS: Final[Mapping[str, str]] = {
    "end in": "end",
    "retire in": "end",
    "end the fact in": "end a fact",
    "strike in": "end a fact",
    "delete in": "delete",
    "delete from": "delete",
    "replace in": "replace",
    "set right in": "set right",
    "correct in": "set right",
}
"""What a line ends by, as the list says it now and as it did before: they are the same proposal."""
OF_BEFORE: Final = _ENDINGS.keys() - QUOTING.keys()
"""What only lists of before say: there the first line is what ends, or what takes its place."""
_OF_NOTES: Final = frozenset({"relink in", "move out of", "divide", "strike the name in"})
"""What concerns whole notes: the first line only words it, with what files are called just now."""
_ENDED_ON = "ended on"
_PASSING: Final = frozenset({_ENDED_ON, "instead", "to", "called", IT_SAYS, WITH})
"""Details of these that come of the night that proposes it, or that its line says as well."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One proposal.

    `does` is what it would do, in words that end before the note ("add to"), and `note` the key
    of that note. The `record` is what would be written or changed, with who said it, when, and who
    may know it. `details` are what else it takes, as (name, value). `why` it waits is for people,
    and so is what was `said`: the words that it was made of.

    `title` is what the first line says where that is not the record: what would happen. `quoted`
    are the details that quote a line, by name, with the tail of that line; `files` the notes that
    are named by key, each with what its file is called. `audience` is for whom the proposal is
    where that is not for whom its record is.
    """

    does: str
    note: str
    record: Record
    details: tuple[tuple[str, str], ...] = ()
    why: str = ""
    said: str = ""
    title: str = ""
    quoted: tuple[tuple[str, Record], ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    audience: str | None = None

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that it comes of."""
        records = (self.record, *(record for _, record in self.quoted))
        return tuple(dict.fromkeys(ref for one in records for ref in one.fields.refs))

    @property
    def is_for(self) -> str:
        """Who may know of it."""
        return self.audience or self.record.fields.place or EVERYONE

    def detail(self, name: str) -> str | None:
        """The value of a detail; None where there is none."""
        return next((value for key, value in self.details if key == name), None)

    @property
    def id(self) -> str:
        """The same for the same proposal, whenever and from whichever turn it comes."""
        return item_id(self)

    @property
    def is_by_matter(self) -> bool:
        """Whether its first line is mere wording, and it is known by what it would do."""
        return self.does in _ENDINGS or self.does in _OF_NOTES

    @property
    def ids(self) -> frozenset[str]:
        """Its id, and the one that it had by the rule of before."""
        return frozenset({item_id(self), _id_before(self)})


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
    """The block id of an item: a digest of what it would do, not of when it was said or proposed.

    What ends a line is known by that line, and by what is to stand in its place; what concerns
    whole notes by what is done there, whatever files are called by now. An empty detail is no line
    of the list, so it is none here either.
    """
    if (ending := _ENDINGS.get(item.does)) is not None:
        return _digest(*_ending(item, ending))
    if item.does in _OF_NOTES:
        fields = item.record.fields
        return _digest(item.does, item.note, *_lasting(item), fields.place or "")
    return _id_before(item)


def _ending(item: ReviewItem, ending: str) -> Iterator[str]:
    yield from (ending, item.note, *_lasting(item), item.detail(IT_SAYS) or item.record.text)
    if item.does == "replace in":
        yield item.record.text
    elif item.detail(_ENDED_ON):
        yield "ended"
    if item.detail("line") is None:
        # A fact is looked for by its words, among those of one audience.
        yield item.record.fields.place or ""


def _lasting(item: ReviewItem) -> Iterator[str]:
    return (f"{name}={value}" for name, value in item.details if value and name not in _PASSING)


def _id_before(item: ReviewItem) -> str:
    fields = item.record.fields
    told = (item.does, item.note, item.record.text, *(f"{k}={v}" for k, v in item.details if v))
    return _digest(*told, fields.place or "", fields.by or "", fields.subject or "")


def _digest(*said: str) -> str:
    told = "\n".join(said).encode("utf-8", "surrogatepass")
    return f"p{blake2b(told, digest_size=5).hexdigest()}"
