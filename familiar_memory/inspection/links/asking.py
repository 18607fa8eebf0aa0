"""The two questions about links: where those of a note lead, and which lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.links.anchors import anchor_of, has_anchor
from familiar_memory.inspection.links.answer import BackLinks, LinkedNote, LinkedNotes, NoteLink
from familiar_memory.inspection.links.leading import WhereLinksLead
from familiar_memory.inspection.links.reading import ReadNote, links_for
from familiar_memory.inspection.named import named_place
from familiar_memory.knowledge.entities.walk import walked
from familiar_memory.knowledge.names import folded_name
from familiar_memory.recall.names.titles import title_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer
    from familiar_memory.markdown.links import Link

__all__ = ["KnownLinks"]

_NOTE = ".md"


class KnownLinks:
    """The links of the notes of one open familiar; thread-safe.

    Notes are read as they stand, so an answer never waits for the index to have seen a save.
    """

    def __init__(self, parts: Parts) -> None:
        """Nothing is read yet."""
        self._parts = parts

    def follow(self, given: str, viewer: Viewer, depth: int) -> LinkedNotes:
        """The note and those that its links lead to, at most so many links away.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        leads = WhereLinksLead(self._parts, viewer)
        begin = self._named(given, leads)
        if begin is None:
            return LinkedNotes(given.strip(), False, (), degraded=self._unread(viewer))

        def neighbours(key: str) -> list[str]:
            note = leads.note(key)
            led = (leads.of(link, note).note for link in links_for(note, viewer)) if note else ()
            return list(dict.fromkeys(one.key for one in led if one is not None))

        walk = walked((begin.key,), depth, neighbours)
        notes = ((leads.note(key), distance) for key, distance in walk.distances.items())
        told = tuple(self._linked(one, far, leads) for one, far in notes if one is not None)
        return LinkedNotes(
            self._shown(begin, viewer), True, told, walk.is_cut, self._unread(viewer)
        )

    def back(self, given: str, viewer: Viewer) -> BackLinks:
        """The links that lead to the note.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        leads = WhereLinksLead(self._parts, viewer)
        wanted = self._named(given, leads)
        if wanted is None:
            return BackLinks(given.strip(), False, "", (), self._unread(viewer))
        found = map(leads.note, self._that_may_link(wanted, leads))
        sources = [one for one in found if one is not None]
        links = tuple(
            self._told(link, source, leads)
            for source in sorted(sources, key=lambda one: self._shown(one, viewer))
            for link in links_for(source, viewer)
            if leads.of(link, source).note is wanted
        )
        title = title_of(wanted.document, viewer)
        return BackLinks(self._shown(wanted, viewer), True, title, links, self._unread(viewer))

    def _named(self, given: str, leads: WhereLinksLead) -> ReadNote | None:
        """The note that is meant: as a link means it, and for the owner as commands take it."""
        text = given.strip().removeprefix("./")
        if leads.viewer.is_owner:
            try:
                path = named_place(self._parts, text)
                found = leads.note(self._parts.files.register.key_of(path))
            except FamiliarError:
                found = None
            if found is not None:
                return found
        return leads.named(text) if text else None

    def _linked(self, note: ReadNote, distance: int, leads: WhereLinksLead) -> LinkedNote:
        viewer = leads.viewer
        links = tuple(self._told(link, note, leads) for link in links_for(note, viewer))
        shown = self._shown(note, viewer)
        return LinkedNote(shown, title_of(note.document, viewer), distance, links)

    def _told(self, link: Link, source: ReadNote, leads: WhereLinksLead) -> NoteLink:
        led, viewer = leads.of(link, source), leads.viewer
        note, state = led.note, led.state
        shown = None if note is None else self._shown(note, viewer)
        if not viewer.is_owner:
            # What is written in a link is the name of a file, which may say what nobody here knows.
            return NoteLink(source.key, link.text, shown or link.text, state, shown)
        anchor = anchor_of(link)
        is_lost = note is not None and not has_anchor(note.text, anchor)
        return NoteLink(
            source.path, link.text, link.target, state, shown, anchor, link.line, is_lost
        )

    def _shown(self, note: ReadNote, viewer: Viewer) -> str:
        return note.path if viewer.is_owner else note.key

    def _that_may_link(self, wanted: ReadNote, leads: WhereLinksLead) -> set[str]:
        """The keys of notes that say any of the names by which a link may mean this one."""
        names = leads.names_of(wanted)
        paths = [one.path for one in self._parts.store.scan_files().files]
        key_of = self._parts.files.register.key_of
        own = {wanted.key}
        return own | {
            key_of(path) for path in paths if path.endswith(_NOTE) and self._says(path, names)
        }

    def _says(self, path: str, names: frozenset[str]) -> bool:
        """Whether a file has a link, and any of the names; what is encoded in a link is decoded."""
        try:
            data = self._parts.store.read_bytes(path)
        except FamiliarError:
            return False
        if b"[" not in data:
            return False
        text = unquote(data.decode("utf-8", "replace")).replace("\\", "")
        said = spelling_key(text)
        if any(name in said for name in names):
            return True
        folded = said if text.isascii() else folded_name(text)
        return any(name in folded for name in names)

    def _unread(self, viewer: Viewer) -> str | None:
        return self._parts.searching.unindexed.told(viewer)
