"""Links as values: what is written where, where it leads, and what is told of a note's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

__all__ = ["BackLinks", "LinkState", "LinkedNote", "LinkedNotes", "NoteLink"]


class LinkState(StrEnum):
    """Where a link leads.

    `found`: to a note that stands where the link says. `renamed`: to a note that stands elsewhere,
    or is called otherwise, by now. `broken`: to no note; for a viewer in a place also to one of
    which they may know no line. `file`: to what is no note, a picture or a folder. `outside`: out
    of the memory, so it is not followed.
    """

    FOUND = "found"
    RENAMED = "renamed"
    BROKEN = "broken"
    FILE = "file"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link in the note `source`: its `text` as a reader sees it, and its `target` as written.

    `note` is the note that it leads to (None where it leads to none), and `anchor` the heading
    (`#Tea`) or block (`#^k3f9a1`) in it; `is_anchor_lost`: that is not there. `line` is where the
    link stands in the file. In a place, `target` is the note's key, else the text, and there is
    neither an anchor nor a line: what files are called and hold besides is the owner's.
    """

    source: str
    text: str
    target: str
    state: LinkState
    note: str | None = None
    anchor: str = ""
    line: int | None = None
    is_anchor_lost: bool = False


@dataclass(frozen=True, slots=True)
class LinkedNote:
    """A note so many links from the one asked about, with its links in their order.

    A note is a key (`topics/acme.md`); the owner is given the path of the file.
    """

    note: str
    title: str
    distance: int
    links: tuple[NoteLink, ...]


@dataclass(frozen=True, slots=True)
class LinkedNotes:
    """A note and those that its links lead to, the nearest first.

    `note` is as it was asked for where nothing is known by it: `found` is False then, and `notes`
    empty. `truncated` = there are more. `degraded` says what had to be left out; None = nothing.
    """

    note: str
    found: bool
    notes: tuple[LinkedNote, ...]
    truncated: bool = False
    degraded: str | None = None

    def degraded_by(self, reasons: str) -> LinkedNotes:
        """The same with all the reasons for which it may be incomplete; empty: with none."""
        return replace(self, degraded=reasons or None)


@dataclass(frozen=True, slots=True)
class BackLinks:
    """The links of other notes, and of its own, that lead to a note, by note and line.

    Its fields are as those of `LinkedNotes`; `title` is what the note is called.
    """

    note: str
    found: bool
    title: str
    links: tuple[NoteLink, ...]
    degraded: str | None = None

    def degraded_by(self, reasons: str) -> BackLinks:
        """The same with all the reasons for which it may be incomplete; empty: with none."""
        return replace(self, degraded=reasons or None)
