"""What an importer is: something that reads one foreign format into turns and notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from familiar_memory.domain.turn import Turn

__all__ = ["Importer", "Item", "NoteFile", "SkippedFile", "TurnItem"]


@dataclass(frozen=True, slots=True)
class TurnItem:
    """One turn; `location` says where it stood (`chat.jsonl, line 3`), for messages."""

    turn: Turn
    location: str


@dataclass(frozen=True, slots=True)
class NoteFile:
    """One note for the tree, at a relative POSIX path; `text` keeps newlines and BOM."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """Something that was passed over on purpose, and why."""

    path: str
    reason: str


Item: TypeAlias = TurnItem | NoteFile | SkippedFile


@runtime_checkable
class Importer(Protocol):
    """Reads one format. Found by the entry point group `familiar_memory.importers`."""

    @property
    def name(self) -> str:
        """The word for `--as`."""

    @property
    def describe(self) -> str:
        """What it reads, in a few words: `turns, one JSON object a line`."""

    def detect(self, path: Path) -> bool:
        """Whether the path looks like this format: a cheap look that never raises."""

    def read(self, path: Path) -> Iterator[Item]:
        """Every item in order; may be called more than once for one path.

        Raises:
            InputError: something in it is malformed; it names the file and the place.
        """
