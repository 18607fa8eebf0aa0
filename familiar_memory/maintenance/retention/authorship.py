"""Whether a note is a program's alone, as the journal has it: what people touched is theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from familiar_memory.store.erasing import ERASING
from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["RETENTION", "is_by_programs"]

RETENTION: Final = "sleep:retain"
"""Who takes what is old, in the journal."""
_PROGRAMS: Final = frozenset(
    {
        "memory_writer",
        "sleep",
        "days",
        "channels",
        "curate",
        "curation",
        "consolidate",
        "consolidation",
        ERASING,
    }
)
"""Who writes dated notes without being asked to, before any `:`. Imports, commands and whoever
takes a change back do what somebody wants, so they are not among them."""


def is_by_programs(changes: Iterable[JournalEntry], revision: str) -> bool:
    """Whether a note that stands at this revision was written by programs alone.

    `changes` are those that were made of it, oldest first. What it was before it was last
    gone does not count; what nobody has noted is a person's.
    """
    story: list[JournalEntry] = []
    for one in changes:
        if one.before is None:
            story.clear()
        story.append(one)
    if not story or story[-1].after != revision:
        return False
    is_whole = story[0].before is None
    return is_whole and all(one.source.partition(":")[0] in _PROGRAMS for one in story)
