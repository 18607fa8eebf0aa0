"""In which note a memory belongs, by what whoever asks calls whom or what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import (
    PEOPLE,
    is_below,
    note_of_person,
    note_of_place,
    note_of_topic,
)
from familiar_memory.errors import FamiliarError, NotFoundError, PathError, UsageError
from familiar_memory.inspection.named import named_place
from familiar_memory.inspection.wanted.people import wanted_slug
from familiar_memory.inspection.wanted.places import wanted_place
from familiar_memory.knowledge.audience import EVERYONE, OWNER, narrowest, permits
from familiar_memory.knowledge.names import bearers_of, folded_name
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.head import is_id_for

if TYPE_CHECKING:
    from familiar_memory.life.records.desk import Desk

__all__ = ["LOOSE", "Filing", "FilingNote"]

LOOSE = "notes.md"
"""Where the owner's memories are that are about nobody in particular."""
_OF_SOMEBODY = re.compile(r"(.+?)['\u2019]s?\s")
_USER = frozenset({"user", "the user", "me", "myself", "i"})
"""What models call whom they talk to."""


@dataclass(frozen=True, slots=True)
class FilingNote:
    """A note by its key; a new one begins with the title, "" where it has none.

    `subject` is whom or what a line there has to name, since the note does not.
    """

    key: str
    title: str = ""
    subject: str | None = None


class Filing:
    """Knows notes by what the caller calls them; to be used for one request.

    There are two rules, since there are two ways of saying it. Who keeps a memory by request says
    which note they mean (`destination`): an unknown name begins a topic, one of several people is
    refused. A model says what a memory is about in a few words, seldom a name (`homes`): nobody can
    be asked which was meant and no file should be called so, so the next best note takes it.
    Whom and what a name means is one rule for both. Only the owner who says which note they mean is
    asked further (`wanted_slug`): ids without a platform, names that nobody has stated, paths.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._caller = desk.caller
        self._parts = desk.parts

    @property
    def audience(self) -> str:
        """For whom what the caller says is."""
        if self._caller.place is not None:
            return self._caller.place.slug
        return self._parts.setup.settings.audience.default

    @property
    def own_note(self) -> str | None:
        """The key of the caller's own note."""
        return None if self._caller.slug is None else note_of_person(self._caller.slug)

    def place(self, given: str | None) -> str | None:
        """For whom a memory is, as the slug of a place or `owner`; None for everyone.

        Raises:
            NotFoundError: there is no such place.
            UsageError: several are called so.
        """
        if not self._caller.is_owner:
            return self.audience
        if given is None or given.strip().casefold() in (EVERYONE, "public"):
            return None
        return OWNER if given.strip().casefold() == OWNER else wanted_place(self._parts, given)

    def destination(self, about: str | None, place: str | None) -> FilingNote:
        """The note that is meant by a name, a path, a key; without one that of the place.

        Raises:
            NotFoundError: there is nobody of that id.
            UsageError: several people are called so.
            PathError: no note can have that name.
        """
        if about is None or not (name := about.strip()):
            if place is None or place == OWNER:
                return FilingNote(LOOSE, "")
            return FilingNote(note_of_place(place))
        if name.endswith(".md") or "/" in name:
            return self._note(name)
        return self._for_owner(name) if self._caller.is_owner else self._for_caller(name)

    def homes(self, subject: str) -> Iterator[str]:
        """The keys of notes in which a memory about that may stand, the best first."""
        about = self.note_of(subject)
        if about is None and (somebody := _OF_SOMEBODY.match(f"{subject} ")) is not None:
            about = self.note_of(somebody[1])
        place = self._caller.place
        last = LOOSE if place is None else note_of_place(place.slug)
        for key in dict.fromkeys((about, self.own_note, last)):
            if key is not None and self.takes(key):
                yield key

    def note_of(self, name: str) -> str | None:
        """The key of the one note that the caller knows by a name."""
        if self._is_caller(name):
            return self.own_note
        people, topic = self._people(name), self._topic(name)
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
        text = self._desk.seen.text_of(key)
        if text is None:
            return True
        note = parse_note(text, self._parts.setup.vocabulary, key)
        limit = NoteAudiences(key, note, self._parts.setup.settings.audience.default).limit
        return permits(self._desk.viewer, narrowest((self.audience, limit)))

    def _for_caller(self, name: str) -> FilingNote:
        if self._is_caller(name):
            return FilingNote(str(self.own_note))
        people = self._people(name)
        if len(people) > 1:
            raise UsageError(f"several people are called {name!r}", "the id of one: discord:42")
        if people:
            return FilingNote(note_of_person(people[0]))
        _check_letters(name)
        if (topic := self._topic(name) or self.new_topic(name)) is not None:
            return FilingNote(topic)
        return FilingNote(note_of_place(self.audience), subject=name)

    def _for_owner(self, name: str) -> FilingNote:
        try:
            return FilingNote(note_of_person(wanted_slug(self._parts, name)))
        except NotFoundError:
            pass
        _check_letters(name)
        register = self._parts.files.register
        # "Who?" is a name, though no path.
        with suppress(PathError):
            known = register.key_of(named_place(self._parts, name))
            if "/" in known and known.endswith(".md") and register.path_of(known) is not None:
                return FilingNote(known)
        return FilingNote(note_of_topic(title_slug(name)), name)

    def _note(self, given: str) -> FilingNote:
        register = self._parts.files.register
        name = given if given.endswith(".md") else f"{given}.md"
        if not self._caller.is_owner:
            return FilingNote(name)
        try:
            key = register.key_of(named_place(self._parts, name))
        except PathError:
            key = name
        if is_below(key, PEOPLE) and register.path_of(key) is None:
            # A note of nobody would be found under no name.
            return FilingNote(note_of_person(wanted_slug(self._parts, given)))
        return FilingNote(key, key.rpartition("/")[2].removesuffix(".md"))

    def _is_caller(self, name: str) -> bool:
        author = self._caller.author
        if author is None:
            return False
        named = folded_name(name)
        known = (author.slug, author.canonical_key, *author.known_names)
        return named in _USER or named in {folded_name(one) for one in known}

    def _people(self, name: str) -> tuple[str, ...]:
        """The slugs of those whom the caller knows by an id, a slug, or else a name."""
        platform, colon, user_id = name.partition(":")
        slug = Author(platform, user_id).slug if platform and colon and user_id else name
        # Whom they heard is looked up in the talk: not for each word that is no slug.
        if is_id_for(PEOPLE, slug) and slug in self._desk.known:
            # An id means one person, whoever is called by it.
            return (slug,)
        return bearers_of(self._desk.known.names, name)

    def _topic(self, name: str) -> str | None:
        """The topic of that name, where the caller may see something of it."""
        for slug in dict.fromkeys((title_slug(name), title_slug(folded_name(name)))):
            if slug and self._is_seen(key := note_of_topic(slug)):
                return key
        return None

    def _is_seen(self, key: str) -> bool:
        try:
            document = self._parts.indexing.notes.look(key)
        except FamiliarError:
            return False
        return any(permits(self._desk.viewer, one.audience) for one in document.passages)


def _check_letters(name: str) -> None:
    if not any(map(str.isalnum, name)):
        raise UsageError(f"{name!r} has no letter or digit to call a note by", "a name")
