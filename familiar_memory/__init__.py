"""A file-first memory for familiars: plain Markdown, and an index that comes back the same."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.domain.context import (
        Contribution,
        Injection,
        Layer,
        Mode,
        RecallRequest,
    )
    from familiar_memory.domain.filters import RecallFilters
    from familiar_memory.domain.identity import Author
    from familiar_memory.domain.place import Place, PlaceKind
    from familiar_memory.domain.search import SearchHit, SearchResult
    from familiar_memory.domain.turn import Role, Turn, TurnKind
    from familiar_memory.errors import FamiliarError
    from familiar_memory.familiar import Familiar
    from familiar_memory.history.history_store import HistoryStore
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.recall.content_search import ContentSearchProvider
    from familiar_memory.recall.conversation import Conversation, ConversationMessage
    from familiar_memory.recall.explanation import Explanation
    from familiar_memory.recall.render import Context
    from familiar_memory.recall.turn_choosers import AskingChooser, NumberedTurn, TurnChooser
    from familiar_memory.recall.why_not import WhyNotReport
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
    "AskingChooser",
    "Author",
    "ContentSearchProvider",
    "Context",
    "Contribution",
    "Conversation",
    "ConversationMessage",
    "EmbeddingIndex",
    "Explanation",
    "Familiar",
    "FamiliarError",
    "GrepHit",
    "HistoryStore",
    "IndexingMemoryStore",
    "Injection",
    "Layer",
    "Limits",
    "MemoryEntry",
    "MemoryStore",
    "MemoryWriter",
    "Mode",
    "NumberedTurn",
    "Place",
    "PlaceKind",
    "RecallFilters",
    "RecallRequest",
    "Role",
    "SearchHit",
    "SearchResult",
    "Turn",
    "TurnChooser",
    "TurnKind",
    "WhyNotReport",
    "__version__",
    "build_if_stale",
]

__version__ = "0.1.0"

# Names are loaded when they are first asked for: `familiar --help` needs none of them,
# and whoever needs one value should not pay for numpy.
_HOMES = {
    "ABSENT": "store",
    "AskingChooser": "recall.turn_choosers",
    "Author": "domain.identity",
    "ContentSearchProvider": "recall.content_search",
    "Context": "recall.render",
    "Contribution": "domain.context",
    "Injection": "domain.context",
    "Conversation": "recall.conversation",
    "ConversationMessage": "recall.conversation",
    "EmbeddingIndex": "index.index",
    "Explanation": "recall.explanation",
    "Familiar": "familiar",
    "FamiliarError": "errors",
    "GrepHit": "store",
    "HistoryStore": "history.history_store",
    "IndexingMemoryStore": "store",
    "Layer": "domain.context",
    "Limits": "store",
    "MemoryEntry": "store",
    "MemoryStore": "store",
    "MemoryWriter": "writers.memory_writer",
    "Mode": "domain.context",
    "NumberedTurn": "recall.turn_choosers",
    "Place": "domain.place",
    "PlaceKind": "domain.place",
    "RecallFilters": "domain.filters",
    "RecallRequest": "domain.context",
    "Role": "domain.turn",
    "SearchHit": "domain.search",
    "SearchResult": "domain.search",
    "Turn": "domain.turn",
    "TurnChooser": "recall.turn_choosers",
    "TurnKind": "domain.turn",
    "WhyNotReport": "recall.why_not",
    "build_if_stale": "sync.update",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module where it lives."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return __all__
