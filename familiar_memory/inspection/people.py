"""Everybody who is known: who spoke, and who has a note."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.stamp import Stamp
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_person, person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.names.learned import evidence_of, names_of_authors, possible_names
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows
from familiar_memory.recall.twins import joined_people, linked_from, people_of_one

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.talk.identity import Author

__all__ = [
    "CalledName",
    "KnownPerson",
    "also_known_as",
    "called_names",
    "known_people",
    "known_person",
    "noted_people",
    "same_people",
]


@dataclass(frozen=True, slots=True)
class CalledName:
    """A name that nobody has stated: so others call this person, or they say it themselves.

    `times` others do; 0 where only they themselves say so. `refs` are the turns that do, the
    oldest first.
    """

    name: str
    times: int
    refs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """One person: from the conversation, from a note, or from both.

    `last_seen` is a day in the familiar's zone; None for people who only have a note. `same_as`
    are the slugs under which they are known too: a line `same_as::` joins their notes.
    """

    slug: str
    names: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    last_seen: str | None = None
    note: str | None = None
    facts: int = 0
    problem: str | None = None
    called: tuple[CalledName, ...] = ()
    same_as: tuple[str, ...] = ()


def known_people(parts: Parts) -> list[KnownPerson]:
    """Everybody who spoke or has a note, by slug."""
    found = {
        author.slug: _with_note(parts, _who_spoke(parts, author))
        for author in parts.files.history.authors()
    }
    for slug in noted_people(parts):
        if slug not in found:
            found[slug] = _with_note(parts, KnownPerson(slug))
    called = called_names(parts)
    joined = joined_people((slug, other) for slug, one in found.items() for other in one.same_as)
    return [
        replace(
            found[slug],
            called=called.get(slug, ()),
            same_as=tuple(sorted(joined.get(slug, frozenset()) - {slug})),
        )
        for slug in sorted(found)
    ]


def known_person(parts: Parts, slug: str) -> KnownPerson:
    """The same of one of them, without what only others call them; no other note is read.

    So `same_as` is what their own note says.
    """
    author = next((one for one in parts.files.history.authors() if one.slug == slug), None)
    who = KnownPerson(slug) if author is None else _who_spoke(parts, author)
    return _with_note(parts, who)


def also_known_as(parts: Parts, person: KnownPerson) -> tuple[str, ...]:
    """Under which other slugs somebody is known, whichever note says so.

    Where the index cannot be read, what their own note says.
    """
    try:
        return same_people(parts, (person.slug,))
    except FamiliarError:
        return person.same_as


def same_people(parts: Parts, slugs: Sequence[str]) -> tuple[str, ...]:
    """Under which slugs besides these the same people are known, whichever note says so.

    Raises:
        IndexUnavailableError: the index cannot be read.
    """
    now = parts.setup.clock.now()
    joined = people_of_one(parts.fresh_facts, slugs, Viewer(), now, Stop())
    return tuple(sorted(frozenset[str]().union(*joined.values()) - set(slugs)))


def noted_people(parts: Parts) -> dict[str, Stamp]:
    """All who have a note, by slug, however many: a search by pattern would be capped."""
    scan, keys = parts.files.register.take(parts.store.scan_files)
    # As `stamp_of`, without a call for each file of a large tree.
    return {
        slug: Stamp(key, mtime_ns if mtime_ns > changed_ns else changed_ns, size)
        for path, size, mtime_ns, changed_ns in scan.files
        if (slug := person_of(key := keys.get(path, path))) is not None
    }


def called_names(
    parts: Parts, is_wanted: Callable[[str], bool] = lambda name: True
) -> dict[str, tuple[CalledName, ...]]:
    """What people are called by others, by slug, of the names, folded, that are wanted.

    Nothing where the index cannot be read.
    """
    index, now = parts.files.index, parts.setup.clock.now()
    found: dict[str, list[CalledName]] = {}
    try:
        snapshot = index.snapshot()
        possible = frozenset(filter(is_wanted, possible_names(snapshot)))
        if not possible:
            return {}
        masks = visible_rows(snapshot, Viewer(), Filters(now))
        learned = parts.called.of(
            snapshot, masks, possible, names_of_authors(snapshot, masks), index.aliases
        )
        for name, one in learned.items():
            turns = index.passages(evidence_of(name, one, snapshot, masks)).values()
            oldest_first = sorted(turns, key=lambda turn: (turn.learned or "", turn.id))
            refs = tuple(ref for turn in oldest_first for ref in turn.refs)
            found.setdefault(one.slug, []).append(CalledName(one.name, one.by_others, refs))
    except FamiliarError:
        return {}
    return {slug: tuple(names) for slug, names in found.items()}


def _who_spoke(parts: Parts, author: Author) -> KnownPerson:
    """The person as they were heard."""
    zone, history = parts.setup.settings.zone, parts.files.history
    seen = history.names_of(author)
    names = dict.fromkeys(name for one in seen for name in one.author.known_names)
    last = max((one.last for one in seen), default=None)
    day = None if last is None else last.astimezone(zone).date().isoformat()
    return KnownPerson(author.slug, tuple(names), tuple(sorted(history.rooms_of(author))), day)


def _with_note(parts: Parts, person: KnownPerson) -> KnownPerson:
    """The person with what their note holds; a note that cannot be read is a problem."""
    notes, key = parts.reading.notes, note_of_person(person.slug)
    path = notes.register.path_of(key) or key
    try:
        if notes.stamp(key) is None:
            return person
        note = notes.look(key)
    except FamiliarError as problem:
        return replace(person, note=path, problem=problem.problem)
    names = tuple(dict.fromkeys((*person.names, *(alias.name for alias in note.aliases))))
    live = [fact for fact in note.facts if not note.passages[fact.passage].retired]
    titled = (note.title,) if note.title else ()
    twins = linked_from(note, Viewer(), parts.setup.clock.now(), notes.register.resolve)
    names = names or titled
    return replace(person, names=names, note=path, facts=len(live), same_as=twins)
