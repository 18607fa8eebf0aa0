"""What an exporter is: something that makes one foreign file of what is in the tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.transfer.importer import Remark
from familiar_memory.transfer.tree import TreeReader

__all__ = ["Confidence", "Export", "ExportOptions", "Exporter", "TreeReader"]


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What a person asked for. An exporter ignores what does not concern it.

    The ending of `output` may choose the form of file; `form` names a dialect. `book`
    is a lorebook, `person` a slug or a name, `image` a picture to build on.
    `familiar_name` is what the familiar is called, `default_audience` for whom a line is
    where nothing says so, and `vocabulary` the predicates that it knows.
    """

    output: Path
    familiar_name: str = ""
    book: str | None = None
    person: str | None = None
    form: str | None = None
    image: Path | None = None
    default_audience: str = EVERYONE
    vocabulary: Vocabulary = SHIPPED


@dataclass(frozen=True, slots=True)
class Confidence:
    """So many lines of a note that are not for everyone: they are `audience`'s.

    `is_whole`: nothing of the note is for everyone. `is_left_out`: the file is without them.
    """

    path: str
    audience: str
    lines: int
    is_whole: bool
    is_left_out: bool


@dataclass(frozen=True, slots=True)
class Export:
    """A file to be written, piece by piece, and what could not be carried over.

    `confidences` are what of the notes that it is made of is not for everyone.
    """

    pieces: Iterable[bytes]
    remarks: tuple[Remark, ...] = ()
    confidences: tuple[Confidence, ...] = ()


@runtime_checkable
class Exporter(Protocol):
    """Writes one format. Found by the entry point group `familiar_memory.exporters`.

    One whose format, or one form of it, is text may have a `text_ending` (".json"): then it
    is asked for that form where the export goes to stdout. Any other is asked there for
    what ends in its `ending`, if it has one.
    """

    @property
    def name(self) -> str:
        """The word for `familiar export`."""

    @property
    def describe(self) -> str:
        """What it writes, in a few words."""

    def export(self, tree: TreeReader, options: ExportOptions) -> Export:
        """The file that was asked for; nothing is written here.

        Raises:
            UsageError: the options do not fit: the ending, a book or a person that is not there.
            InputError: what stands in the tree cannot be exported; it names the file.
        """
