"""Whether a note is a program's alone, as the journal has it: what people touched is theirs."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.maintenance.of_talk.programs import is_a_program
from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["is_by_programs", "life_of"]


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
    return life[0].before is None and all(is_a_program(one.source) for one in life)
