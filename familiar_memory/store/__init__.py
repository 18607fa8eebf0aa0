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
from familiar_memory.store.change.reconcile import ReconcileReport
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    HUMAN_SOURCE,
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.journal.images import ImageStore, Pruned
from familiar_memory.store.journal.journal import AuditJournal, Journal, TidyReport
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.journal.settings import JournalSettings
from familiar_memory.store.journal.tables import DamagedLine, Head, Past
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import DERIVED_PATHS, REVIEW_PATH
from familiar_memory.store.revision import revision_of
from familiar_memory.store.undo.plan import (
    PlannedFile,
    UndoConflict,
    UndoPlan,
    UndoReport,
    UndoWay,
    plan_undo,
    undo,
)

__all__ = [
    "ABSENT",
    "BASELINE_SOURCE",
    "DERIVED_PATHS",
    "HUMAN_SOURCE",
    "REVIEW_PATH",
    "AuditJournal",
    "ChangeState",
    "DamagedLine",
    "FileState",
    "GlobResult",
    "GrepHit",
    "GrepResult",
    "Head",
    "ImageStore",
    "IndexingMemoryStore",
    "Journal",
    "JournalEntry",
    "JournalSettings",
    "Limits",
    "MemoryEntry",
    "MemoryStore",
    "NoteStore",
    "Operation",
    "Past",
    "PlannedFile",
    "Pruned",
    "ReconcileReport",
    "Seen",
    "Skipped",
    "TidyReport",
    "TreeScan",
    "UndoConflict",
    "UndoPlan",
    "UndoReport",
    "UndoWay",
    "WriteResult",
    "new_entry_id",
    "plan_undo",
    "revision_of",
    "undo",
]
