"""A note as the index wants it: passages with audiences, facts, links, names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.notes.parsing_rules import ParsingRules

if TYPE_CHECKING:
    from familiar_memory.domain.memory.document import ParsedDocument

__all__ = ["NoteParser"]


@dataclass(frozen=True, slots=True)
class NoteParser(ParsingRules):
    """Turns the text of a note into a document; pure.

    How to read Markdown is imported with the first note: where no note has changed, none is read.
    """

    def read(self, path: str, text: str, digest: str) -> ParsedDocument:
        """Parse one note; damaged lines are left out and named in `problems`."""
        from familiar_memory.notes.parsing import parse_document

        return parse_document(self, path, text, digest)

    def with_names(self, document: ParsedDocument) -> ParsedDocument:
        """A document whose passages are found, and whose chunks are headed, by what it is called.

        Both follow from its title, its aliases and its passages.
        """
        from familiar_memory.notes.parsing import with_names

        return with_names(self, document)

    def read_beginning(self, path: str, text: str, most_chars: int) -> ParsedDocument | None:
        """What a note says up to a point, as the whole says it; without chunks and digest.

        The last line that is read, and what it belongs to, may go on behind the point,
        and end with for whom it is: it is left out. None where nothing can be told, or where
        something behind the point may limit the whole note: what looks so in the raw text is
        enough, since a line of code that speaks of visibility can only be recognised by parsing.
        """
        from familiar_memory.notes.parsing import parse_beginning

        return parse_beginning(self, path, text, most_chars)
