"""Whom a name, slug, id or path means to the owner, known or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.inspection.people import known_person
from familiar_memory.inspection.wanted.named_person import named_person
from familiar_memory.inspection.wanted.paths import note_path
from familiar_memory.maintenance.belongings.wanted import WantedPerson

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["wanted_person", "wanted_slug"]


def wanted_slug(parts: Parts, given: str) -> str:
    """The slug of whom a name, slug, id or path means; nobody else's note is read.

    An id (`discord:42`) is somebody, known or not.

    Raises:
        NotFoundError: nobody is called so.
        UsageError: several are.
        HistoryError: the conversation cannot be read.
    """
    found = _known_slug(parts, given)
    return _author_of_id(given).slug if found is None else found


def wanted_person(parts: Parts, given: str) -> WantedPerson:
    """The same, with who they are and all that they went by.

    Raises:
        NotFoundError: nobody is called so.
        UsageError: several are.
        HistoryError: the conversation cannot be read.
    """
    found = _known_slug(parts, given)
    if found is None:
        author = _author_of_id(given)
        return WantedPerson(author.slug, author)
    by_slug = {author.slug: author for author in parts.files.history.authors()}
    known = by_slug.get(found) or Author.of_slug(found)
    return WantedPerson(found, known, known_person(parts, found).names)


def _known_slug(parts: Parts, given: str) -> str | None:
    name = given.strip()
    slug = _slug_of_path(parts, name) or _slug_of_id(parts.files.history.authors(), name)
    return named_person(parts, slug or name)


def _author_of_id(given: str) -> Author:
    name = given.strip()
    platform, sign, user_id = name.partition(":")
    if sign and platform and user_id:
        return Author(platform, user_id)
    raise NotFoundError(
        f"nobody is called {name!r}", "a name, slug or id: `familiar people` lists everybody"
    )


def _slug_of_path(parts: Parts, name: str) -> str | None:
    if "/" not in name:
        return None
    path = note_path(parts, name)
    return None if path is None else person_of(parts.files.register.key_of(path))


def _slug_of_id(authors: list[Author], name: str) -> str | None:
    found = [author.slug for author in authors if author.user_id == name]
    if len(found) > 1:
        raise UsageError(
            f"people of several platforms have the id {name!r}", f"say which: {', '.join(found)}"
        )
    return found[0] if found else None
