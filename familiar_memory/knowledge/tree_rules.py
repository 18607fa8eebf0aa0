"""What the place of a note in the tree says of whom its lines are for."""

from __future__ import annotations

from pathlib import PurePosixPath

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.domain.tree import CHANNELS, DAYS, SESSIONS
from familiar_memory.knowledge.audience import OWNER

__all__ = ["channel_of", "is_sectioned_by_place"]

_PLACE_SECTIONS = frozenset({SESSIONS, DAYS})


def channel_of(path: str) -> str | None:
    """For whom `channels/<place>.md` is: the place; None for a file outside of `channels/`.

    A file there that is named after no place is the owner's: a copy that a program made of
    the notes of one place (`<place> (2).md`, `<place>.sync-conflict-….md`, `old/<place>.md`)
    was not meant for more than that place.
    """
    if _top(path) != CHANNELS:
        return None
    folder, _, file = path.rpartition("/")
    stem = PurePosixPath(file).stem
    is_place = folder == CHANNELS and parse_place_slug(stem) is not None
    return stem if is_place else OWNER


def is_sectioned_by_place(path: str) -> bool:
    """Whether an H2 that is a place slug limits what stands under it to that place."""
    return _top(path) in _PLACE_SECTIONS


def _top(path: str) -> str:
    """The folder that a path begins with, in any case: a restriction does not hang on that."""
    top, slash, _ = path.partition("/")
    return top.casefold() if slash else ""
