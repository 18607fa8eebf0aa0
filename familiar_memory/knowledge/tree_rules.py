"""What the place of a note in the tree says of its lines: which are records, and for whom."""

from __future__ import annotations

from pathlib import PurePosixPath

from familiar_memory.domain.talk.place import parse_place_slug
from familiar_memory.knowledge.audience import OWNER

__all__ = [
    "FOLDERS",
    "LEARNED_SELF",
    "channel_of",
    "has_records",
    "holds_entries",
    "is_sectioned_by_place",
    "subject_of",
]

FOLDERS = {
    "": ("channels", "days", "lore", "people", "self", "sessions", "topics"),
    "lore": ("imported",),
}
"""The folders that mean something, as they are spelt, by the folder that they are in."""

LEARNED_SELF = frozenset({"self/rules.md", "self/stances.md"})
_SUBJECT_FOLDERS = frozenset({"people", "topics"})
_PLACE_SECTIONS = frozenset({"sessions", "days"})


def has_records(path: str) -> bool:
    """Whether bullets are memories there: not in the card, nor in imported lore."""
    return path in LEARNED_SELF or not path.startswith(("self/", "lore/imported/"))


def holds_entries(path: str) -> bool:
    """Whether a note there is an entry of a lorebook: title and keys, then its content."""
    return path.startswith("lore/")


def subject_of(path: str) -> str | None:
    """Whom or what the facts of a file are about: `people/x.md` and `topics/x.md` say so."""
    folder, _, file = path.rpartition("/")
    return PurePosixPath(file).stem if folder in _SUBJECT_FOLDERS else None


def channel_of(path: str) -> str | None:
    """For whom `channels/<place>.md` is: the place; None for a file outside of `channels/`.

    A file there that is named after no place is the owner's: a copy that a program made of
    the notes of one place (`<place> (2).md`, `<place>.sync-conflict-….md`, `old/<place>.md`)
    was not meant for more than that place.
    """
    if _top(path) != "channels":
        return None
    folder, _, file = path.rpartition("/")
    stem = PurePosixPath(file).stem
    is_place = folder == "channels" and parse_place_slug(stem) is not None
    return stem if is_place else OWNER


def is_sectioned_by_place(path: str) -> bool:
    """Whether an H2 that is a place slug limits what stands under it to that place."""
    return _top(path) in _PLACE_SECTIONS


def _top(path: str) -> str:
    """The folder that a path begins with, in any case: a restriction does not hang on that."""
    top, slash, _ = path.partition("/")
    return top.casefold() if slash else ""
