"""Proposals about whole notes that people decide on: relinked, unlinked, divided, a name given up.

The first line says what would be done; what is done stands in the lines below it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import TOPICS, is_below, note_of_topic
from familiar_memory.errors import InputError
from familiar_memory.operations.review.item import Proposed, ReviewItem
from familiar_memory.operations.review.kinds.parts import made_item, needed
from familiar_memory.operations.rewriting.requests import (
    DropName,
    MoveRecordsAbout,
    MoveRecordsUpTo,
    MoveSections,
    Relink,
    Unlink,
)

__all__ = ["ALSO", "DELETED", "DIVIDES", "REWRITING_KINDS"]

DIVIDES = "divide"
"""What is done with a note that is full."""

DELETED = "deleted"
"""The name of the line that says which note is gone to which links led."""

ALSO = "and in"
"""What the names of the lines begin with that name further notes."""
_LEADS_TO, _INSTEAD = "leads to", "instead of"
_TO, _CALLED, _SECTION, _UP_TO = "to", "called", "section", "up to"
_NAME, _LINES = "name", "lines of"
_LINK = "link"


@dataclass(frozen=True, slots=True)
class _Relinks:
    """Links that lead nowhere should lead to a note."""

    does: str = "relink in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The lost name, and where it leads."""
        if not isinstance(proposal, Relink):
            return None
        first, *others = proposal.notes
        record = Record(f"links to “{proposal.names[0]}” lead to {proposal.target}")
        details = [*_numbered(ALSO, others), *_numbered(_INSTEAD, proposal.names)]
        return made_item(self.does, first, record, [*details, (_LEADS_TO, proposal.target)], why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As the lines below it say now."""
        names, notes = tuple(_listed(item, _INSTEAD)), (item.note, *_listed(item, ALSO))
        if not names:
            raise InputError("no link is named", "instead of 1: …, below the proposal")
        return (Relink(names, needed(item, _LEADS_TO), notes),)


@dataclass(frozen=True, slots=True)
class _Unlinks:
    """Links to a note that was deleted should be plain words."""

    does: str = "unlink in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The lost name, and what it was the name of."""
        if not isinstance(proposal, Unlink):
            return None
        first, *others = proposal.notes
        record = Record(f"links to “{proposal.names[0]}” become plain words")
        details = [*_numbered(ALSO, others), *_numbered(_LINK, proposal.names)]
        return made_item(self.does, first, record, [*details, (DELETED, proposal.gone)], why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As the lines below it say now."""
        names, notes = tuple(_listed(item, _LINK)), (item.note, *_listed(item, ALSO))
        if not names:
            raise InputError("no link is named", "link 1: …, below the proposal")
        return (Unlink(names, item.detail(DELETED) or "", notes),)


@dataclass(frozen=True, slots=True)
class _Promotes:
    """A section of a note, or its lines of one name, should have one of their own."""

    does: str = "move out of"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The section, and where it goes."""
        if isinstance(proposal, MoveRecordsAbout):
            heading, about = proposal.heading, proposal.about
        elif isinstance(proposal, MoveSections) and proposal.keeps_heading:
            heading, about = proposal.headings[0], ""
        else:
            return None
        file = _file_to_be(proposal.to, proposal.name)
        record = Record(f"“{about or heading}” gets a note of its own, {file}")
        details = [(_SECTION, heading), (_LINES, about), *_going_to(proposal.to, proposal.name)]
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As the lines below it say now."""
        (to, name), section = _new_note(item), needed(item, _SECTION)
        if about := item.detail(_LINES):
            return (MoveRecordsAbout(item.note, section, about, to, name),)
        return (MoveSections(item.note, (section,), to, name, keeps_heading=True),)


@dataclass(frozen=True, slots=True)
class _Divides:
    """A note that is full should be two."""

    does: str = DIVIDES

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """What goes, and where."""
        headings: tuple[str, ...]
        if isinstance(proposal, MoveRecordsUpTo):
            what, headings = f"up to {proposal.year} ", (proposal.heading,)
            year = str(proposal.year)
        elif isinstance(proposal, MoveSections) and not proposal.keeps_heading:
            what, headings, year = "", proposal.headings, ""
        else:
            return None
        more = f" and {len(headings) - 1} more" if len(headings) > 1 else ""
        goes = "goes" if len(headings) == 1 else "go"
        file = _file_to_be(proposal.to, proposal.name)
        record = Record(f"“{headings[0]}”{more} {what}{goes} to {file}")
        details = [*_numbered(_SECTION, headings), (_UP_TO, year)]
        details += _going_to(proposal.to, proposal.name)
        return made_item(self.does, proposal.path, record, details, why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As the lines below it say now."""
        to, name = _new_note(item)
        headings = tuple(_listed(item, _SECTION))
        if not headings:
            raise InputError("no section is named", "section 1: …, below the proposal")
        if not (year := item.detail(_UP_TO)):
            return (MoveSections(item.note, headings, to, name),)
        if not year.isdecimal() or len(year) != len("2026"):
            raise InputError(f"{year!r} is not a year", "a year such as 2025")
        return (MoveRecordsUpTo(item.note, headings[0], int(year), to, name),)


@dataclass(frozen=True, slots=True)
class _DropsName:
    """Somebody should not be found by a name."""

    does: str = "strike the name in"

    def item_of(self, proposal: Proposed, why: str) -> ReviewItem | None:
        """The name."""
        if not isinstance(proposal, DropName):
            return None
        record = Record(f"“{proposal.name}” is not one of their names")
        return made_item(self.does, proposal.path, record, [(_NAME, proposal.name)], why)

    def proposals_of(self, item: ReviewItem) -> Sequence[Proposed]:
        """As the line below it says now."""
        return (DropName(item.note, needed(item, _NAME)),)


REWRITING_KINDS = (_Relinks(), _Unlinks(), _Promotes(), _Divides(), _DropsName())
"""All of them say by notes and names what is to be done, and hold no text of a note."""


def _numbered(name: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(f"{name} {number}", value) for number, value in enumerate(values, start=1)]


def _listed(item: ReviewItem, name: str) -> list[str]:
    return [value for key, value in item.details if key.startswith(f"{name} ")]


def _going_to(key: str, name: str) -> list[tuple[str, str]]:
    """The lines that say which note is to be made: by its file, where that says its key as well."""
    file = _file_to_be(key, name)
    return [(_TO, file)] if _made_at(file) == (key, name) else [(_TO, key), (_CALLED, name)]


def _file_to_be(key: str, name: str) -> str:
    return posixpath.join(posixpath.dirname(key), f"{name}.md") if is_below(key, TOPICS) else key


def _made_at(file: str) -> tuple[str, str]:
    """The key of a note that is to be made, and what its file is called."""
    name = posixpath.basename(file).removesuffix(".md")
    return (note_of_topic(title_slug(name)) if is_below(file, TOPICS) else file), name


def _new_note(item: ReviewItem) -> tuple[str, str]:
    """The key of the note that is to be made, and what its file is called."""
    to = needed(item, _TO)
    if not to.endswith(".md"):
        raise InputError(f"{to!r} is not a note", "a path such as topics/Garden.md")
    name = item.detail(_CALLED)
    return _made_at(to) if name is None else (to, name)
