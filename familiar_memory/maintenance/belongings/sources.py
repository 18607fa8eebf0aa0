"""What is looked through for what is of somebody: turns, notes as they stand, and their past."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteReader
from familiar_memory.store.journal.reader import JournalFiles

__all__ = ["MemorySources", "every_turn"]

_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class MemorySources:
    """Of one familiar; its days are of `zone`, and `policy` says how far talk carries."""

    history: HistoryReader
    store: NoteReader
    journal: JournalFiles
    register: TreeRegister
    zone: tzinfo
    policy: AudiencePolicy


def every_turn(history: HistoryReader) -> Iterator[StoredTurn]:
    """All turns in order of arrival, deleted ones too."""
    last = 0
    while batch := history.every_turn_after(last, _AT_ONCE):
        yield from batch
        last = batch[-1].id
