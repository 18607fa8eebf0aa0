"""What the settings of the systems that this one learned from are called here.

Who comes from one of them finds it in the documentation, and in the error about such a key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["OTHER_KEYS", "OtherKey"]

_ISTOTA, _SCALYCLAW, _CONNECT = "Istota", "ScalyClaw", "Familiar-Connect"


@dataclass(frozen=True, slots=True)
class OtherKey:
    """A key of another system, its default, ours, and why ours differs or is not there.

    `here` is our key, or that of what takes its place; empty where nothing does.
    """

    system: str
    key: str
    default: object
    here: str = ""
    why: str = ""


def _cycle(section: str) -> Iterator[OtherKey]:
    for key, default in (
        ("enabled", True),
        ("cron", "0 2 * * *" if section == "sleep_cycle" else "0 3 * * *"),
        ("lookback_hours", 24),
        ("memory_retention_days", 0),
    ):
        yield OtherKey(_ISTOTA, f"[{section}] {key}", default, f"{section}.{key}")


_PROFILE = "recall.profiles.memory_search"
OTHER_KEYS = (
    *_cycle("sleep_cycle"),
    OtherKey(_ISTOTA, "[sleep_cycle] auto_load_dated_days", 3, "recall.days"),
    OtherKey(_ISTOTA, "[sleep_cycle] curate_user_memory", False, "sleep_cycle.curate_user_memory"),
    OtherKey(
        _ISTOTA, "[sleep_cycle] curation_log_summary", True, "sleep_cycle.curation_log_summary"
    ),
    OtherKey(
        _ISTOTA,
        "[sleep_cycle] knowledge_graph_audit_retention_days",
        365,
        "sleep_cycle.audit_retention_days",
    ),
    *_cycle("channel_sleep_cycle"),
    OtherKey(
        _ISTOTA,
        "[memory_search] enabled",
        True,
        why='search cannot be switched off; to have nothing recalled, `mode = "incognito"`',
    ),
    OtherKey(
        _ISTOTA,
        "[memory_search] auto_index_conversations",
        True,
        "index.conversation_turns",
        "whatever is recorded is indexed a moment later; what can be set is how much of it is"
        " searched",
    ),
    OtherKey(
        _ISTOTA,
        "[memory_search] auto_index_memory_files",
        True,
        why="every note is indexed when it is saved, by whomever: an index that lags would answer"
        " otherwise than the files",
    ),
    OtherKey(
        _ISTOTA,
        "[memory_search] auto_recall",
        False,
        "recall.retrieved",
        "off there since it cost a search of words alone; here recall is what a reply is made"
        " with, and 0 switches it off",
    ),
    OtherKey(
        _ISTOTA,
        "[memory_search] auto_recall_limit",
        5,
        "recall.retrieved",
        "the seeds have 5, 7 and 10; passages here are single lines, and the budget of a prompt"
        " cuts them",
    ),
    OtherKey(_ISTOTA, "max_memory_chars", 0, "recall.max_memory_chars"),
    OtherKey(
        _ISTOTA,
        "max_knowledge_facts",
        0,
        "recall.max_knowledge_facts",
        "a memory of years has thousands; those of the speaker are never cut, and 0 has no limit",
    ),
    OtherKey(
        _SCALYCLAW,
        "memory.topK",
        10,
        "recall.retrieved",
        "as for Istota's auto_recall_limit; its tool `memory_search` takes a `topK` of its own, 10",
    ),
    OtherKey(_SCALYCLAW, "memory.scoreThreshold", 0.5, f"{_PROFILE}.threshold"),
    OtherKey(_SCALYCLAW, "memory.weights.semantic", 0.6, f"{_PROFILE}.semantic"),
    OtherKey(_SCALYCLAW, "memory.weights.recency", 0.2, f"{_PROFILE}.recency"),
    OtherKey(_SCALYCLAW, "memory.weights.importance", 0.2, f"{_PROFILE}.importance"),
    OtherKey(_SCALYCLAW, "memory.decayRate", 0.05, f"{_PROFILE}.decay"),
    OtherKey(
        _SCALYCLAW,
        "memory.embeddingModel",
        "auto",
        "index.embedder",
    ),
    OtherKey(
        _SCALYCLAW,
        "memory.consolidation.enabled",
        True,
        "consolidation.enabled",
    ),
    OtherKey(
        _SCALYCLAW,
        "memory.consolidation.schedule",
        "0 3 * * *",
        "consolidation.schedule",
    ),
    OtherKey(
        _SCALYCLAW,
        "memory.consolidation.similarityThreshold",
        0.85,
        "consolidation.similarity_threshold",
    ),
    OtherKey(
        _SCALYCLAW,
        "memory.consolidation.maxClusterSize",
        5,
        "consolidation.max_cluster_size",
    ),
    OtherKey(
        _CONNECT,
        "[memory_writer] turn_threshold",
        50,
        "memory_writer.turn_threshold",
    ),
    OtherKey(
        _CONNECT,
        "[memory_writer] idle_timeout",
        1800.0,
        "memory_writer.idle_timeout",
    ),
    OtherKey(_CONNECT, "recent_author_limit", 5, "recall.recent_authors"),
    OtherKey(
        _CONNECT,
        "history window_size",
        20,
        "conversation.turns",
        "OpenCouch and the others have 20 to 30; beside the newest, what matters of them is chosen",
    ),
    OtherKey(_CONNECT, "the size of a file", 262_144, "store.max_file_bytes"),
)
