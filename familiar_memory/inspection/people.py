"""Everybody who is known: who spoke, who has a note, and whom a name means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import note_of_person, person_of
from familiar_memory.errors import FamiliarError
from familiar_memory.inspection.namesakes import ambiguous_name, told_person
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import bearers_of, spelled_name
from familiar_memory.recall.names.learned import evidence_of, names_of_authors, possible_names
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows

if TYPE_CHECKING:
    from familiar_memory.assembly.files import OpenFiles
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.notes.remembered import RememberedNotes

__all__ = ["CalledName", "KnownPerson", "known_people", "named_person"]


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

    `last_seen` is a day in the familiar's zone; None for people who only have a note.
    """

    slug: str
    names: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    last_seen: str | None = None
    note: str | None = None
    facts: int = 0
    problem: str | None = None
    called: tuple[CalledName, ...] = ()


def known_people(parts: Parts) -> list[KnownPerson]:
    """Everybody who spoke or has a note, by slug."""
    zone = parts.setup.settings.zone
    history = parts.files.history
    found: dict[str, KnownPerson] = {}
    for author in history.authors():
        seen = history.names_of(author)
        names = dict.fromkeys(name for one in seen for name in one.author.known_names)
        last = max((one.last for one in seen), default=None)
        found[author.slug] = _with_note(
            parts.reading.notes,
            KnownPerson(
                author.slug,
                tuple(names),
                tuple(sorted(history.rooms_of(author))),
                None if last is None else last.astimezone(zone).date().isoformat(),
            ),
        )
    for slug in _noted(parts):
        if slug not in found:
            found[slug] = _with_note(parts.reading.notes, KnownPerson(slug))
    called = _called(parts)
    return [replace(found[slug], called=called.get(slug, ())) for slug in sorted(found)]


def _called(parts: Parts) -> dict[str, tuple[CalledName, ...]]:
    """What people are called by others, by slug; nothing where the index cannot be read."""
    index, now = parts.files.index, parts.setup.clock.now()
    found: dict[str, list[CalledName]] = {}
    try:
        snapshot = index.snapshot()
        if not (possible := possible_names(snapshot)):
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


def _noted(parts: Parts) -> Iterator[str]:
    """The slugs of all who have a note, however many: a search by pattern would be capped."""
    scan, keys = parts.files.register.take(parts.store.scan_files)
    for state in scan.files:
        if (slug := person_of(keys.get(state.path, state.path))) is not None:
            yield slug


def _with_note(notes: RememberedNotes, person: KnownPerson) -> KnownPerson:
    """The person with what their note holds; a note that cannot be read is a problem."""
    key = note_of_person(person.slug)
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
    return replace(person, names=names or titled, note=path, facts=len(live))


def named_person(name: str, people: list[KnownPerson], files: OpenFiles) -> KnownPerson | None:
    """The one person of that slug, id or name, or whose note has that path or key.

    Raises:
        UsageError: several bear it.
    """
    by_slug = {person.slug: person for person in people}
    if name in by_slug:
        return by_slug[name]
    path = f"{name.removeprefix('./').removesuffix('.md')}.md"
    noted = person_of(files.register.key_of(path))
    if noted in by_slug:
        return by_slug[noted]
    ids = {author.canonical_key: author.slug for author in files.history.authors()}
    if name in ids:
        return by_slug[ids[name]]
    spoken: dict[str, tuple[str, ...]] = dict(files.index.aliases())
    for person in people:
        for key in map(spelled_name, person.names):
            spoken[key] = (*spoken.get(key, ()), person.slug)
    slugs = set(bearers_of(spoken, name))
    slugs &= by_slug.keys()
    if not slugs:
        # What only others call somebody; nobody else bears it.
        called = {spelled_name(c.name): (p.slug,) for p in people for c in p.called}
        slugs = set(bearers_of(called, name))
    if len(slugs) > 1:
        found = [by_slug[slug] for slug in sorted(slugs)]
        raise ambiguous_name(name, [told_person(one.slug, one.names, one.note) for one in found])
    return by_slug[slugs.pop()] if slugs else None
