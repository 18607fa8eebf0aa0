"""The Markdown tree as bytes: the only code that touches it."""

from familiar_memory.store.base import (
    ABSENT,
    FileState,
    GlobResult,
    GrepHit,
    GrepResult,
    MemoryEntry,
    NoteStore,
    Skipped,
    TreeScan,
    WriteResult,
)
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal import (
    AuditJournal,
    ChangeState,
    Journal,
    JournalEntry,
    Operation,
)
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import DERIVED_PATHS, REVIEW_PATH
from familiar_memory.store.revision import revision_of

__all__ = [
    "ABSENT",
    "DERIVED_PATHS",
    "REVIEW_PATH",
    "AuditJournal",
    "ChangeState",
    "FileState",
    "GlobResult",
    "GrepHit",
    "GrepResult",
    "IndexingMemoryStore",
    "Journal",
    "JournalEntry",
    "Limits",
    "MemoryEntry",
    "MemoryStore",
    "NoteStore",
    "Operation",
    "Skipped",
    "TreeScan",
    "WriteResult",
    "revision_of",
]
