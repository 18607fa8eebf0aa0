"""Who talks in a chat, and where: as given on the command line, else the terminal's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from familiar_memory.config.environment import login_name
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import note_of_person
from familiar_memory.errors import UsageError
from familiar_memory.inspection.room_labels import noted_labels
from familiar_memory.inspection.who_where import places_called, read_author, read_place

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["TERMINAL", "Seat", "seat_of"]

TERMINAL = "terminal"
"""The platform of whoever is known nowhere else."""


class Seat(NamedTuple):
    """Who talks, and where; `is_new_room` = nothing was ever said there."""

    author: Author
    place: Place
    is_new_room: bool = False


def seat_of(parts: Parts | None, speaker: str | None, place: str | None) -> Seat:
    """Who is meant, and where; without `parts` (of an incognito familiar) nobody is known.

    Raises:
        UsageError: several people or places are called so, or a name is empty.
    """
    author = _author(parts, speaker)
    if place is None:
        return Seat(author, _private(author))
    if not place.strip("#@ "):
        raise UsageError("the place has no name", "--place kitchen, or a slug")
    if parts is not None:
        history = parts.files.history
        if places_called(history.places(), place, lambda: noted_labels(parts)):
            known = read_place(history, place, lambda: noted_labels(parts))
            assert known is not None
            return Seat(author, known)
    name = place.strip("#@ ")
    room = Place(TERMINAL, _id_of(name), private=True, name=name)
    return Seat(author, room, is_new_room=True)


def _author(parts: Parts | None, given: str | None) -> Author:
    if given is None:
        login = login_name()
        return _known(parts, f"{TERMINAL}:{login}") or Author(TERMINAL, login, login)
    if not given.strip():
        raise UsageError("the name of who talks is empty", "--as Mira, or platform:id")
    platform, colon, user_id = given.partition(":")
    if colon and not (platform.strip() and user_id.strip()):
        raise UsageError(
            f"{given!r} has a colon, and no platform or no id beside it",
            "a name such as Mira, or platform:id such as discord:42",
        )
    is_key = bool(platform.strip() and user_id.strip())
    new = Author(platform, user_id) if is_key else Author(TERMINAL, _id_of(given), given.strip())
    return _known(parts, given) or new


def _known(parts: Parts | None, given: str) -> Author | None:
    """Who is called so; None for a name that nobody has."""
    if parts is None:
        return None
    history, register = parts.files.history, parts.files.register
    authors = history.authors()
    word = given.strip().casefold()

    def has_note(slug: str) -> bool:
        return register.path_of(note_of_person(slug)) is not None

    is_called = any(
        given in (one.slug, one.canonical_key) or word in map(str.casefold, one.known_names)
        for one in authors
    )
    if is_called or (Author.of_slug(given) is not None and has_note(given)):
        return read_author(history, given, has_note)
    return None


def _private(author: Author) -> Place:
    """The conversation of one person with the familiar at a terminal."""
    channel = author.user_id if author.platform == TERMINAL else author.slug
    return Place(TERMINAL, channel, kind="dm", name=author.label)


def _id_of(name: str) -> str:
    return "-".join(name.casefold().split())
