"""From what is wanted gone to an erasure: every turn, note, name and text that goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from pathlib import PurePosixPath

import regex

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.role import Role
from familiar_memory.domain.talk.turn import StoredTurn, TurnName
from familiar_memory.domain.text.slugs import component
from familiar_memory.domain.traces import IdPattern, Traces, is_telling_id
from familiar_memory.domain.tree import (
    SESSIONS,
    is_below,
    note_of_person,
    note_of_place,
)
from familiar_memory.errors import StoreError
from familiar_memory.history.base import HistoryReader
from familiar_memory.maintenance.forget.quotes import Quotable, is_distinctive
from familiar_memory.maintenance.forget.wanted import WantedGone
from familiar_memory.markdown.text.wiki_text import links_as_labels
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.reader import JournalFiles
from familiar_memory.writers.text.slots import slot_of

__all__ = ["ForgetSources", "plan_erasure"]

_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class ForgetSources:
    """What is looked through: turns, notes as they stand, and their past."""

    history: HistoryReader
    store: NoteReader
    journal: JournalFiles
    register: TreeRegister
    zone: tzinfo


def plan_erasure(sources: ForgetSources, wanted: WantedGone) -> Erasure:
    """What has to go; quotes in what others wrote are added by `with_quotes`.

    Raises:
        HistoryError: the conversation cannot be read.
        StoreError: the tree or its journal cannot be read.
    """
    return _Planner(sources, wanted).plan()


def every_turn(history: HistoryReader) -> Iterator[StoredTurn]:
    """All turns in order of arrival, deleted ones too."""
    last = 0
    while batch := history.every_turn_after(last, _AT_ONCE):
        yield from batch
        last = batch[-1].id


class _Planner:
    def __init__(self, sources: ForgetSources, wanted: WantedGone) -> None:
        self._sources = sources
        self._wanted = wanted
        self._slugs = frozenset(one.slug for one in wanted.people)
        self._titles = self._titles_of_topics()
        self._words = [_named(title) for title in self._titles]
        self._said = Quotable()

    def plan(self) -> Erasure:
        wanted = self._wanted
        places = frozenset() if wanted.has_span else frozenset(wanted.places)
        places |= self._own_rooms()
        turns, leads = self._turns(places)
        refs = self._own_refs(turns)
        ids = frozenset(self._ids(places))
        paths = frozenset(self._paths(places, ids))
        records = frozenset(wanted.lines)
        # The index has the words of a line without its links.
        words = records | frozenset(map(links_as_labels, records))
        said = self._said.lines() | frozenset(filter(is_distinctive, words))
        traces = Traces(
            ids=ids,
            people=self._slugs,
            links=frozenset(self._links(paths)),
            refs=refs,
            leads=leads,
            words=frozenset(title.casefold() for title in self._titles),
            days=frozenset(self._days()),
            records=records,
            short=self._said.short_lines(),
            said=said,
        )
        authors = frozenset(one.author for one in wanted.people if one.author is not None)
        bare = frozenset(
            replace(one, display_name=None, username=None, aliases=()) for one in authors
        )
        return Erasure(turns, bare, paths, wanted.texts, places, traces)

    def _titles_of_topics(self) -> tuple[str, ...]:
        titles = []
        for key in self._wanted.topics:
            path = self._sources.register.path_of(key) or key
            titles.append(PurePosixPath(path).stem.partition("--")[0])
            with suppress(StoreError):
                titles.append(parse_note(self._sources.store.read_file(path)).title.strip())
        titles = [title for title in titles if title]
        return tuple(dict.fromkeys(titles))

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

    def _turns(
        self, places: frozenset[str]
    ) -> tuple[frozenset[TurnName], frozenset[tuple[str, str]]]:
        """Every turn that goes, and the sessions whose leads tell of them."""
        zone = self._sources.zone
        turns, leads = set(self._wanted.turns), set[tuple[str, str]]()
        answers = set[TurnName]()
        for stored in every_turn(self._sources.history):
            turn = stored.turn
            name = (turn.place.slug, turn.ref)
            if not self._goes(stored, name, places):
                continue
            turns.add(name)
            slot = slot_of(turn.timestamp, zone)
            leads.add((PurePosixPath(slot.path).stem, turn.place.slug))
            if turn.role is Role.USER:
                self._said.add(turn.text, stored.id)
        for stored in every_turn(self._sources.history):
            turn = stored.turn
            # What the familiar answered is made of what it was told.
            if turn.role is not Role.USER and (turn.place.slug, turn.reply_to or "") in turns:
                answers.add((turn.place.slug, turn.ref))
        return frozenset(turns | answers), frozenset(leads)

    def _goes(self, stored: StoredTurn, name: TurnName, places: frozenset[str]) -> bool:
        turn, wanted = stored.turn, self._wanted
        if name in wanted.turns or turn.place.slug in places:
            return True
        if turn.role is Role.USER and turn.author.slug in self._slugs:
            return True
        if wanted.has_span and wanted.is_within(turn.timestamp):
            return not wanted.places or turn.place.slug in wanted.places
        return any(word.search(turn.text) for word in self._words)

    def _own_refs(self, turns: frozenset[TurnName]) -> frozenset[str]:
        """Refs that no turn has which stays: where a line says no place, these mean ours."""
        others = set()
        for stored in every_turn(self._sources.history):
            name = (stored.turn.place.slug, stored.turn.ref)
            if name not in turns:
                others.add(stored.turn.ref)
        return frozenset(ref for _, ref in turns) - others

    def _ids(self, places: frozenset[str]) -> Iterator[str]:
        for person in self._wanted.people:
            yield person.slug
            if person.author is not None:
                yield person.author.canonical_key
                if is_telling_id(person.author.user_id):
                    yield person.author.user_id
        known = self._sources.history.places_named(places)
        for slug in places:
            yield slug
            place: Place | None = known.get(slug)
            if place is not None and is_telling_id(place.channel):
                yield place.channel

    def _paths(self, places: frozenset[str], ids: frozenset[str]) -> Iterator[str]:
        """Notes that go as a whole: by key, by where they stand, and by what they were called."""
        register, journal = self._sources.register, self._sources.journal
        keys = [note_of_person(slug) for slug in self._slugs]
        keys += [note_of_place(slug) for slug in places]
        keys += self._wanted.topics
        standing = set[str]()
        for key in keys:
            yield key
            standing.update(filter(None, (register.path_of(key),)), register.rivals(key))
        yield from standing
        pattern = IdPattern(ids)
        if not pattern:
            return
        scan = self._sources.store.scan_files()
        yield from (one.path for one in scan.files if pattern.found_in(one.path))
        with suppress(StoreError):
            for entry in journal.entries():
                yield from (path for path in entry.paths if pattern.found_in(path))

    def _links(self, paths: frozenset[str]) -> Iterator[str]:
        """Names by which wiki links lead to what goes, and to nothing that stays."""
        sources = self._sources
        scan = sources.store.scan_files()
        others = {
            PurePosixPath(one.path).stem.casefold() for one in scan.files if one.path not in paths
        }
        linked = {path for path in paths if _is_linked_by_name(path)}
        with suppress(StoreError):
            for entry in sources.journal.entries_of(linked):
                linked.update(filter(_is_linked_by_name, entry.paths))
        names = {PurePosixPath(path).stem for path in linked}
        called = {name for one in self._wanted.people for name in one.names} | {*self._titles}
        called -= {
            name
            for author in sources.history.authors()
            if author.slug not in self._slugs
            for name in author.known_names
        }
        yield from ({one.casefold() for one in names | called} | self._slugs) - others

    def _days(self) -> Iterator[tuple[str, str]]:
        """Whole days of a time that is meant: what is dated so goes, whoever wrote it."""
        wanted, zone = self._wanted, self._sources.zone
        if not wanted.has_span or wanted.since is None or wanted.until is None:
            return
        day = wanted.since.astimezone(zone).date()
        while _midnight(day, zone) < wanted.since:
            day += timedelta(days=1)
        while _midnight(day + timedelta(days=1), zone) <= wanted.until:
            for place in wanted.places or ("",):
                yield day.isoformat(), place
            day += timedelta(days=1)


def _is_linked_by_name(path: str) -> bool:
    """Whether links name a note without its folder: sessions of one name stand in many."""
    return path.endswith(".md") and not is_below(path, SESSIONS)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone)


def _named(title: str) -> regex.Pattern[str]:
    words = r"[\s_-]+".join(regex.escape(word) for word in regex.split(r"[\s_-]+", title))
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}]){words}(?![\p{{L}}\p{{N}}])", regex.IGNORECASE)
