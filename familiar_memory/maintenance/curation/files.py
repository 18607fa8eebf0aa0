"""What curation reads and writes."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.history.base import History
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.curation_log import CurationLog

__all__ = ["CurationFiles"]


@dataclass(frozen=True, slots=True)
class CurationFiles:
    """The tree, what is known of it, the talk, and where changes are kept."""

    store: NoteStore
    register: TreeRegister
    history: History
    log: CurationLog
    journal: JournalReader
