"""A file-first memory for familiars: plain Markdown, and an index that comes back the same."""

from familiar_memory.domain.context import Contribution, Layer, Mode, RecallRequest
from familiar_memory.domain.identity import Author
from familiar_memory.domain.place import Place, PlaceKind
from familiar_memory.domain.search import SearchHit, SearchResult
from familiar_memory.domain.turn import Role, Turn, TurnKind
from familiar_memory.errors import FamiliarError
from familiar_memory.familiar import Familiar
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.recall.content_search import ContentSearchProvider
from familiar_memory.recall.render import Context
from familiar_memory.store import (
    ABSENT,
    GrepHit,
    IndexingMemoryStore,
    Limits,
    MemoryEntry,
    MemoryStore,
)
from familiar_memory.sync.update import build_if_stale
from familiar_memory.writers.memory_writer import MemoryWriter

__all__ = [
    "ABSENT",
    "Author",
    "ContentSearchProvider",
    "Context",
    "Contribution",
    "EmbeddingIndex",
    "Familiar",
    "FamiliarError",
    "GrepHit",
    "HistoryStore",
    "IndexingMemoryStore",
    "Layer",
    "Limits",
    "MemoryEntry",
    "MemoryStore",
    "MemoryWriter",
    "Mode",
    "Place",
    "PlaceKind",
    "RecallRequest",
    "Role",
    "SearchHit",
    "SearchResult",
    "Turn",
    "TurnKind",
    "__version__",
    "build_if_stale",
]

__version__ = "0.1.0"
