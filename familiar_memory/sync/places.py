"""What the place of a file in the tree says of its contents: trust, audience, subject."""

from __future__ import annotations

from pathlib import PurePosixPath

from familiar_memory.domain.document import TrustClass
from familiar_memory.domain.place import parse_place_slug

__all__ = [
    "channel_of",
    "has_records",
    "holds_entries",
    "is_indexed",
    "is_sectioned_by_place",
    "subject_of",
    "trust_of",
]

_LEARNED_SELF = frozenset({"self/rules.md", "self/stances.md"})
_SUBJECT_FOLDERS = frozenset({"people", "topics"})
_PLACE_SECTIONS = frozenset({"sessions", "days"})
_UNINDEXED = frozenset({"review.md"})


def is_indexed(path: str) -> bool:
    """Whether a file is memory: any Markdown but the review list and what is hidden."""
    # On plain text: a start of a large tree asks this of every file.
    hidden = "/." in f"/{path}"
    return path.lower().endswith(".md") and not hidden and path not in _UNINDEXED


def trust_of(path: str) -> TrustClass:
    """The class of a file's text: it follows the folder, never the text."""
    if path in _LEARNED_SELF:
        return TrustClass.LEARNED
    if path.startswith("lore/imported/"):
        return TrustClass.IMPORTED
    if path.startswith(("self/", "lore/")):
        return TrustClass.AUTHORED
    return TrustClass.LEARNED


def has_records(path: str) -> bool:
    """Whether bullets are memories there: not in the card, nor in imported lore."""
    return path in _LEARNED_SELF or not path.startswith(("self/", "lore/imported/"))


def holds_entries(path: str) -> bool:
    """Whether a note there is an entry of a lorebook: title and keys, then its content."""
    return path.startswith("lore/")


def subject_of(path: str) -> str | None:
    """Whom or what the facts of a file are about: `people/x.md` and `topics/x.md` say so."""
    folder, _, file = path.rpartition("/")
    return PurePosixPath(file).stem if folder in _SUBJECT_FOLDERS else None


def channel_of(path: str) -> str | None:
    """The place whose shared notes `channels/<place>.md` is; None for any other file."""
    folder, _, file = path.rpartition("/")
    if folder != "channels":
        return None
    stem = PurePosixPath(file).stem
    return stem if parse_place_slug(stem) is not None else None


def is_sectioned_by_place(path: str) -> bool:
    """Whether an H2 that is a place slug limits what stands under it to that place."""
    return path.partition("/")[0] in _PLACE_SECTIONS
