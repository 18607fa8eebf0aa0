"""Whom a name, slug, id or path means to the owner, known or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.tree import person_of
from familiar_memory.errors import NotFoundError, UsageError
from familiar_memory.inspection.named_person import named_person
from familiar_memory.inspection.people import known_person
from familiar_memory.inspection.wanted.paths import note_path
from familiar_memory.maintenance.belongings.wanted import WantedPerson

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["wanted_person"]


def wanted_person(parts: Parts, given: str) -> WantedPerson:
    """Find whom a name, slug, id or path means.

    An id (`discord:42`) is somebody, known or not.

    Raises:
        NotFoundError: nobody is called so.
        UsageError: several are.
        HistoryError: the conversation cannot be read.
    """
    name = given.strip()
    authors = parts.files.history.authors()
    slug = _slug_of_path(parts, name) or _slug_of_id(authors, name)
    found = named_person(parts, slug or name)
    if found is None:
        platform, sign, user_id = name.partition(":")
        author = Author(platform, user_id) if sign and platform and user_id else None
        if author is None:
            raise NotFoundError(
                f"nobody is called {name!r}",
                "a name, slug or id: `familiar people` lists everybody",
            )
        return WantedPerson(author.slug, author)
    by_slug = {author.slug: author for author in authors}
    author = by_slug.get(found) or Author.of_slug(found)
    return WantedPerson(found, author, known_person(parts, found).names)


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
