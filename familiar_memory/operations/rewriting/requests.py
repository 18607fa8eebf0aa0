"""What a person may agree to that concerns whole notes; the texts are read when they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "DropName",
    "MoveRecordsAbout",
    "MoveRecordsUpTo",
    "MoveSections",
    "Relink",
    "Rewriting",
    "Unlink",
]


@dataclass(frozen=True, slots=True)
class Relink:
    """Links that lead nowhere should lead to the note of the key `target`.

    `names` are what they name, paths or bare names without `.md`, and `notes` are the keys of those
    that they stand in.
    """

    names: tuple[str, ...]
    target: str
    notes: tuple[str, ...]

    @property
    def path(self) -> str:
        """The first of the notes."""
        return self.notes[0]


@dataclass(frozen=True, slots=True)
class Unlink:
    """Links that lead nowhere, since what they led to was deleted, should be plain words.

    `names` and `notes` are as for `Relink`; `gone` is where the note stood that was deleted.
    """

    names: tuple[str, ...]
    gone: str
    notes: tuple[str, ...]

    @property
    def path(self) -> str:
        """The first of the notes."""
        return self.notes[0]


@dataclass(frozen=True, slots=True)
class MoveSections:
    """H2 sections should stand in a note of their own, `to`, whose file is called `name`.

    A link is left where they stood. With `keeps_heading` one section stays as a heading with that
    link below it, and becomes the title of the new note; else they go with their headings.
    """

    path: str
    headings: tuple[str, ...]
    to: str
    name: str
    keeps_heading: bool = False


@dataclass(frozen=True, slots=True)
class MoveRecordsUpTo:
    """The records of an H2 section up to a year should stand in a note of their own, `to`."""

    path: str
    heading: str
    year: int
    to: str
    name: str


@dataclass(frozen=True, slots=True)
class MoveRecordsAbout:
    """The records of an H2 section that begin with a name should stand in a note of its own, `to`.

    They begin with it as a link, or before a colon.
    """

    path: str
    heading: str
    about: str
    to: str
    name: str


@dataclass(frozen=True, slots=True)
class DropName:
    """The person of a note should not be found by a name; it is struck in their `## Aliases`."""

    path: str
    name: str


Rewriting: TypeAlias = (
    Relink | Unlink | MoveSections | MoveRecordsAbout | MoveRecordsUpTo | DropName
)
"""What is carried out as `RewriteNote`s of all the notes that it touches."""
