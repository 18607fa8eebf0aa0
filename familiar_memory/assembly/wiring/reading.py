"""Wire what reads the notes, for who needs no index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.notes.document import NoteParser
from familiar_memory.notes.remembered import RememberedNotes
from familiar_memory.notes.source import FileSource

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.setup import Setup

__all__ = ["NoteReading", "wire_reading"]


@dataclass(frozen=True, slots=True)
class NoteReading:
    """The notes as documents; `files` are those without a memory."""

    parser: NoteParser
    files: FileSource
    notes: RememberedNotes


def wire_reading(setup: Setup, opened: OpenFiles) -> NoteReading:
    """From the files of a tree to what they say."""
    audience = setup.settings.audience
    parser = NoteParser(audience.default, setup.vocabulary, policy=audience.policy)
    files = FileSource(opened.store, parser, opened.register)
    return NoteReading(parser, files, RememberedNotes(files))
