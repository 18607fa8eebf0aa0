"""What an importer is: something that reads one foreign format into turns and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.transfer.tree import TreeReader

__all__ = [
    "Brought",
    "BytesFile",
    "Importer",
    "Item",
    "NoteFile",
    "OwnedFolder",
    "Remark",
    "SkippedFile",
    "SourceFolder",
    "TreeImporter",
    "TurnItem",
]


@dataclass(frozen=True, slots=True)
class TurnItem:
    """One turn; `location` says where it stood (`chat.jsonl, line 3`), for messages."""

    turn: Turn
    location: str


@dataclass(frozen=True, slots=True)
class NoteFile:
    """One note for the tree, at a relative POSIX path; `text` keeps newlines and BOM.

    `is_capped` False lets it be larger than `store.max_file_bytes`: what a person brings
    is never cut. `is_linked` True lets its links follow other files of the import that get
    another name in the tree; else it comes byte for byte.
    """

    path: str
    text: str
    is_capped: bool = True
    is_linked: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class BytesFile:
    """A file kept as it is: an original, its parsed sidecar, an asset.

    `path` is relative POSIX; it may be hidden only where `store.names.is_original` says
    so, and then what stands there is always replaced. It is not held to the cap of a note.
    """

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class OwnedFolder:
    """A folder that this import is the whole of.

    What an earlier run of this importer left there and this one does not bring is taken
    away, unless a person has touched it; with `is_replaced` what they touched goes too.
    `left` is what the importer itself knows of that, by the path at which it stands now:
    a note that a person has renamed since, and the text in which it was left. `gone` are
    notes of its that nobody finds any more; None = it keeps no list, and only the journal
    can tell. `newer` names a newer version that stands there: nothing in the folder is
    changed then unless it is forced. An importer yields its folders before their files.
    """

    path: str
    left: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] | None = None
    is_replaced: bool = False
    newer: str = ""


@dataclass(frozen=True, slots=True)
class SourceFolder:
    """The folder outside the tree that the notes of this import are from: they follow it.

    What an earlier run of this importer brought from that folder and this one does not is
    taken away, unless a person has touched it, or it is more than half of them. `passed_over`
    are files and folders that are there and were left out, by the paths that they would have
    had: nothing goes for that reason. Not `is_whole`: only a part of the folder was read, so
    nothing goes.
    """

    path: Path
    is_whole: bool = True
    passed_over: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Brought:
    """What the file holds, in a person's words, and the folder of the tree where it is."""

    what: str
    folder: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something a person should know of what was imported all the same, and where it stood."""

    location: str
    text: str


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """Something that was passed over on purpose, and why."""

    path: str
    reason: str


Item: TypeAlias = (
    TurnItem | NoteFile | BytesFile | OwnedFolder | SourceFolder | Brought | Remark | SkippedFile
)


@runtime_checkable
class Importer(Protocol):
    """Reads one format. Found by the entry point group `familiar_memory.importers`.

    An importer only reads the file it is given, and files beside it that this one names: it
    fetches nothing, runs no pattern that stands in it, and writes nothing.
    """

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


@runtime_checkable
class TreeImporter(Importer, Protocol):
    """An importer that looks at what is there before it says where its own goes."""

    def beside(self, tree: TreeReader) -> Importer:
        """The same importer, for a tree where others have brought things before."""
