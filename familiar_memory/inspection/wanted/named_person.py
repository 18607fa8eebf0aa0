"""Whom a name means, found without reading the notes of everybody else.

What notes call people is known from the index; a note is read where the index does not know it
as it stands. The answer is that of whoever reads them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.racy import is_racy
from familiar_memory.domain.text.slugs import without_digests
from familiar_memory.domain.tree import MEMORY, note_of_person, person_of
from familiar_memory.errors import FamiliarError, StoreError
from familiar_memory.inspection.namesakes import ambiguous_name, one_each, told_person
from familiar_memory.inspection.people import called_names, known_person, noted_people
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.knowledge.names import bearers_of, folded_name, spelled_name
from familiar_memory.recall.twins import joined_people

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.domain.memory.source import KnownDocument
    from familiar_memory.domain.memory.stamp import Stamp
    from familiar_memory.domain.talk.identity import Author

__all__ = ["named_person"]


def named_person(parts: Parts, name: str, *, is_joined: bool = False) -> str | None:
    """The slug of the one person of that slug, id or name, or whose note has that path or key.

    With `is_joined` those whom `same_as` joins are one, and the first of them is meant.

    Raises:
        UsageError: several bear it.
        HistoryError: the conversation cannot be read.
        IndexUnavailableError: the index cannot be read.
    """
    heard = _Heard(parts)
    if name in heard.names or _has_note(parts, name):
        return name
    notes = noted_people(parts)
    if name in notes:
        return name
    everybody = heard.names.keys() | notes.keys()
    path = f"{name.removeprefix('./').removesuffix('.md')}.md"
    noted = person_of(parts.files.register.key_of(path))
    if noted in everybody:
        return noted
    if name in heard.ids:
        return heard.ids[name]
    slugs = set(bearers_of(_spoken(parts, name, heard.names, notes), name)) & everybody
    found = sorted(slugs or _called_so(parts, name))
    return _only(parts, name, one_each(parts, found, Viewer()) if is_joined else found)


class _Heard:
    """Who spoke: the names that each went by, by slug, and their slugs by id."""

    def __init__(self, parts: Parts) -> None:
        self.names: dict[str, dict[str, None]] = {}
        self.ids: dict[str, str] = {}
        for one in parts.files.history.names_of_everybody():
            author: Author = one.author
            self.ids[author.canonical_key] = author.slug
            known = dict.fromkeys(author.known_names)
            self.names[author.slug] = self.names.get(author.slug, {}) | known


def _has_note(parts: Parts, slug: str) -> bool:
    """Whether somebody of that slug has a note, if one look tells."""
    key = note_of_person(slug)
    try:
        return person_of(key) == slug and parts.reading.notes.stamp(key) is not None
    except StoreError:
        return False


def _spoken(
    parts: Parts, wanted: str, heard: Mapping[str, Mapping[str, None]], notes: Mapping[str, Stamp]
) -> dict[str, tuple[str, ...]]:
    """The names that are stated, spelled, each with who bears it; of titles the one wanted."""
    index = parts.files.index
    spoken = dict(index.aliases())
    known = index.known(MEMORY)
    found = [(name, slug) for slug, names in heard.items() for name in names]
    read = dict.fromkeys(_titled_by_id(wanted, notes))
    read |= {s: None for s, n in notes.items() if not _is_known(parts, n, known.get(n.key))}
    for slug in read:
        may_be_title = not heard.get(slug)
        found += ((name, slug) for name in _names_in(parts, notes[slug].key, may_be_title))
    for name, slug in found:
        key = spelled_name(name)
        spoken[key] = (*spoken.get(key, ()), slug)
    return spoken


def _is_known(parts: Parts, stamp: Stamp, known: KnownDocument | None) -> bool:
    """Whether the index knows a note as it stands now."""
    if known is None or known.stamp != stamp:
        return False
    try:
        return not is_racy(known) or parts.reading.notes.digest(stamp.key) == known.digest
    except FamiliarError:
        return False


def _titled_by_id(wanted: str, slugs: Iterable[str]) -> Iterator[str]:
    """Whose notes would have the name wanted for a title that is no name: it repeats the slug."""
    folded = folded_name(wanted)
    if "-" in folded or folded.isdigit():
        yield from (slug for slug in slugs if folded_name(without_digests(slug)) == folded)


def _names_in(parts: Parts, key: str, may_be_title: bool) -> Iterator[str]:
    """What a note calls a person; its title where nobody and nothing calls them anything."""
    try:
        note = parts.reading.notes.look(key)
    except FamiliarError:
        return
    yield from dict.fromkeys(alias.name for alias in note.aliases)
    if may_be_title and not note.aliases and note.title:
        yield note.title


def _called_so(parts: Parts, wanted: str) -> set[str]:
    """Whom others call so, where nobody bears the name."""
    folded = folded_name(wanted)
    called = called_names(parts, lambda name: name == folded)
    return {slug for slug, names in called.items() if names}


def _only(parts: Parts, name: str, slugs: Sequence[str]) -> str | None:
    if len(slugs) > 1:
        found = [known_person(parts, slug) for slug in slugs]
        people = [told_person(one.slug, one.names, one.note) for one in found]
        # By what these notes say: to ask the index would bring it up to date on the way.
        joined = joined_people((one.slug, other) for one in found for other in one.same_as)
        are_one = joined.get(slugs[0], frozenset()).issuperset(slugs)
        raise ambiguous_name(name, people, are_one=are_one)
    return next(iter(slugs), None)
