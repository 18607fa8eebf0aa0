"""In which note a memory belongs, among those that its caller may know of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import note_of_person, note_of_place, note_of_topic
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer, narrowest, permits
from familiar_memory.knowledge.names import bearers_of, folded_name
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.linking import block_ids_in

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller

__all__ = ["OWNERS_NOTE", "Filing"]

OWNERS_NOTE = "notes.md"
"""Where the owner's memories are that are about nobody in particular."""
_OF_SOMEBODY = re.compile(r"(.+?)['\u2019]s?\s")
_USER = frozenset({"user", "the user", "me", "myself", "i"})
"""What models call whom they talk to."""


class Filing:
    """Knows notes by what the caller calls them; to be used for one call."""

    def __init__(self, parts: Parts, caller: Caller, viewer: Viewer) -> None:
        self._parts = parts
        self._caller = caller
        self._viewer = viewer
        self._names = parts.files.index.aliases(lambda audience: permits(viewer, audience))

    @property
    def audience(self) -> str:
        """For whom what the caller says is."""
        if self._caller.place is not None:
            return self._caller.place.slug
        return self._parts.setup.settings.audience.default

    @property
    def is_owner(self) -> bool:
        """Whether the owner has the last word."""
        return self._caller.is_owner

    @property
    def own_note(self) -> str | None:
        """The key of the caller's own note."""
        return None if self._caller.slug is None else note_of_person(self._caller.slug)

    def homes(self, subject: str) -> Iterator[str]:
        """The keys of notes in which a memory about that may stand, the best first."""
        about = self.note_of(subject)
        if about is None and (somebody := _OF_SOMEBODY.match(f"{subject} ")) is not None:
            about = self.note_of(somebody[1])
        wanted = [about, self.own_note]
        if self._caller.place is not None:
            wanted.append(note_of_place(self._caller.place.slug))
        else:
            wanted.append(OWNERS_NOTE)
        for key in dict.fromkeys(wanted):
            if key is not None and self.takes(key):
                yield key

    def note_of(self, name: str) -> str | None:
        """The key of the one note that the caller knows by a name."""
        if self._is_caller(name):
            return self.own_note
        people = bearers_of(self._names, name)
        topic = self._topic(name)
        if len(people) == 1 and topic is None:
            return note_of_person(people[0])
        return topic if not people else None

    def new_topic(self, name: str) -> str | None:
        """The key for a note of something that has none yet.

        None where it may not have one: the name of a file is seen by everybody.
        """
        place = self._caller.place
        # Folded, so that a name is one in every case and spelling.
        slug = title_slug(folded_name(name))
        if not slug or (place is not None and place.is_private):
            return None
        return note_of_topic(slug)

    def takes(self, key: str) -> bool:
        """Whether the caller may read what they put into a note.

        A person may have closed it: then nothing is said of it, and it is passed over.
        """
        text = self._text(key)
        if text is None:
            return True
        note = parse_note(text, self._parts.setup.vocabulary, key)
        default = self._parts.setup.settings.audience.default
        limit = NoteAudiences(key, note, default).limit
        return permits(self._viewer, narrowest((self.audience, limit)))

    def ids_in(self, key: str) -> frozenset[str]:
        """The block ids that a note has."""
        return frozenset(block_ids_in(self._text(key) or ""))

    def is_seen(self, key: str) -> bool:
        """Whether the caller may know something that a note says."""
        try:
            document = self._parts.indexing.notes.look(key)
        except FamiliarError:
            return False
        return any(permits(self._viewer, passage.audience) for passage in document.passages)

    def _is_caller(self, name: str) -> bool:
        author = self._caller.author
        if author is None:
            return False
        named = folded_name(name)
        known = (author.slug, author.canonical_key, *author.known_names)
        return named in _USER or named in {folded_name(one) for one in known}

    def _topic(self, name: str) -> str | None:
        """The topic of that name, where the caller may see something of it."""
        for slug in dict.fromkeys((title_slug(name), title_slug(folded_name(name)))):
            if slug and self.is_seen(key := note_of_topic(slug)):
                return key
        return None

    def _text(self, key: str) -> str | None:
        files = self._parts.files
        path = files.register.path_of(key)
        try:
            return None if path is None else files.store.read_file(path)
        except FamiliarError:
            return None
