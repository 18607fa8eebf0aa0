"""The shape of a reply about a day: a strict one to ask for, a lenient one for what comes back.

What makes no sense does not take the rest with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from familiar_memory.domain.memory.record import TOPIC_NAMES
from familiar_memory.llm.base import Completion
from familiar_memory.llm.structured import read_reply, schema_of

__all__ = ["DAY_SCHEMA", "DayReply", "MemoryItem", "read_day_reply"]

_MOST_MEMORIES = 200
"""More than anybody reads of a day: what is beyond is refused."""
_MEND_CHARS = 12_000
_TURN = "turn"
_Topic = Literal["work", "tech", "personal", "finance", "admin", "learning", "meta"]


class MemoryItem(BaseModel):
    """One memory, and the turns that say it."""

    text: str
    turns: list[str]
    topic: str | None = None


class _AskedMemory(BaseModel):
    model_config = ConfigDict(title="MemoryItem")

    text: str
    turns: list[str]
    topic: _Topic | None


class _AskedTopic(BaseModel):
    model_config = ConfigDict(title="TopicItem")

    turn: str
    topic: _Topic


class _Asked(BaseModel):
    model_config = ConfigDict(title="DayReply")

    memories: list[_AskedMemory]
    topics: list[_AskedTopic]


class _Loose(BaseModel):
    """An object is this reply if it has memories; whatever else there is may be missing."""

    memories: Any
    topics: Any = None


DAY_SCHEMA = schema_of(_Asked)


@dataclass(frozen=True, slots=True)
class DayReply:
    """Its memories, what each turn is about, by the id of the page, and why the rest is refused."""

    memories: tuple[MemoryItem, ...] = ()
    topics: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()


def read_day_reply(completion: Completion) -> DayReply:
    """The items of a reply. No memories are an answer as good as any.

    Raises:
        ModelReplyError: the reply is cut off, or no object of this shape.
    """
    loose = read_reply(completion, _Loose, mend_chars=_MEND_CHARS)
    refused: list[str] = []
    given = loose.memories if isinstance(loose.memories, list) else []
    if given != loose.memories and loose.memories is not None:
        refused.append("the memories of the reply are no list")
    memories = tuple(_memories(given[:_MOST_MEMORIES], refused))
    if len(given) > _MOST_MEMORIES:
        refused.append(f"{len(given) - _MOST_MEMORIES} more memories: too many for a day")
    return DayReply(memories, dict(_topics(loose.topics)), tuple(refused))


def _memories(given: Iterable[object], refused: list[str]) -> Iterator[MemoryItem]:
    for number, one in enumerate(given, 1):
        try:
            yield MemoryItem.model_validate(_with_list(one))
        except ValidationError as problem:
            first = problem.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the item"
            refused.append(f"memory {number}: {where}: {first['msg']}")


def _with_list(given: object) -> object:
    """The item, with its one turn as a list."""
    if isinstance(given, dict) and isinstance(given.get("turns"), str):
        return {**given, "turns": [given["turns"]]}
    return given


def _topics(given: object) -> Iterator[tuple[str, str]]:
    """Pairs of a turn and its topic, as a list of objects or as one object; others say nothing."""
    pairs: Iterable[tuple[object, object]] = ()
    if isinstance(given, dict):
        pairs = given.items()
    elif isinstance(given, list):
        pairs = [(one.get(_TURN), one.get("topic")) for one in given if isinstance(one, dict)]
    for turn, topic in pairs:
        if isinstance(turn, str) and isinstance(topic, str):
            name = topic.strip().casefold()
            if name in TOPIC_NAMES:
                yield turn.strip(), name
