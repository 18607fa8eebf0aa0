"""The values that operations take: each checked and trimmed, with errors that a model can read."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, Field

from familiar_memory.domain.memory.memory_types import memory_type
from familiar_memory.errors import InputError
from familiar_memory.knowledge.entities.kinds import EntityKind, read_kind

__all__ = [
    "Content",
    "EntityType",
    "Importance",
    "Label",
    "MemoryType",
    "RecordId",
    "SourceName",
    "Tags",
    "Weight",
]

_SOURCES = ("user-stated", "inferred", "observed")
_MOST_CHARS = 4_000
_MOST_LABEL = 200
_MOST_TAGS = 20


def _said(text: str) -> str:
    if not (plain := " ".join(text.split())):
        raise ValueError("is empty; a text is accepted")
    return plain


def _kept(text: str) -> str:
    if not (plain := text.strip()):
        raise ValueError("is empty; a text is accepted")
    return plain


def _known_type(given: str) -> str:
    try:
        return memory_type(given)
    except InputError as problem:
        raise ValueError(f"{problem.problem}; accepted: {problem.accepted}") from None


def _known_kind(given: str) -> str:
    if (kind := read_kind(given)) is None:
        raise ValueError(f"it must be one of {', '.join(EntityKind)}, and is {given!r}")
    return kind.value


def _tag(given: str) -> str:
    plain = _said(given)
    if "," in plain:
        raise ValueError(f"the tag {plain!r} has a comma; accepted: one tag an item of the list")
    return plain


def _each_once(tags: list[str]) -> list[str]:
    return list(dict.fromkeys(tags))


def _source(given: str) -> str:
    if given not in _SOURCES:
        raise ValueError(f"there is no source {given!r}; accepted: {', '.join(_SOURCES)}")
    return given


Label = Annotated[str, MaxLen(_MOST_LABEL), AfterValidator(_said)]
Content = Annotated[str, MaxLen(_MOST_CHARS), AfterValidator(_kept)]
MemoryType = Annotated[
    str,
    AfterValidator(_known_type),
    Field(json_schema_extra={"enum": ["semantic", "episodic", "procedural"]}),
]
EntityType = Annotated[
    str,
    AfterValidator(_known_kind),
    Field(
        json_schema_extra={
            "enum": ["person", "project", "technology", "place", "organization", "concept"]
        }
    ),
]
_Tag = Annotated[str, MaxLen(_MOST_LABEL), AfterValidator(_tag)]
Tags = Annotated[list[_Tag], MaxLen(_MOST_TAGS), AfterValidator(_each_once)]
Importance = Annotated[int, Ge(1), Le(10)]
Weight = Annotated[float, Ge(0), Le(10)]
RecordId = Annotated[str, MinLen(1), MaxLen(1_000), AfterValidator(_said)]
SourceName = Annotated[
    str, AfterValidator(_source), Field(json_schema_extra={"enum": list(_SOURCES)})
]
