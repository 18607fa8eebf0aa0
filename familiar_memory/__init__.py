"""A file-first memory for familiars: plain Markdown, and an index that comes back the same."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.domain.memory.changed import ChangeCursor, Changed
    from familiar_memory.domain.memory.record_name import RecordName
    from familiar_memory.domain.question.context import (
        Contribution,
        Injection,
        Layer,
        Line,
        Mode,
        RecallRequest,
    )
    from familiar_memory.domain.question.filters import RecallFilters
    from familiar_memory.domain.question.named_fact import NamedFact
    from familiar_memory.domain.question.search import SearchHit, SearchResult
    from familiar_memory.domain.talk.identity import Author
    from familiar_memory.domain.talk.place import Place, PlaceKind
    from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
    from familiar_memory.errors import FamiliarError, FamiliarExistsError
    from familiar_memory.familiar import Familiar
    from familiar_memory.history.history_store import HistoryStore
    from familiar_memory.history.turns.amendment import RecordOutcome
    from familiar_memory.household.household import Household
    from familiar_memory.index.index import EmbeddingIndex
    from familiar_memory.inspection.held.dossier import Dossier
    from familiar_memory.inspection.knowledge.fact import (
        EntityName,
        Fact,
        FactAnswer,
        FactObject,
    )
    from familiar_memory.inspection.knowledge.graph.answer import (
        Entities,
        Entity,
        EntityNode,
        EntityRelation,
        KnownGraph,
    )
    from familiar_memory.inspection.links.answer import (
        BackLinks,
        LinkedNote,
        LinkedNotes,
        LinkState,
        NoteLink,
    )
    from familiar_memory.inspection.people import KnownPerson
    from familiar_memory.inspection.wanted.request import ForgetRequest
    from familiar_memory.inspection.writer.writer_status import (
        BatchState,
        WaitingPlace,
        WriterStatus,
    )
    from familiar_memory.knowledge.audience import Viewer
    from familiar_memory.knowledge.entities.kinds import EntityKind
    from familiar_memory.life.curation.review import Review
    from familiar_memory.life.curation.rule_list import Rule
    from familiar_memory.life.curation.rules import RuleChange, Rules
    from familiar_memory.life.explaining import Explaining
    from familiar_memory.life.forget.forgetting import ForgetReport, Forgetting
    from familiar_memory.life.index_upkeep import IndexUpkeep
    from familiar_memory.life.known.knowledge import Knowledge
    from familiar_memory.life.known.links import Links
    from familiar_memory.life.memories.memories import Memories
    from familiar_memory.life.memories.requests import NewFact, NewMemory
    from familiar_memory.life.people import People
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.life.records.record_change import ChangeKind, RecordChange
    from familiar_memory.life.schedule.scheduler import MemoryWriterScheduler
    from familiar_memory.life.schedule.session_end import EndReason, SessionEnd
    from familiar_memory.life.settings.in_force import SettingsInForce
    from familiar_memory.life.tools.asked.arguments import (
        DeleteMemory,
        GraphMemory,
        RecallMemory,
        ReflectMemory,
        SearchMemory,
        StoreMemory,
        ToolEntity,
        ToolRelation,
        ToolWeights,
        UpdateMemory,
    )
    from familiar_memory.life.tools.tools import Tools
    from familiar_memory.maintenance.forget.listing import ForgetList
    from familiar_memory.maintenance.review.deciding import OpenItem
    from familiar_memory.maintenance.review.report import ReviewReport
    from familiar_memory.operations.note_rules import NoteRules
    from familiar_memory.recall.explain.absence import WhyNotReport
    from familiar_memory.recall.explain.explanation import Explanation
    from familiar_memory.recall.page.render import Context
    from familiar_memory.recall.plugins.provider import (
        ContextProvider,
        KnownFact,
        ProviderRequest,
    )
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
    from familiar_memory.writers.retries.replay import Replay
    from familiar_memory.writers.writing import WritingRules

__all__ = [
    "ABSENT",
    "AskingChooser",
    "Author",
    "Caller",
    "Cause",
    "ChangeCursor",
    "ChangeKind",
    "Changed",
    "ContentSearchProvider",
    "Context",
    "ContextProvider",
    "Contribution",
    "Conversation",
    "ConversationMessage",
    "DeleteMemory",
    "Dossier",
    "EmbeddingIndex",
    "EndReason",
    "Entities",
    "Entity",
    "EntityKind",
    "EntityName",
    "EntityNode",
    "EntityRelation",
    "Explaining",
    "Explanation",
    "Fact",
    "FactAnswer",
    "FactObject",
    "Familiar",
    "FamiliarError",
    "FamiliarExistsError",
    "ForgetList",
    "ForgetReport",
    "ForgetRequest",
    "Forgetting",
    "GraphMemory",
    "GrepHit",
    "HistoryStore",
    "Household",
    "IndexUpkeep",
    "IndexingMemoryStore",
    "Injection",
    "BackLinks",
    "LinkState",
    "LinkedNote",
    "LinkedNotes",
    "NoteLink",
    "Links",
    "Knowledge",
    "KnownFact",
    "KnownGraph",
    "KnownPerson",
    "Layer",
    "Limits",
    "Line",
    "Memories",
    "MemoryEntry",
    "MemoryStore",
    "MemoryWriter",
    "MemoryWriterScheduler",
    "Mode",
    "NamedFact",
    "NewFact",
    "NewMemory",
    "NoteRules",
    "NumberedTurn",
    "OpenItem",
    "People",
    "Place",
    "PlaceKind",
    "ProviderRequest",
    "RecallFilters",
    "RecallMemory",
    "RecallRequest",
    "RecordChange",
    "RecordName",
    "RecordOutcome",
    "ReflectMemory",
    "Review",
    "ReviewReport",
    "Role",
    "Rule",
    "RuleChange",
    "Rules",
    "SearchHit",
    "SearchMemory",
    "SearchResult",
    "SessionEnd",
    "SettingsInForce",
    "WriterStatus",
    "BatchState",
    "WaitingPlace",
    "Replay",
    "StoreMemory",
    "ToolEntity",
    "ToolRelation",
    "ToolWeights",
    "Tools",
    "Turn",
    "TurnChooser",
    "TurnKind",
    "UpdateMemory",
    "Viewer",
    "WhyNotReport",
    "WritingRules",
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
    "Caller": "life.records.caller",
    "ChangeCursor": "domain.memory.changed",
    "ChangeKind": "life.records.record_change",
    "Changed": "domain.memory.changed",
    "ContentSearchProvider": "recall.retrieved",
    "Context": "recall.page.render",
    "ContextProvider": "recall.plugins.provider",
    "Contribution": "domain.question.context",
    "Injection": "domain.question.context",
    "Conversation": "recall.talk.conversation",
    "ConversationMessage": "recall.talk.conversation",
    "Dossier": "inspection.held.dossier",
    "EmbeddingIndex": "index.index",
    "Explaining": "life.explaining",
    "Explanation": "recall.explain.explanation",
    "Entities": "inspection.knowledge.graph.answer",
    "Entity": "inspection.knowledge.graph.answer",
    "EntityKind": "knowledge.entities.kinds",
    "EntityName": "inspection.knowledge.fact",
    "EntityNode": "inspection.knowledge.graph.answer",
    "EntityRelation": "inspection.knowledge.graph.answer",
    "KnownGraph": "inspection.knowledge.graph.answer",
    "Fact": "inspection.knowledge.fact",
    "FactAnswer": "inspection.knowledge.fact",
    "FactObject": "inspection.knowledge.fact",
    "Familiar": "familiar",
    "FamiliarError": "errors",
    "FamiliarExistsError": "errors",
    "DeleteMemory": "life.tools.asked.arguments",
    "GraphMemory": "life.tools.asked.arguments",
    "RecallMemory": "life.tools.asked.arguments",
    "ReflectMemory": "life.tools.asked.arguments",
    "SearchMemory": "life.tools.asked.arguments",
    "StoreMemory": "life.tools.asked.arguments",
    "UpdateMemory": "life.tools.asked.arguments",
    "ToolEntity": "life.tools.asked.arguments",
    "ToolRelation": "life.tools.asked.arguments",
    "ToolWeights": "life.tools.asked.arguments",
    "Tools": "life.tools.tools",
    "ForgetList": "maintenance.forget.listing",
    "ForgetReport": "life.forget.forgetting",
    "ForgetRequest": "inspection.wanted.request",
    "Forgetting": "life.forget.forgetting",
    "GrepHit": "store",
    "HistoryStore": "history.history_store",
    "Household": "household.household",
    "IndexUpkeep": "life.index_upkeep",
    "IndexingMemoryStore": "store",
    "BackLinks": "inspection.links.answer",
    "LinkState": "inspection.links.answer",
    "LinkedNote": "inspection.links.answer",
    "LinkedNotes": "inspection.links.answer",
    "NoteLink": "inspection.links.answer",
    "Links": "life.known.links",
    "Knowledge": "life.known.knowledge",
    "KnownFact": "recall.plugins.provider",
    "KnownPerson": "inspection.people",
    "Layer": "domain.question.context",
    "Limits": "store",
    "Line": "domain.question.context",
    "Memories": "life.memories.memories",
    "MemoryEntry": "store",
    "MemoryStore": "store",
    "MemoryWriter": "writers.memory_writer",
    "MemoryWriterScheduler": "life.schedule.scheduler",
    "EndReason": "life.schedule.session_end",
    "SessionEnd": "life.schedule.session_end",
    "SettingsInForce": "life.settings.in_force",
    "WriterStatus": "inspection.writer.writer_status",
    "BatchState": "inspection.writer.writer_status",
    "WaitingPlace": "inspection.writer.writer_status",
    "Replay": "writers.retries.replay",
    "Mode": "domain.question.context",
    "NewFact": "life.memories.requests",
    "NewMemory": "life.memories.requests",
    "NoteRules": "operations.note_rules",
    "NumberedTurn": "recall.talk.choosers",
    "People": "life.people",
    "Place": "domain.talk.place",
    "PlaceKind": "domain.talk.place",
    "ProviderRequest": "recall.plugins.provider",
    "RecallFilters": "domain.question.filters",
    "RecallRequest": "domain.question.context",
    "RecordChange": "life.records.record_change",
    "RecordName": "domain.memory.record_name",
    "RecordOutcome": "history.turns.amendment",
    "Role": "domain.talk.turn",
    "NamedFact": "domain.question.named_fact",
    "SearchHit": "domain.question.search",
    "SearchResult": "domain.question.search",
    "Turn": "domain.talk.turn",
    "TurnChooser": "recall.talk.choosers",
    "TurnKind": "domain.talk.turn",
    "Viewer": "knowledge.audience",
    "WhyNotReport": "recall.explain.absence",
    "WritingRules": "writers.writing",
    "build_if_stale": "sync.update",
    "OpenItem": "maintenance.review.deciding",
    "Review": "life.curation.review",
    "ReviewReport": "maintenance.review.report",
    "Rule": "life.curation.rule_list",
    "RuleChange": "life.curation.rules",
    "Rules": "life.curation.rules",
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
