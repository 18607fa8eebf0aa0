"""A note as a person names it: by its path, its id, its key, or what its file is called.

A person's also by a name that they alone were heard by: whoever was only heard in private has
a file without it.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import PEOPLE, TOPICS, note_of_person
from familiar_memory.errors import PathError, StoreError
from familiar_memory.inspection.note_places import place_of, was_ever

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["named_ever", "named_place"]


def named_place(parts: Parts, given: str) -> str:
    """The note or folder that is meant, by its path; what stands there by name comes first.

    The path as it was given where nothing of that name is known.

    Raises:
        PathError: no note has that name, and none could have it.
    """
    store = parts.store
    try:
        where = place_of(given, store.exists)
        if not where or store.exists(where):
            return where
    except PathError:
        # What some disks refuse may be the name of a note on this one.
        found = _by_name(parts, given.strip())
        if found is None:
            raise
        return found
    return _by_name(parts, where) or where


def _by_name(parts: Parts, given: str) -> str | None:
    """The note of a key, or of a bare name; None where there is none."""
    store, register = parts.store, parts.files.register
    name = given.removesuffix(".md")
    keys = [f"{name}.md", f"{PEOPLE}/{name}.md", f"{TOPICS}/{name}.md"]
    if PurePosixPath(name).name != name:
        del keys[1:]
    else:
        keys.append(register.resolve(keys[1]))
    for key in keys:
        try:
            path = register.path_of(key)
            if path is not None and store.exists(path):
                return path
        except StoreError:
            continue
    return _heard_as(parts, name)


def _heard_as(parts: Parts, name: str) -> str | None:
    """The note of the one person who was heard by that name, in whatever case."""
    word = name.casefold()
    slugs = {
        author.slug
        for author in parts.files.history.authors()
        if any(word == one.casefold() for one in author.known_names)
    }
    path = parts.files.register.path_of(note_of_person(slugs.pop())) if len(slugs) == 1 else None
    return path if path is not None and parts.store.exists(path) else None


def named_ever(parts: Parts, given: str) -> str:
    """The note or folder that is meant, also one that is gone and that the journal knows of."""
    where = named_place(parts, given)
    if not where or parts.store.exists(where):
        return where
    known = was_ever(parts.store, parts.files.journal)
    for one in (where, f"{PEOPLE}/{where}", f"{TOPICS}/{where}"):
        path = place_of(one, known)
        if known(path):
            return path
    return where
