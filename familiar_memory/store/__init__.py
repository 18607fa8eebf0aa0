"""The Markdown tree as bytes: the only code that touches it."""

from familiar_memory.store.base import (
    ABSENT,
    UNKNOWN,
    Cause,
    FileState,
    GlobResult,
    GrepHit,
    GrepResult,
    MemoryEntry,
    NoteReader,
    NoteStore,
    NoteWriter,
    Skipped,
    TreeScan,
    WriteResult,
)
from familiar_memory.store.change.reconcile import ReconcileReport
from familiar_memory.store.disk_reader import DiskReader
from familiar_memory.store.indexing import IndexingMemoryStore
from familiar_memory.store.journal.base import Journal, JournalReader, TreeJournal
from familiar_memory.store.journal.derived.tables import DamagedLine, Head, Past
from familiar_memory.store.journal.entry import (
    BASELINE_SOURCE,
    HUMAN_SOURCE,
    ChangeState,
    JournalEntry,
    Operation,
    new_entry_id,
)
from familiar_memory.store.journal.images import ImageStore, Pruned
from familiar_memory.store.journal.journal import AuditJournal, TidyReport
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.journal.settings import JournalSettings
from familiar_memory.store.limits import Limits
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.names import DERIVED_PATHS, REVIEW_PATH
from familiar_memory.store.revision import revision_of
from familiar_memory.store.undo.plan import UndoPlan, UndoReport, plan_undo, undo
from familiar_memory.store.undo.sketch import PlannedFile, UndoConflict, UndoWay

__all__ = [
    "ABSENT",
    "BASELINE_SOURCE",
    "DERIVED_PATHS",
    "HUMAN_SOURCE",
    "REVIEW_PATH",
    "UNKNOWN",
    "AuditJournal",
    "Cause",
    "ChangeState",
    "DamagedLine",
    "DiskReader",
    "FileState",
    "GlobResult",
    "GrepHit",
    "GrepResult",
    "Head",
    "ImageStore",
    "IndexingMemoryStore",
    "Journal",
    "JournalEntry",
    "JournalReader",
    "JournalSettings",
    "Limits",
    "MemoryEntry",
    "MemoryStore",
    "NoteReader",
    "NoteStore",
    "NoteWriter",
    "Operation",
    "Past",
    "PlannedFile",
    "Pruned",
    "ReconcileReport",
    "Seen",
    "Skipped",
    "TidyReport",
    "TreeJournal",
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
