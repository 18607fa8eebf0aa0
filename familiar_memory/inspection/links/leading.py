"""The rule of where a link leads, for one viewer.

Recall and the graph join notes by the same rule (`TreeRegister.resolve`): the note that stands
there, else the one of that name, of several the highest up, else an id, else an alias. Beside that
stand names of people, and for the owner what was renamed. Notes of which a viewer may know no
line are passed over, as if they were not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from familiar_memory.domain.text.file_names import spelling_key
from familiar_memory.domain.tree import note_of_person, note_of_topic, person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.knowledge.graph.names import says_note
from familiar_memory.inspection.links.answer import LinkState
from familiar_memory.inspection.links.reading import ReadNote, found_note
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import bearers_of, folded_name, spelled_name
from familiar_memory.markdown.links import Link, LinkKind, resolve_link
from familiar_memory.notes.register.moved_notes import moved_notes
from familiar_memory.recall.names.titles import known_names, title_of

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["LinkEnd", "WhereLinksLead"]

_NOTE = ".md"


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """Where a link leads, and to which note, if to any."""

    state: LinkState
    note: ReadNote | None = None


class WhereLinksLead:
    """Follows links for one viewer, by the notes as they stand while one question is answered."""

    def __init__(self, parts: Parts, viewer: Viewer) -> None:
        """Nothing is read yet; each note is read once."""
        self._parts = parts
        self._register = parts.files.register
        self.viewer = viewer
        self._read: dict[str, ReadNote | None] = {}
        self._led: dict[str, ReadNote | None] = {}

    def note(self, key: str) -> ReadNote | None:
        """The note of a key, where there is one that the viewer may know of."""
        if key not in self._read:
            self._read[key] = found_note(self._parts, key, self.viewer)
        return self._read[key]

    def of(self, link: Link, source: ReadNote) -> LinkEnd:
        """Where a link of a note leads."""
        target = resolve_link(link, source.path)
        if target is None:
            return LinkEnd(LinkState.OUTSIDE)
        if not target.lower().endswith(_NOTE):
            return self._of_file(target)
        found = self.meant(target)
        if found is None:
            return LinkEnd(LinkState.BROKEN)
        is_there = self._stands_there(link, target, found)
        return LinkEnd(LinkState.FOUND if is_there else LinkState.RENAMED, found)

    def meant(self, target: str) -> ReadNote | None:
        """The note that a path in the tree means, by its place or by its name."""
        if target not in self._led:
            self._led[target] = next(self._candidates(target), None)
        return self._led[target]

    def named(self, given: str) -> ReadNote | None:
        """The note that somebody asks for: in a place by its key, or by a name known there."""
        target = f"{given.removesuffix(_NOTE)}{_NOTE}"
        if self.viewer.is_owner:
            return self.meant(target)
        resolved = (self._register.resolve(target), *self._register.namesakes(target))
        keys = (target, note_of_person(given), note_of_topic(given), *resolved)
        notes = (self.note(key) for key in dict.fromkeys(keys))
        told = (one for one in notes if one is not None and self._is_called(target, one, one.key))
        return next(chain(told, self._borne_by_one(target)), None)

    def names_of(self, note: ReadNote) -> frozenset[str]:
        """Every name by which a link may mean a note, spelled and folded."""
        names = {_stem(note.key), _stem(note.path)}
        if (head := self._register.heads().get(note.path)) is not None:
            names.update(head.aliases)
        names.update(alias.name for alias in note.document.aliases)
        names.update((note.document.title, *note.document.entity_names))
        slug = person_of(note.key)
        names.update(name for name, slugs in self._names.items() if slug in slugs)
        if self.viewer.is_owner:
            names.update(end for end, now in self._moved.items() if now == note.path)
        told = {name for name in names if name and "/" not in name}
        return frozenset({*map(spelling_key, told), *map(folded_name, told)} - {""})

    def _candidates(self, target: str) -> Iterator[ReadNote]:
        """Every note that may be meant and that the viewer may know of, the likeliest first."""
        resolved = self._register.resolve(target)
        for key in dict.fromkeys((resolved, *self._register.namesakes(target))):
            found = self.note(key)
            if found is not None and (
                self.viewer.is_owner or self._is_called(target, found, found.path)
            ):
                yield found
        yield from self._borne_by_one(target)
        if self.viewer.is_owner:
            yield from self._renamed(target)

    def _borne_by_one(self, target: str) -> Iterator[ReadNote]:
        """The note of the one person who is called so."""
        slugs = bearers_of(self._names, _stem(target))
        if len(slugs) == 1 and (found := self.note(note_of_person(slugs[0]))) is not None:
            yield found

    def _is_called(self, target: str, note: ReadNote, path: str) -> bool:
        """Whether a target says the key, the file's name at a path, or a name that is known."""
        if says_note(target, note.key, path):
            return True
        document = note.document
        names = (title_of(document, self.viewer), *known_names(document, self.viewer))
        spelled = map(spelled_name, (*names, *document.entity_names))
        return spelled_name(_stem(target)) in spelled

    def _renamed(self, target: str) -> Iterator[ReadNote]:
        former = spelling_key(target.removesuffix(_NOTE))
        for end in (former, former.rpartition("/")[2]):
            if (path := self._moved.get(end)) is not None:
                found = self.note(self._register.key_of(path))
                if found is not None:
                    yield found

    def _of_file(self, target: str) -> LinkEnd:
        """What is no note: a picture, a folder, or a note whose ending was left out."""
        if (found := self._without_ending(target)) is not None:
            return LinkEnd(LinkState.FOUND, found)
        try:
            # Which files there are is the owner's: the others are told the same of all.
            is_there = not self.viewer.is_owner or self._parts.store.exists(target)
        except FamiliarError:
            return LinkEnd(LinkState.OUTSIDE)
        return LinkEnd(LinkState.FILE if is_there else LinkState.BROKEN)

    def _without_ending(self, target: str) -> ReadNote | None:
        found = self.note(self._register.key_of(f"{target}{_NOTE}"))
        return found if found is not None and found.path == f"{target}{_NOTE}" else None

    def _stands_there(self, link: Link, target: str, found: ReadNote) -> bool:
        """Whether a link names a note as it is called now; a plain wiki link says no folder.

        What files are called is the owner's, and so is whether one was renamed.
        """
        if not self.viewer.is_owner:
            return True
        is_plain = link.kind is LinkKind.WIKI and "/" not in link.target.partition("#")[0]
        written, now = target.removesuffix(_NOTE), found.path.removesuffix(_NOTE)
        if is_plain:
            written, now = _stem(written), _stem(now)
        return spelling_key(written) == spelling_key(now)

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        return self._parts.files.index.aliases(lambda audience: permits(self.viewer, audience))

    @cached_property
    def _moved(self) -> Mapping[str, str]:
        store = self._parts.store
        return moved_notes(self._parts.files.journal.entries(), store.exists)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(_NOTE)
