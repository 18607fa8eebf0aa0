"""A file-first memory for familiars: plain Markdown, and an index that comes back the same."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.domain.question.context import (
        Contribution,
        Injection,
        Layer,
        Mode,
        RecallRequest,
    )
    from familiar_memory.domain.question.filters import RecallFilters
    from familiar_memory.domain.question.search import SearchHit, SearchResult
    from familiar_memory.domain.talk.identity import Author
    from familiar_memory.domain.talk.place import Place, PlaceKind
    from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
    from familiar_memory.errors import FamiliarError
    from familiar_memory.familiar import Familiar
    from familiar_memory.history.history_store import HistoryStore
    from familiar_memory.household.household import Household
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.explain.why_not import WhyNotReport
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.retrieved import ContentSearchProvider
    from familiar_memory.recall.talk.choosers import AskingChooser, NumberedTurn, TurnChooser
    from familiar_memory.recall.talk.conversation import Conversation, ConversationMessage
    from familiar_memory.store import (
        ABSENT,
        Cause,
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
    "Cause",
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
    "Household",
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
    "AskingChooser": "recall.talk.choosers",
    "Cause": "store",
    "Author": "domain.talk.identity",
    "ContentSearchProvider": "recall.retrieved",
    "Context": "recall.page.render",
    "Contribution": "domain.question.context",
    "Injection": "domain.question.context",
    "Conversation": "recall.talk.conversation",
    "ConversationMessage": "recall.talk.conversation",
    "EmbeddingIndex": "index.index",
    "Explanation": "recall.explain.explanation",
    "Familiar": "familiar",
    "FamiliarError": "errors",
    "GrepHit": "store",
    "HistoryStore": "history.history_store",
    "Household": "household.household",
    "IndexingMemoryStore": "store",
    "Layer": "domain.question.context",
    "Limits": "store",
    "MemoryEntry": "store",
    "MemoryStore": "store",
    "MemoryWriter": "writers.memory_writer",
    "Mode": "domain.question.context",
    "NumberedTurn": "recall.talk.choosers",
    "Place": "domain.talk.place",
    "PlaceKind": "domain.talk.place",
    "RecallFilters": "domain.question.filters",
    "RecallRequest": "domain.question.context",
    "Role": "domain.talk.turn",
    "SearchHit": "domain.question.search",
    "SearchResult": "domain.question.search",
    "Turn": "domain.talk.turn",
    "TurnChooser": "recall.talk.choosers",
    "TurnKind": "domain.talk.turn",
    "WhyNotReport": "recall.explain.why_not",
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
