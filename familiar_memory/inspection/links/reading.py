"""The links that are written in a note, as far as one viewer may read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.markdown.frontmatter.block import read_frontmatter
from familiar_memory.markdown.links import Link, find_links, links_in, resolve_link

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.document import ParsedDocument

__all__ = ["ReadNote", "known_to", "links_for", "property_links", "read_note"]

_FIRST_PROPERTY = 2
"""The line below the dashes that properties begin with."""


@dataclass(frozen=True, slots=True)
class ReadNote:
    """A note by its key, where it stands, and what it says, all of one state of its file."""

    key: str
    path: str
    text: str
    document: ParsedDocument


def read_note(parts: Parts, key: str) -> ReadNote | None:
    """The note of a key; None where there is none, or it cannot be read."""
    try:
        path = parts.files.register.path_of(key)
        if path is None or not parts.store.exists(path):
            return None
        text = parts.store.read_bytes(path).decode("utf-8")
    except (FamiliarError, UnicodeDecodeError):
        return None
    return ReadNote(key, path, text, parts.reading.files.read(key, text))


def known_to(note: ReadNote, viewer: Viewer) -> bool:
    """Whether somebody may know of a note: of any line of it; the owner knows all."""
    if viewer.is_owner:
        return True
    return any(permits(viewer, one.audience) for one in note.document.passages)


def links_for(note: ReadNote, viewer: Viewer) -> tuple[Link, ...]:
    """The links of a note in their order: for the owner all, in properties too.

    For anybody else those of the lines that recall might show them: no properties, no headings,
    nothing that was struck out, and nothing that leads out of the memory.
    """
    if viewer.is_owner:
        return (*property_links(note.text), *find_links(note.text))
    passages = note.document.passages
    told = {
        (row.line, row.target)
        for row in note.document.links
        if permits(viewer, row.audience) and not passages[row.passage].retired
    }
    return tuple(
        link for link in find_links(note.text) if (link.line, resolve_link(link, note.key)) in told
    )


def property_links(text: str) -> Iterator[Link]:
    """The links in the properties of a note."""
    if text.lstrip("\ufeff").startswith("---"):
        yield from links_in(read_frontmatter(text).source, _FIRST_PROPERTY)
