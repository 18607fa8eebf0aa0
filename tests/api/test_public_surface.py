"""What may be imported, and which errors there are: changing it is a decision."""

from __future__ import annotations

import inspect
import subprocess
import sys

import familiar_memory
from familiar_memory import errors

PUBLIC = [
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

TREE = {
    "FamiliarError": ("Exception", 1, 500),
    "UsageError": ("FamiliarError", 2, 400),
    "ConfigError": ("UsageError", 2, 400),
    "UnknownFamiliarError": ("UsageError", 2, 404),
    "FamiliarExistsError": ("UsageError", 2, 409),
    "InputError": ("FamiliarError", 2, 422),
    "StoreError": ("FamiliarError", 1, 400),
    "PathError": ("StoreError", 2, 400),
    "NotFoundError": ("StoreError", 1, 404),
    "NotAFileError": ("StoreError", 1, 400),
    "NotTextError": ("StoreError", 1, 422),
    "LimitError": ("StoreError", 1, 413),
    "ConflictError": ("StoreError", 1, 409),
    "EditError": ("StoreError", 1, 409),
    "PatternError": ("StoreError", 2, 400),
    "StorageError": ("StoreError", 1, 507),
    "IndexUnavailableError": ("FamiliarError", 1, 503),
    "EmbedderError": ("FamiliarError", 1, 503),
    "ModelError": ("FamiliarError", 1, 503),
    "ModelUnavailableError": ("ModelError", 1, 503),
    "ModelRefusedError": ("ModelError", 1, 503),
    "ModelReplyError": ("ModelError", 1, 502),
    "StoppedError": ("FamiliarError", 1, 503),
    "HistoryError": ("FamiliarError", 1, 503),
}


def test_the_public_names_are_these():
    """Each can be had, has a docstring where it can, and is listed."""
    assert familiar_memory.__all__ == PUBLIC
    for name in PUBLIC:
        value = getattr(familiar_memory, name)
        assert not inspect.isclass(value) or value.__doc__
    assert set(PUBLIC) <= set(dir(familiar_memory))


def test_a_name_that_is_not_there_is_an_attribute_error():
    """As of any module."""
    assert not hasattr(familiar_memory, "Memory")


def test_the_errors_are_one_tree_with_codes():
    """Exit code and HTTP status belong to the class."""
    found = {
        name: (value.__bases__[0].__name__, value.exit_code, value.http_status)
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, errors.FamiliarError)
    }
    assert found == TREE
    assert sorted(errors.__all__) == sorted(TREE)


def test_a_message_has_two_parts():
    """What is wrong, and on the next line what would be accepted."""
    assert str(errors.InputError("x is bad", "y")) == "x is bad\ny"
    assert str(errors.InputError("x is bad")) == "x is bad"


def test_importing_it_loads_no_model_and_no_numbers():
    """`familiar --help` must be quick."""
    code = "import familiar_memory, sys; print('numpy' in sys.modules, 'fastembed' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
