"""What becomes of each kind of mark where something is forgotten, by how their names begin.

A mark may hold a digest of what it is of. Whoever guesses that can test for it, so it outlives no
forgetting of its words. Every kind is in one of these lists; a test finds those that are in none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["DROPPED", "STAYING", "TIED"]

DROPPED: Final = ("curation:", "channels_refused:", "sleep-deleted:")
"""Digests of which nobody can tell whose they are, and which can be missed: whatever is forgotten,
all go. A model is asked once more, and a line that a person deleted of the last days may come
again; of a day that was deleted it is held that all talk by now had come."""

TIED: Final = ("merged ", "not merged ", "merge unread ")
"""Digests of memories, each by itself. Those go whose memories stand no more, by
`assembly.erasing.merge_marks`: without them all would be merged again that anybody has
taken apart."""

STAYING: Final[Mapping[str, str]] = {
    "memory_writer": "a turn",
    "session_end": "a turn, and of which place",
    "standing:": "a turn",
    "confided ": "a turn",
    "topic ": "the names of a topic and a place, which go where they are sought",
    "channels": "a turn, or a day, and of which place",
    "sleep-days": "a turn, and of which reach",
    "sleep-one-day": "a turn, a day, and of which reach",
    "sleep-known": "a turn",
    "going-back": "a moment, and of which step",
    "retained talk ": "a count",
    "summary ": "a digest of a path and a place: no words",
    "housekeeping ": "the id of a proposal; dropped the night after its line has left review.md",
    "held ": "the id of a proposal: without it, no end of a session would decide on it",
    "name ": "digests of a note and a name: without them every name that was deleted comes back",
}
"""What is in them, or why they stay all the same."""
