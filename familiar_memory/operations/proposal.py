"""What a writer may propose: small typed operations, each on one note."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.tree import note_of_person
from familiar_memory.operations.conduct.rules import ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.curation.proposals import CurationProposal
from familiar_memory.operations.named.proposals import NamedProposal
from familiar_memory.operations.of_no_turn import OfNoTurn
from familiar_memory.operations.rewriting.proposals import RewriteNote

__all__ = [
    "AddAlias",
    "AddRecord",
    "AddToProperty",
    "CorrectRecord",
    "EnsureNote",
    "FreshLine",
    "NotProposed",
    "Property",
    "Proposal",
    "RefreshRecords",
    "ResumeRecord",
    "RetireRecord",
    "SetLead",
]

Property: TypeAlias = tuple[str, str | date | tuple[str, ...]]
"""The key of a property, and its value: a text, a day, or a list of texts."""


@dataclass(frozen=True, slots=True)
class EnsureNote(OfNoTurn):
    """The note should exist; a new one begins with this title (none: without a heading).

    `name` is what its file is to be called, without `.md`; "" is what the path says. A new note
    has these `properties`; one that is there keeps those that its people have given or left it.
    """

    path: str
    title: str
    name: str = ""
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class AddToProperty(OfNoTurn):
    """A property that is a list should name these notes from now on, as a section below it does.

    A name is the stem of a note's file, and what the link shows. A note that the text links already
    stays out: it was named when that was written, and a person may have taken it out since. A
    note that is there without that property is left without it, and so is one without the section.
    """

    path: str
    key: str
    names: tuple[tuple[str, str], ...]
    section: str


@dataclass(frozen=True, slots=True)
class SetLead(OfNoTurn):
    """The line under the heading of a section: made with the section, then kept up to date.

    One that a person has changed or deleted is left so.
    """

    path: str
    section: str
    words: str


@dataclass(frozen=True, slots=True)
class AddRecord:
    """A record should stand in that H2 section, unless the note has it already.

    A fact that its own subject states ends what it contradicts (`knowledge.reconcile`). A section
    that holds `most` records takes no more; None is no bound. `is_confirmed`: a person has read it
    and said that it should stand there, whatever else came of the same turn. `sets_right`: its
    subject says that what they had stated in its place was never so. `has_waited`: it stood in no
    note so far, so another line of the same turn is not what a person has made of it.
    """

    path: str
    title: str
    section: str
    record: Record
    most: int | None = None
    is_confirmed: bool = False
    sets_right: bool = False
    has_waited: bool = False

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns it was learned from."""
        return self.record.fields.refs


@dataclass(frozen=True, slots=True)
class AddAlias(OfNoTurn):
    """A name under which a person was seen, for the `## Aliases` of their note.

    `place` is where: the name is known where that place's words are known. None is everywhere.
    One that was not heard in private is added to the `aliases` of a note that has an `id`, too.
    `was_noted`: it has stood in the note that is there; where it does no more, a person has
    deleted it, and it stays away.
    """

    person: str
    title: str
    name: str
    place: str | None = None
    was_noted: bool = False

    @property
    def path(self) -> str:
        """The person's note."""
        return note_of_person(self.person)


@dataclass(frozen=True, slots=True)
class RetireRecord:
    """A fact no longer holds (`ended`), or never did.

    Without a predicate ("") it is a line in plain words that says `object`. It is struck where the
    same speaker stated it for the same audience; `fields` say who that is, where and when it was
    said to be over (by them, or a promise of theirs by others), and with an `until` when it ended:
    a fact that begins only then is another one, and stays. With `said_in`, the ref of a message
    that is taken back, what only that message says goes, what others say as well stays, and what
    it put another in the place of holds on. Then `since` and `until` are what it alone says of when
    that holds.
    """

    path: str
    predicate: str
    object: str
    fields: RecordFields
    ended: bool
    said_in: str = ""

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that say so."""
        return self.fields.refs


@dataclass(frozen=True, slots=True)
class ResumeRecord:
    """What was said to be over is not: whoever said so has taken it back.

    As `RetireRecord` struck it, `until` that day; a line that stands, or is gone, stays so. Where
    the `fields` have another `until`, it was to end then before.
    """

    path: str
    predicate: str
    object: str
    fields: RecordFields
    until: str

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that say so."""
        return self.fields.refs


@dataclass(frozen=True, slots=True)
class CorrectRecord:
    """Not `old` but `new`: done where exactly one live fact of the speaker has that object."""

    path: str
    title: str
    section: str
    old: str
    new: str
    fields: RecordFields

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that say so."""
        return self.fields.refs


@dataclass(frozen=True, slots=True)
class FreshLine:
    """A line of an H2 section (None: before the first), on top of its list or behind it."""

    section: str | None
    record: Record
    is_on_top: bool = False


@dataclass(frozen=True, slots=True)
class RefreshRecords:
    """Lines that a writer wrote and takes out again (`gone`), and those that come (`fresh`).

    `gone` are records as they stand in the note: one that a person has meanwhile struck, changed
    or deleted is not found, and stays as it is. Lines on top come to stand in the order given.
    """

    path: str
    title: str
    gone: tuple[Record, ...]
    fresh: tuple[FreshLine, ...]

    @property
    def refs(self) -> tuple[str, ...]:
        """The turns that the new lines were learned from."""
        return tuple(dict.fromkeys(ref for one in self.fresh for ref in one.record.fields.refs))


@dataclass(frozen=True, slots=True)
class NotProposed(OfNoTurn):
    """Something that came of a batch and can change no note: `what` it is, and the `reason`.

    A model named a line that it was not shown, say, or a message was too long to be shown whole.
    It changes nothing, and stands in the report among what was rejected. `path` is the note that
    was meant, "" where none is known.
    """

    what: str
    reason: str
    path: str = ""


Proposal: TypeAlias = (
    EnsureNote
    | AddRecord
    | AddAlias
    | AddToProperty
    | SetLead
    | RetireRecord
    | ResumeRecord
    | CorrectRecord
    | RefreshRecords
    | NotProposed
    | SetRule
    | ArchiveRule
    | RemoveRule
    | RewriteNote
    | NamedProposal
    | CurationProposal
)
