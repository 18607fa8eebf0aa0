"""Where a memory goes: the note of whom or what it is about, as whoever asks names it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName, line_named
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import (
    PEOPLE,
    is_below,
    note_of_person,
    note_of_place,
    note_of_topic,
)
from familiar_memory.errors import NotFoundError, PathError, StoreError, UsageError
from familiar_memory.inspection.named import named_place
from familiar_memory.inspection.wanted.people import wanted_person
from familiar_memory.inspection.wanted.places import wanted_place
from familiar_memory.knowledge.audience import EVERYONE, OWNER, Viewer, permits
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.life.memories.damaged_line import refuse_damaged
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.operations.several_notes import check_length

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["FilingNote", "KnownPeople", "Whereabouts"]

_LOOSE = "notes.md"
_LOOSE_TITLE = "Notes"


@dataclass(frozen=True, slots=True)
class FilingNote:
    """A note by its key; a new one begins with the title, "" where it has none."""

    key: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Finds notes, places and records for one who asks; `viewer` is the owner or a caller."""

    parts: Parts
    viewer: Viewer
    people: Container[str] = frozenset()
    """Whom a caller may know, by slug; the owner is asked about nobody."""

    def place(self, given: str | None) -> str | None:
        """For whom a memory is, as the slug of a place or `owner`; None for everyone.

        Raises:
            NotFoundError: there is no such place.
            UsageError: several are called so.
        """
        if not self.viewer.is_owner:
            return self.viewer.place
        if given is None or given.strip().casefold() in (EVERYONE, "public"):
            return None
        return OWNER if given.strip().casefold() == OWNER else wanted_place(self.parts, given)

    def destination(self, about: str | None, place: str | None) -> FilingNote:
        """The note of whom or what a memory is about.

        Raises:
            NotFoundError: there is nobody of that id.
            UsageError: several people are called so.
            PathError: no note can have that name.
        """
        if about is None or not about.strip():
            is_room = place is not None and place != OWNER
            return FilingNote(note_of_place(place or "")) if is_room else _loose()
        name = about.strip()
        if name.endswith(".md") or "/" in name:
            return self._note(name)
        return self._person(name) or self._topic(name)

    def record(self, given: RecordName | str) -> tuple[RecordName, StandingLine | None]:
        """A record by its name, or (for the owner) by `path:line`: its name by key, and its line.

        None as the line where the name is of none that they may see.

        Raises:
            UsageError: it names no record.
            EditError: the owner names a line whose tail is damaged.
        """
        register = self.parts.files.register
        if isinstance(given, str):
            if self.viewer.is_owner and (place := line_named(given)) is not None:
                return self._at_line(*place)
            given = RecordName.parse(given)
        key = given.note
        if self.viewer.is_owner:
            key = register.key_of(self._path(key))
        elif register.key_of(key) != key:
            # They know notes by their keys, and where files stand is nothing to them.
            return given, None
        name = RecordName(key, given.id)
        found = [
            one
            for one in self.lines(key)
            if one.id == given.id and permits(self.viewer, one.audience)
        ]
        if not found and self.viewer.is_owner:
            self._refuse_damaged(key, name=given.id)
        return name, found[0] if len(found) == 1 else None

    def lines(self, key: str) -> list[StandingLine]:
        """The records of a note."""
        return list(standing_lines(key, self._parsed(key), self._default))

    def _parsed(self, key: str) -> Note:
        """A note, empty where it cannot be read."""
        files = self.parts.files
        check_length(files.store, files.register, key)
        path = files.register.path_of(key)
        try:
            text = "" if path is None else files.store.read_file(path)
        except StoreError:
            text = ""
        return parse_note(text, self.parts.setup.vocabulary, key)

    @property
    def _default(self) -> str:
        return self.parts.setup.settings.audience.default

    def _refuse_damaged(self, key: str, *, line: int | None = None, name: str = "") -> None:
        note, path = self._parsed(key), self.shown(key)
        refuse_damaged(note, path, self._default, line=line, name=name)

    def shown(self, key: str) -> str:
        """What a note is called for whoever asks: the owner sees where its file stands."""
        path = self.parts.files.register.path_of(key) if self.viewer.is_owner else None
        return path or key

    def _at_line(self, given: str, line: int) -> tuple[RecordName, StandingLine]:
        path = self._path(given)
        key = self.parts.files.register.key_of(path)
        before = [one for one in self.lines(key) if one.line <= line]
        found = before[-1] if before else None
        if found is None or not (found.line == line or self._covers(key, found, line)):
            self._refuse_damaged(key, line=line)
            raise NotFoundError(
                f"line {line} of {path} is not a record that a command can change",
                "the line of a list item whose tail parses",
            )
        return RecordName(key, found.id), found

    def _covers(self, key: str, found: StandingLine, line: int) -> bool:
        path = self.parts.files.register.path_of(key) or key
        note = parse_note(self.parts.files.store.read_file(path), path=key)
        return note.blocks[found.ordinal].line_end >= line

    def _path(self, given: str) -> str:
        return named_place(self.parts, given)

    def _note(self, given: str) -> FilingNote:
        register = self.parts.files.register
        name = given if given.endswith(".md") else f"{given}.md"
        if not self.viewer.is_owner:
            return FilingNote(name)
        try:
            key = register.key_of(self._path(name))
        except PathError:
            key = name
        if is_below(key, PEOPLE) and register.path_of(key) is None:
            # A note of nobody would be found under no name.
            return FilingNote(note_of_person(wanted_person(self.parts, given).slug))
        return FilingNote(key, key.rpartition("/")[2].removesuffix(".md"))

    def _person(self, name: str) -> FilingNote | None:
        if self.viewer.is_owner:
            try:
                return FilingNote(note_of_person(wanted_person(self.parts, name).slug))
            except NotFoundError:
                return None
        aliases = self.parts.files.index.aliases(lambda audience: permits(self.viewer, audience))
        slugs = set(bearers_of(aliases, name))
        if len(slugs) > 1:
            raise UsageError(f"several people are called {name!r}", "the id of one: discord:42")
        if slugs:
            return FilingNote(note_of_person(slugs.pop()))
        platform, colon, user_id = name.partition(":")
        slug = Author(platform, user_id).slug if platform and colon and user_id else name
        return FilingNote(note_of_person(slug)) if slug in self.people else None

    def _topic(self, name: str) -> FilingNote:
        key = note_of_topic(title_slug(name))
        if not self.viewer.is_owner:
            return FilingNote(key)
        found = self._path(name)
        known = self.parts.files.register.key_of(found)
        is_there = self.parts.files.register.path_of(known) is not None and "/" in known
        return FilingNote(known) if is_there and known.endswith(".md") else FilingNote(key, name)


class KnownPeople(Container[str]):
    """The slugs of those whom a caller may know: themselves, and whom they could hear or read of.

    That somebody else has ever spoken is nothing to them.
    """

    def __init__(self, parts: Parts, viewer: Viewer, caller: str) -> None:
        self._parts = parts
        self._viewer = viewer
        self._caller = caller

    def __contains__(self, slug: object) -> bool:
        """Whether they may know somebody of that slug."""
        return slug == self._caller or slug in self._others

    @cached_property
    def _others(self) -> frozenset[str]:
        files = self._parts.files
        known = partial(permits, self._viewer)
        named = files.index.aliases(known).values()
        heard = filter(known, (place.slug for place in files.history.places()))
        spoke = (author.slug for author in files.history.names_in(frozenset(heard)))
        return frozenset(chain(spoke, *named))


def _loose() -> FilingNote:
    return FilingNote(_LOOSE, _LOOSE_TITLE)
