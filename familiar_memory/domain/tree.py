"""The map of a tree of notes: which folder means what, and where the note of something is.

Everything that is known of a text by its place alone is said here: other modules ask, and
spell no folder out.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from familiar_memory.domain.memory.document import TrustClass

__all__ = [
    "ALIAS_FILE",
    "CARD_SIDECAR",
    "CHANNELS",
    "CONVERSATION",
    "DAYS",
    "FOLDERS",
    "IMPORTED_LORE",
    "LEARNED_SELF",
    "LORE",
    "MEMORY",
    "PEOPLE",
    "PRIVATE_DAYS",
    "PRIVATE_SESSIONS",
    "SELF",
    "SESSIONS",
    "TOPICS",
    "below",
    "entity_of",
    "has_records",
    "holds_entries",
    "is_below",
    "is_entity_note",
    "is_indexed",
    "is_review_list",
    "note_of_day",
    "note_of_person",
    "note_of_place",
    "note_of_self",
    "note_of_topic",
    "person_of",
    "subject_of",
    "trust_of",
]

MEMORY: Final = "memory"
"""The source of documents that are notes of the tree."""
CONVERSATION: Final = "conversation"
"""The source of documents that are what was said."""

SELF: Final = "self"
"""Who the familiar is: its card, and what it has learned of itself."""
PEOPLE: Final = "people"
TOPICS: Final = "topics"
SESSIONS: Final = "sessions"
"""What was worth noting of a part of a day, a section a place."""
PRIVATE_SESSIONS: Final = "sessions/private"
"""What was said in direct messages and private channels, a folder a place."""
DAYS: Final = "days"
"""What will be worth knowing of a day, a section a place."""
PRIVATE_DAYS: Final = "days/private"
"""The same of direct messages and private channels, a folder a place."""
CHANNELS: Final = "channels"
"""What the people of one place share, a note a place."""
LORE: Final = "lore"
IMPORTED_LORE: Final = "lore/imported"
"""Lorebooks that came from elsewhere, a folder a book."""

CARD_SIDECAR: Final = "self/.card.json"
"""The card that was imported, as it was read; no note."""
ALIAS_FILE: Final = "people/_aliases.json"
"""Derived: who bears which names, for people with other tools."""

FOLDERS: Final = {
    "": (CHANNELS, DAYS, LORE, PEOPLE, SELF, SESSIONS, TOPICS),
    LORE: ("imported",),
}
"""The folders that mean something, as they are spelt, by the folder that they are in."""

LEARNED_SELF: Final = frozenset({"self/rules.md", "self/stances.md"})
"""The notes in `self/` that are no card: writers may add to them."""

_NOTE = ".md"
_ENTITY_FOLDERS = frozenset({PEOPLE, TOPICS})
# The review list, and copies that a file manager or a synchronising program makes of it.
_REVIEW = re.compile(r"review(?:\..*| ?\(\d+\)| \d+| - copy(?: \(\d+\))?)?\.md", re.IGNORECASE)


def note_of_person(slug: str) -> str:
    """Where a person's notes are."""
    return f"{PEOPLE}/{slug}{_NOTE}"


def note_of_topic(slug: str) -> str:
    """Where the notes of a subject are."""
    return f"{TOPICS}/{slug}{_NOTE}"


def note_of_day(day: date, room: str = "") -> str:
    """Where the memories of a day are; those of a private `room` (a slug) are in its folder."""
    folder = f"{PRIVATE_DAYS}/{room}" if room else DAYS
    return f"{folder}/{day.isoformat()}{_NOTE}"


def note_of_place(slug: str) -> str:
    """Where what the people of a place share is."""
    return f"{CHANNELS}/{slug}{_NOTE}"


def note_of_self(part: str) -> str:
    """Where a part of the card is, or of what the familiar has learned of itself."""
    return f"{SELF}/{part}{_NOTE}"


def person_of(path: str | None) -> str | None:
    """Whose notes a path is, as a slug; None when it is nobody's."""
    if path is None or not (is_below(path, PEOPLE) and path.endswith(_NOTE)):
        return None
    slug = path[len(PEOPLE) + 1 : -len(_NOTE)]
    return slug if slug and "/" not in slug else None


def below(folder: str) -> str:
    """What paths in a folder begin with."""
    return f"{folder}/"


def is_below(path: str, folder: str) -> bool:
    """Whether a file is in a folder, or in one of its own."""
    return path.startswith(below(folder))


def is_entity_note(path: str) -> bool:
    """Whether a note is somebody's or something's own."""
    return path.rpartition("/")[0] in _ENTITY_FOLDERS


def entity_of(path: str) -> str:
    """The entity whose note this is: the stem in `people/` and `topics/`, else the path."""
    return _stem(path) if is_entity_note(path) else path


def subject_of(path: str) -> str | None:
    """Whom or what the facts of a file are about: `people/x.md` and `topics/x.md` say so."""
    return _stem(path) if is_entity_note(path) else None


def _stem(path: str) -> str:
    # On plain text: whoever reads a large index asks this of every link.
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return name[:dot] if 0 < dot < len(name) - 1 else name


def has_records(path: str) -> bool:
    """Whether bullets are memories there: not in the card, nor in imported lore."""
    return path in LEARNED_SELF or not (is_below(path, SELF) or is_below(path, IMPORTED_LORE))


def holds_entries(path: str) -> bool:
    """Whether a note there is an entry of a lorebook: title and keys, then its content."""
    return is_below(path, LORE)


def is_indexed(path: str) -> bool:
    """Whether a file is memory: any Markdown but the review list and what is hidden."""
    # On plain text: a start of a large tree asks this of every file.
    hidden = "/." in f"/{path}"
    return path.lower().endswith(_NOTE) and not hidden and not is_review_list(path)


def is_review_list(path: str) -> bool:
    """Whether a file is the list of proposals, or a copy of it, in whatever letters.

    So is everything in a folder that somebody has called so.
    """
    return path[:6].lower() == "review" and _REVIEW.fullmatch(path.partition("/")[0]) is not None


def trust_of(path: str) -> TrustClass:
    """The class of a file's text: it follows the folder, never the text."""
    if path in LEARNED_SELF:
        return TrustClass.LEARNED
    if is_below(path, IMPORTED_LORE):
        return TrustClass.IMPORTED
    if is_below(path, SELF) or is_below(path, LORE):
        return TrustClass.AUTHORED
    return TrustClass.LEARNED
