"""Several people of one name, as an error lists them: what to type, and who that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import StoreError, UsageError
from familiar_memory.recall.names.titles import known_names
from familiar_memory.recall.twins import people_of_one

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["ambiguous_name", "one_each", "only_person", "told_bearers", "told_person"]

_LISTED = 8
_NAMES = 3


def ambiguous_name(given: str, people: Sequence[str], *, are_one: bool = False) -> UsageError:
    """The error for a name that several people (`told_person`) bear, or one who has several notes.

    With `are_one`, `same_as` joins all of them, and each is to be named by itself.
    """
    listed = ", ".join(people[:_LISTED])
    if are_one:
        notes = f"{given!r} is one person with {len(people)} notes (same_as)"
        return UsageError(notes, f"one at a time: {listed}")
    return UsageError(f"several people are called {given!r}", f"say which: {listed}")


def only_person(parts: Parts, given: str, slugs: Sequence[str], viewer: Viewer) -> str | None:
    """The one person whom a name means: the first slug, where `same_as` joins all of them.

    Raises:
        UsageError: they are several people, as far as the viewer may know: it lists them.
        IndexUnavailableError: the index cannot be read.
    """
    if len(one_each(parts, slugs, viewer)) > 1:
        raise ambiguous_name(given, told_bearers(parts, slugs, viewer))
    return next(iter(slugs), None)


def one_each(parts: Parts, slugs: Sequence[str], viewer: Viewer) -> list[str]:
    """Of people whom `same_as` joins, as far as the viewer may know, the first of these slugs.

    Raises:
        IndexUnavailableError: the index cannot be read.
    """
    if len(slugs) < 2:
        return list(slugs)
    now = parts.setup.clock.now()
    joined = people_of_one(parts.fresh_facts, slugs, viewer, now, Stop())
    kept: list[str] = []
    for slug in slugs:
        if joined.get(slug, frozenset()).isdisjoint(kept):
            kept.append(slug)
    return kept


def told_person(slug: str, names: Iterable[str], note: str | None = None) -> str:
    """What to type for one of them, with some of their names and where their note stands."""
    told = [one for one in dict.fromkeys(names) if one != slug][:_NAMES]
    who = ", ".join([*told, *([] if note is None else [note])])
    return f"{slug} ({who})" if who else slug


def told_bearers(parts: Parts, slugs: Iterable[str], viewer: Viewer) -> list[str]:
    """Each as `told_person`, by the names that the viewer may know; paths are the owner's."""
    register, notes = parts.files.register, parts.reading.notes
    found = []
    for slug in slugs:
        key = note_of_person(slug)
        try:
            names: Sequence[str] = known_names(notes.load(key), viewer)
        except StoreError:
            names = ()
        found.append(told_person(slug, names, register.path_of(key) if viewer.is_owner else None))
    return found
