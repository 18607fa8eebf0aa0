"""The links that are written in a note, as far as one viewer may read them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import Link, find_links, links_in, resolve_link

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.document import ParsedDocument

__all__ = ["ReadNote", "found_note", "links_for"]

_FIRST_PROPERTY = 2
"""The line below the dashes that properties begin with."""


class ReadNote:
    """A note by its key and where it stands; what it says is read once, when that is asked."""

    def __init__(self, parts: Parts, key: str, path: str) -> None:
        """Nothing is read yet."""
        self._parts = parts
        self.key = key
        self.path = path

    @cached_property
    def text(self) -> str:
        """Its text; empty where that cannot be read."""
        try:
            return self._parts.store.read_bytes(self.path).decode("utf-8")
        except (FamiliarError, UnicodeDecodeError):
            return ""

    @cached_property
    def document(self) -> ParsedDocument:
        """What that text says."""
        return self._parts.reading.files.read(self.key, self.text)


def found_note(parts: Parts, key: str, viewer: Viewer) -> ReadNote | None:
    """The note of a key, where there is one, and the viewer may know any line of it.

    The owner knows all.
    """
    try:
        path = parts.files.register.path_of(key)
        if path is None or not is_indexed(path) or not parts.store.exists(path):
            return None
        if not viewer.is_owner:
            passages = parts.reading.notes.look(key).passages
            if not any(permits(viewer, one.audience) for one in passages):
                return None
    except FamiliarError:
        return None
    return ReadNote(parts, key, path)


def links_for(note: ReadNote, viewer: Viewer) -> tuple[Link, ...]:
    """The links of a note in their order: for the owner all, in properties too.

    For anybody else those of the lines that recall might show them: no properties, no headings,
    nothing that was struck out, and nothing that leads out of the memory.
    """
    if viewer.is_owner:
        return (*_property_links(note.text), *find_links(note.text))
    passages = note.document.passages
    told = {
        (row.line, row.target)
        for row in note.document.links
        if permits(viewer, row.audience) and not passages[row.passage].retired
    }
    return tuple(
        link for link in find_links(note.text) if (link.line, resolve_link(link, note.key)) in told
    )


def _property_links(text: str) -> Iterator[Link]:
    """The links in the properties of a note."""
    if text.lstrip("\ufeff").startswith("---"):
        yield from links_in(read_frontmatter(text).source, _FIRST_PROPERTY)
