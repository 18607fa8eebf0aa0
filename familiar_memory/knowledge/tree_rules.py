"""What the place of a note in the tree says of whom its lines are for."""

from __future__ import annotations

from pathlib import PurePosixPath

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import CHANNELS, DAYS, PRIVATE_DAYS, PRIVATE_SESSIONS, SESSIONS
from familiar_memory.knowledge.audience import OWNER

__all__ = ["channel_of", "is_sectioned_by_place", "session_name", "why_withheld"]

_PLACE_SECTIONS = frozenset({SESSIONS, DAYS})
_PRIVATE = {SESSIONS: PRIVATE_SESSIONS, DAYS: PRIVATE_DAYS}
"""Where what was said in private is kept, by the folder that it is in."""


def channel_of(path: str) -> str | None:
    """The place that a file is for by where it stands; None where that says nothing.

    `channels/<place>.md`, and all in `sessions/private/<private place>/` and
    `days/private/<private place>/`, is the place's. Any other file in these folders is the owner's:
    a copy that a program made of the notes of one place (`<place> (2).md`,
    `<place>.sync-conflict-….md`, `old/<place>.md`) was not meant for more than that place.
    """
    top = _top(path)
    if top == CHANNELS:
        folder, _, file = path.rpartition("/")
        stem = PurePosixPath(file).stem
        is_place = folder == CHANNELS and parse_place_slug(stem) is not None
        return stem if is_place else OWNER
    parts = path.split("/")
    private = _PRIVATE.get(top)
    if private is None or len(parts) < 3 or f"{top}/{parts[1].casefold()}" != private:
        return None
    place = parse_place_slug(parts[2])
    is_in_room = path.startswith(f"{private}/") and len(parts) == 4
    return parts[2] if is_in_room and place is not None and place.is_private else OWNER


def why_withheld(path: str) -> str:
    """What is wrong with the place of a file that `channel_of` gives to the owner."""
    if _top(path) == CHANNELS:
        return (
            "the file is named after no place; accepted in channels/: a place such as"
            " discord-lantern.tavern.md"
        )
    return (
        f"the file is in no private place's folder; accepted in {_PRIVATE[_top(path)]}/: a folder"
        " such as discord-dm-42"
    )


def is_sectioned_by_place(path: str) -> bool:
    """Whether an H2 that is a place slug limits what stands under it to that place."""
    return _top(path) in _PLACE_SECTIONS


def session_name(path: str) -> str | None:
    """The name of a note of a session, wherever in `sessions/` its place keeps it; else None."""
    if not path.startswith(f"{SESSIONS}/"):
        return None
    return path.rpartition("/")[2] if channel_of(path) is not None else path[len(SESSIONS) + 1 :]


def _top(path: str) -> str:
    """The folder that a path begins with, in any case: a restriction does not hang on that."""
    top, slash, _ = path.partition("/")
    return top.casefold() if slash else ""
