"""Whom or what a name means to a viewer: by the names that they may know, and by nothing else.

Whether there is such a note is not asked: names out of the question itself give nothing away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import (
    MEMORY,
    PEOPLE,
    entity_of,
    is_entity_note,
    note_of_person,
    note_of_topic,
    person_of,
)
from familiar_memory.errors import StoreError, UsageError
from familiar_memory.index.names import object_name
from familiar_memory.inspection.named import named_place
from familiar_memory.inspection.namesakes import only_person
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import bearers_of, folded_name
from familiar_memory.notes.register.head import is_id_for
from familiar_memory.recall.people.heard import heard_as

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.index.values import StoredFact

__all__ = ["MeantEntity", "heard_entity", "heard_person", "meant_entity"]


@dataclass(frozen=True)
class MeantEntity:
    """An entity as facts name it: as a subject, by links to its note, in words.

    `key` is that of its note, were there one; None where only facts can tell in which folder it
    is. `said` are the texts by which it was asked for, as subjects may have them, `names` what it
    is called, folded. `twins` are the slugs of the same person's other notes.
    """

    slug: str
    key: str | None
    said: frozenset[str]
    names: frozenset[str]
    twins: frozenset[str] = frozenset()

    @cached_property
    def subjects(self) -> frozenset[str]:
        """What facts about it may name as their subject."""
        return self.said | {self.slug} | self.twins

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of the notes that may be its own."""
        of_twins = frozenset(map(note_of_person, self.twins))
        if self.key is not None:
            return of_twins | {self.key}
        return of_twins | {note_of_person(self.slug), note_of_topic(self.slug)}

    @cached_property
    def objects(self) -> frozenset[str]:
        """What facts that link nothing may call it."""
        return frozenset(map(object_name, (*self.names, self.slug)))

    def is_named_by(self, fact: StoredFact) -> bool:
        """Whether what an object is called is this entity's name, letter by letter."""
        if folded_name(fact.object) in self.names:
            return True
        # A note of `topics/` is called after its title; a person's slug is no name.
        is_slug = self.slug in self.names or self.key == note_of_topic(self.slug)
        return is_slug and title_slug(fact.object) == self.slug


def meant_entity(parts: Parts, given: str, viewer: Viewer) -> MeantEntity:
    """Find whom a name, alias, slug, `platform:id`, path or key means.

    Raises:
        UsageError: it is empty, or several people bear the name: it lists those.
        IndexUnavailableError: the names cannot be read.
    """
    text = given.strip()
    if not text:
        raise UsageError("the name of the entity is empty", "a name, slug, platform:id or path")
    if key := _key(parts, text, viewer):
        return _of_key(parts, key, viewer, text)
    aliases = parts.files.index.aliases(lambda audience: permits(viewer, audience))
    if is_id_for(PEOPLE, text) and _is_somebody(parts, text, aliases, viewer):
        # An id means one person, whoever is called by it.
        return _of_key(parts, note_of_person(text), viewer, text)
    if slug := only_person(parts, given, bearers_of(aliases, text), viewer):
        return _of_key(parts, note_of_person(slug), viewer, text)
    if key := _linked(parts, text, viewer):
        return _of_key(parts, key, viewer, text)
    slug = title_slug(text)
    return MeantEntity(slug, None, frozenset({text}), frozenset({folded_name(text)}))


def heard_entity(parts: Parts, given: str, viewer: Viewer) -> MeantEntity | None:
    """Whom a name means that no note states: the one person whom talk calls so.

    Raises:
        UsageError: several people are called so: it lists those.
        IndexUnavailableError: the names cannot be read.
    """
    slug = heard_person(parts, given.strip(), viewer)
    return None if slug is None else _of_key(parts, note_of_person(slug), viewer, given.strip())


def heard_person(parts: Parts, text: str, viewer: Viewer) -> str | None:
    """The same, by slug.

    Raises:
        UsageError: several people are called so: it lists those.
        IndexUnavailableError: the names cannot be read.
    """
    now = parts.setup.clock.now()
    slugs = heard_as(text, parts.files.index, parts.searching.called, viewer, now)
    return only_person(parts, text, slugs, viewer)


def _is_somebody(
    parts: Parts, slug: str, aliases: Mapping[str, tuple[str, ...]], viewer: Viewer
) -> bool:
    """Whether the viewer may know of a person of that id: by a name, or by a line of their note."""
    if any(slug in slugs for slugs in aliases.values()):
        return True
    key = note_of_person(slug)
    if viewer.is_owner:
        return bool(parts.files.index.known_some(MEMORY, (key,)))
    return key in parts.searching.nameable.with_lines(viewer, (key,))


def _key(parts: Parts, text: str, viewer: Viewer) -> str | None:
    """The key of a note that is named as such."""
    platform, _, user_id = text.partition(":")
    if platform and user_id and "/" not in text:
        return note_of_person(Author(platform, user_id).slug)
    if "/" in text or text.endswith(".md"):
        path = f"{text.removeprefix('./').removesuffix('.md')}.md"
        # What files are called is not for those in a place: they know notes by their keys.
        return _key_of_path(parts, path) if viewer.is_owner else path
    return None


def _key_of_path(parts: Parts, path: str) -> str:
    try:
        return parts.files.register.key_of(named_place(parts, path))
    except StoreError:
        return path


def _linked(parts: Parts, text: str, viewer: Viewer) -> str | None:
    """The note that a plain link of that text leads to, as far as the viewer may know of it."""
    asked = note_of_person(text)
    key = parts.files.register.resolve(asked)
    if key == asked or not is_entity_note(key):
        return None
    if viewer.is_owner:
        return key
    # Names of people have an audience each, and are asked for elsewhere.
    is_known = person_of(key) is None and parts.searching.nameable.with_lines(viewer, (key,))
    return key if is_known else None


def _of_key(parts: Parts, key: str, viewer: Viewer, given: str) -> MeantEntity:
    slug = entity_of(key)
    names = {folded_name(given)} if "/" not in given else set()
    if person_of(key) is not None:
        aliases = parts.files.index.aliases(lambda audience: permits(viewer, audience))
        names |= {folded_name(name) for name, bearers in aliases.items() if bearers == (slug,)}
    return MeantEntity(slug, key, frozenset(), frozenset(names))
