"""What each operation takes: checked at the door, and described to a model as JSON schema.

The names are those that bots already use, so some are not spelt as Python's are.
"""

# ruff: noqa: N815 - topK and includeConsolidated are names of the interface

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen
from pydantic import BaseModel, ConfigDict, Field

from familiar_memory.life.tools.asked.values import (
    Content,
    EntityType,
    Importance,
    Label,
    MemoryType,
    RecordId,
    SourceName,
    Tags,
    Weight,
)

__all__ = [
    "REQUESTS",
    "DeleteMemory",
    "GraphMemory",
    "RecallMemory",
    "ReflectMemory",
    "SearchMemory",
    "StoreMemory",
    "ToolEntity",
    "ToolRelation",
    "ToolRequest",
    "ToolWeights",
    "UpdateMemory",
]

_MOST_ENTITIES = 20
_MOST_RESULTS = 50
_MOST_DEPTH = 5


class ToolRequest(BaseModel):
    """The arguments of one call.

    What it does not know is refused, and so is a text where a number belongs: a model that spells a
    name its own way must be told, or it believes that something was done.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    name: ClassVar[str]
    is_write: ClassVar[bool] = False
    summary: ClassVar[str]


class ToolRelation(BaseModel):
    """What an entity has to do with another: `part_of` Acme Corp."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    relation: Annotated[
        Label, Field(description="A word for how they are related, such as works_at or part_of.")
    ]
    target: Annotated[Label, Field(description="The name of the other entity.")]


class ToolEntity(BaseModel):
    """Somebody or something that a memory speaks of."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    name: Annotated[Label, Field(description="What it is called.")]
    type: Annotated[EntityType, Field(description="What it is.")]
    relations: Annotated[
        list[ToolRelation],
        MaxLen(_MOST_ENTITIES),
        Field(description="How it is related to other entities."),
    ] = []


class ToolWeights(BaseModel):
    """How much each part of a score counts; what is left out keeps its default."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    semantic: Annotated[Weight | None, Field(description="How well it matches (0.6).")] = None
    recency: Annotated[Weight | None, Field(description="How new it is (0.2).")] = None
    importance: Annotated[Weight | None, Field(description="How important it is (0.2).")] = None

    @property
    def given(self) -> Mapping[str, float]:
        """Those that were given, by name."""
        return self.model_dump(exclude_none=True)


class StoreMemory(ToolRequest):
    """Keep a new memory."""

    name = "memory_store"
    is_write = True
    summary = (
        "Keep something worth remembering: a fact, a preference, an event, a way of doing things."
        " Nothing is stored if it is known already."
    )
    type: Annotated[
        MemoryType,
        Field(
            description="semantic: what holds; episodic: what happened; procedural: how something"
            " is done."
        ),
    ]
    subject: Annotated[
        Label,
        Field(description="Whom or what it is about, in a few words. A known name files it there."),
    ]
    content: Annotated[
        Content, Field(description="The memory itself, so worded that it can be read alone.")
    ]
    tags: Annotated[Tags, Field(description="Words to find it by, such as work.")] = []
    importance: Annotated[Importance, Field(description="1 (trivial) to 10 (vital).")] = 5
    source: Annotated[
        SourceName,
        Field(description="Who vouches for it: the user said it, you inferred it, or observed it."),
    ] = "inferred"
    ttl: Annotated[
        Label | None,
        Field(description="How long to keep it: 30m, 1h, 7d, 2w, 2026-12-01 or 2026-12-01T18:00Z."),
    ] = None
    entities: Annotated[
        list[ToolEntity],
        MaxLen(_MOST_ENTITIES),
        Field(description="Whom and what it speaks of, and how they are related."),
    ] = []


class SearchMemory(ToolRequest):
    """Find memories by what they say."""

    name = "memory_search"
    summary = "Find memories that answer a question, best first."
    query: Annotated[Content, Field(description="What is looked for, in plain words.")]
    type: Annotated[MemoryType | None, Field(description="Only memories of this type.")] = None
    tags: Annotated[Tags, Field(description="Only memories that have all of these.")] = []
    topK: Annotated[int, Ge(1), Le(_MOST_RESULTS), Field(description="How many at most.")] = 10
    weights: Annotated[
        ToolWeights | None, Field(description="What counts how much in the order.")
    ] = None


class RecallMemory(ToolRequest):
    """Look at one memory, or at the newest."""

    name = "memory_recall"
    summary = "Look up a memory by its id, or list the newest ones, by type and tags."
    id: Annotated[RecordId | None, Field(description="The id of a memory, as results show it.")] = (
        None
    )
    type: Annotated[MemoryType | None, Field(description="Only memories of this type.")] = None
    tags: Annotated[Tags, Field(description="Only memories that have all of these.")] = []
    includeConsolidated: Annotated[
        bool, Field(description="Also those that were merged into others.")
    ] = False


class UpdateMemory(ToolRequest):
    """Change a memory."""

    name = "memory_update"
    is_write = True
    summary = "Correct or complete a memory that is there. What is not given stays as it is."
    id: Annotated[RecordId, Field(description="The id of the memory, as memory_search shows it.")]
    subject: Annotated[Label | None, Field(description="A new subject.")] = None
    content: Annotated[Content | None, Field(description="The new words.")] = None
    tags: Annotated[Tags | None, Field(description="All tags from now on.")] = None
    importance: Annotated[Importance | None, Field(description="1 (trivial) to 10 (vital).")] = None


class DeleteMemory(ToolRequest):
    """Delete a memory."""

    name = "memory_delete"
    is_write = True
    summary = "Delete a memory by its id, which memory_search shows."
    id: Annotated[RecordId, Field(description="The id of the memory, as memory_search shows it.")]
    originals: Annotated[
        Literal["restore", "delete"] | None,
        Field(description="Only for a memory that others were merged into: what becomes of those."),
    ] = None


class ReflectMemory(ToolRequest):
    """Merge memories that say nearly the same."""

    name = "memory_reflect"
    is_write = True
    summary = "Merge memories that say nearly the same."
    force: Annotated[
        bool, Field(description="Do it even where the settings have it switched off.")
    ] = False


class GraphMemory(ToolRequest):
    """Follow how entities are related."""

    name = "memory_graph"
    summary = "See what a person, place, project or thing is related to, and how."
    entity: Annotated[Label, Field(description="What it is called.")]
    depth: Annotated[
        int, Ge(0), Le(_MOST_DEPTH), Field(description="How many steps to follow.")
    ] = 2


REQUESTS: Mapping[str, type[ToolRequest]] = {
    one.name: one
    for one in (
        StoreMemory,
        SearchMemory,
        RecallMemory,
        UpdateMemory,
        DeleteMemory,
        ReflectMemory,
        GraphMemory,
    )
}
"""The request of each operation, by its name."""
