"""What is of people, topics, places or a time: rooms, turns and notes, and how these are named.

Whoever is forgotten loses it, and whoever asks what is known of them is shown it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import PurePosixPath

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn, TurnName
from familiar_memory.domain.text.slugs import component
from familiar_memory.domain.traces import IdPattern, is_telling_id
from familiar_memory.domain.tree import DAYS, SESSIONS, is_below, note_of_person, note_of_place
from familiar_memory.errors import StoreError
from familiar_memory.knowledge.entities.naming import Naming
from familiar_memory.maintenance.belongings.sources import MemorySources, every_turn
from familiar_memory.maintenance.belongings.wanted import WantedGone
from familiar_memory.markdown.tree import parse_note

__all__ = ["Belongings"]


class Belongings:
    """What is of all that is wanted; each part is looked for when it is asked for, once.

    Each raises HistoryError where the conversation, StoreError where the tree or its journal cannot
    be read.
    """

    def __init__(self, sources: MemorySources, wanted: WantedGone) -> None:
        self._sources = sources
        self._wanted = wanted
        self._slugs = frozenset(one.slug for one in wanted.people)
        self._naming = Naming(self.titles)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the topics are called: in their notes, and as files."""
        titles = []
        for key in self._wanted.topics:
            path = self._sources.register.path_of(key) or key
            titles.append(PurePosixPath(path).stem.partition("--")[0])
            with suppress(StoreError):
                titles.append(parse_note(self._sources.store.read_file(path)).title.strip())
        titles = [title for title in titles if title]
        return tuple(dict.fromkeys(titles))

    @cached_property
    def places(self) -> frozenset[str]:
        """Rooms of which all is meant, by slug."""
        wanted = self._wanted
        return (frozenset() if wanted.has_span else frozenset(wanted.places)) | self._own_rooms()

    @cached_property
    def ids(self) -> frozenset[str]:
        """The slugs and ids of the people and places."""
        return frozenset(self._ids())

    @cached_property
    def paths(self) -> frozenset[str]:
        """Notes that are of it as a whole: by key, by path, and by what they were called."""
        return frozenset(self._paths())

    @cached_property
    def links(self) -> frozenset[str]:
        """Names by which wiki links lead to those notes, in small letters."""
        return frozenset(self._links())

    @cached_property
    def called(self) -> frozenset[str]:
        """The names of the people that nobody else bears, in small letters."""
        names = {name for one in self._wanted.people for name in one.names}
        return frozenset(name.casefold() for name in names - self._names_of_others())

    def turns(self, hear: Callable[[StoredTurn], None] | None = None) -> frozenset[TurnName]:
        """Its turns, each given to `hear`, and what the familiar answered to them."""
        turns, answers = set(self._wanted.turns), set[TurnName]()
        for stored in every_turn(self._sources.history):
            name = (stored.turn.place.slug, stored.turn.ref)
            if self._is_of_it(stored, name):
                turns.add(name)
                if hear is not None:
                    hear(stored)
        for stored in every_turn(self._sources.history):
            turn = stored.turn
            # What the familiar answered is made of what it was told.
            if turn.role is not Role.USER and (turn.place.slug, turn.reply_to or "") in turns:
                answers.add((turn.place.slug, turn.ref))
        return frozenset(turns | answers)

    def _own_rooms(self) -> frozenset[str]:
        """Direct messages in which nobody else has spoken: their very names are of that person."""
        found = set()
        history = self._sources.history
        theirs = {
            f"{one.author.platform}-dm-{component(one.author.user_id)}"
            for one in self._wanted.people
            if one.author is not None
        }
        for place in history.places():
            if not place.is_dm:
                continue
            heard = {one.slug for one in history.recent_distinct_authors(place, 20)}
            if (heard and heard <= self._slugs) or (not heard and place.slug in theirs):
                found.add(place.slug)
        return frozenset(found)

    def _is_of_it(self, stored: StoredTurn, name: TurnName) -> bool:
        turn, wanted = stored.turn, self._wanted
        if name in wanted.turns or turn.place.slug in self.places:
            return True
        if turn.role is Role.USER and turn.author.slug in self._slugs:
            return True
        if wanted.has_span and wanted.is_within(turn.timestamp):
            return not wanted.places or turn.place.slug in wanted.places
        return self._naming.is_in(turn.text)

    def _ids(self) -> Iterator[str]:
        for person in self._wanted.people:
            yield person.slug
            if person.author is not None:
                yield person.author.canonical_key
                if is_telling_id(person.author.user_id):
                    yield person.author.user_id
        known = self._sources.history.places_named(self.places)
        for slug in self.places:
            yield slug
            place: Place | None = known.get(slug)
            if place is None or not is_telling_id(place.channel):
                continue
            # A direct message is called by whom it is with, and what they said elsewhere stays.
            if not (place.is_dm and self._is_heard_elsewhere(place.channel)):
                yield place.channel

    def _is_heard_elsewhere(self, user_id: str) -> bool:
        """Whether somebody with that id, who is not meant, has spoken in a place that stays."""
        return any(
            turn.author.user_id == user_id
            and turn.author.slug not in self._slugs
            and turn.place.slug not in self.places
            for turn in (stored.turn for stored in every_turn(self._sources.history))
            if turn.role is Role.USER and not turn.deleted
        )

    def _paths(self) -> Iterator[str]:
        register, journal = self._sources.register, self._sources.journal
        keys = [note_of_person(slug) for slug in self._slugs]
        keys += [note_of_place(slug) for slug in self.places]
        keys += self._wanted.topics
        standing = set[str]()
        for key in keys:
            yield key
            standing.update(filter(None, (register.path_of(key),)), register.rivals(key))
        yield from standing
        pattern = IdPattern(self.ids)
        if not pattern:
            return
        scan = self._sources.store.scan_files()
        yield from (one.path for one in scan.files if pattern.found_in(one.path))
        with suppress(StoreError):
            for entry in journal.entries():
                yield from (path for path in entry.paths if pattern.found_in(path))

    def _links(self) -> Iterator[str]:
        """Names by which wiki links lead there, and to nothing else."""
        sources = self._sources
        scan = sources.store.scan_files()
        others = {
            PurePosixPath(one.path).stem.casefold()
            for one in scan.files
            if one.path not in self.paths
        }
        linked = {path for path in self.paths if _is_linked_by_name(path)}
        with suppress(StoreError):
            for entry in sources.journal.entries_of(linked):
                linked.update(filter(_is_linked_by_name, entry.paths))
        names = {PurePosixPath(path).stem for path in linked}
        called = {*self.titles} - self._names_of_others()
        names = {one.casefold() for one in names | called}
        yield from (names | self.called | self._slugs) - others

    def _names_of_others(self) -> set[str]:
        return {
            name
            for author in self._sources.history.authors()
            if author.slug not in self._slugs
            for name in author.known_names
        }


def _is_linked_by_name(path: str) -> bool:
    """Whether links name a note without its folder: sessions and days of one name stand in many."""
    return path.endswith(".md") and not (is_below(path, SESSIONS) or is_below(path, DAYS))
