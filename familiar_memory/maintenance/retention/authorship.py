"""Whether a note is a program's alone, as the journal has it: what people touched is theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from familiar_memory.store.erasing import ERASING
from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["RETENTION", "is_by_a_program", "is_by_programs", "life_of"]

RETENTION: Final = "sleep:retain"
"""Who takes what is old, in the journal."""
_PROGRAMS: Final = frozenset({"memory_writer", "sleep_cycle", "sleep", "curation", ERASING})
"""Who writes dated notes without being asked to, before any `:`. Imports, commands and whoever
takes a change back do what somebody wants, so they are not among them."""


def life_of(changes: Iterable[JournalEntry]) -> tuple[JournalEntry, ...]:
    """Those of a note's changes, oldest first, since it last came to be.

    What stood under its name before it was gone once was another note.
    """
    life: list[JournalEntry] = []
    for one in changes:
        if one.before is None:
            life.clear()
        life.append(one)
    return tuple(life)


def is_by_programs(changes: Iterable[JournalEntry], revision: str) -> bool:
    """Whether a note that stands at this revision was written by programs alone.

    `changes` are those that were made of it, oldest first. What nobody has noted is a person's.
    """
    life = life_of(changes)
    if not life or life[-1].after != revision:
        return False
    return life[0].before is None and all(is_by_a_program(one) for one in life)


def is_by_a_program(change: JournalEntry) -> bool:
    """Whether a program made it without being asked to, retention among them."""
    return change.source.partition(":")[0] in _PROGRAMS
