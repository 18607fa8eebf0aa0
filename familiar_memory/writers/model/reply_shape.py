"""The shape of a reply: a strict one for the model, and a lenient one for what comes back.

One item that makes no sense does not take the others with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from familiar_memory.llm.base import Completion
from familiar_memory.llm.structured import read_replies, schema_of
from familiar_memory.operations.proposal import NotProposed

__all__ = [
    "REPLY_SCHEMA",
    "OperationItem",
    "SummaryItem",
    "ThreadItem",
    "WriterReply",
    "read_writer_reply",
]

_MOST_OPERATIONS = 80
_MOST_SUMMARIES = 20
"""More than a batch gives anybody to note; what is beyond is refused, and named."""
_MOST_THEMES = 3
_MOST_THREADS = 8
"""Of one session: what is beyond is a list of tasks."""
_MEND_CHARS = 12_000
"""Of a reply whose JSON is odd: to mend it takes a second for so many characters."""


class ThreadItem(BaseModel):
    """What a session left open, or settled; `settles` is an open one that was shown."""

    state: Literal["open", "resolved"]
    text: str
    turn: str
    quote: str
    settles: str | None = None


class SummaryItem(BaseModel):
    """What was said in one place in one part of a day."""

    session: str
    text: str
    turn: str
    quote: str
    themes: list[str] = []
    threads: list[ThreadItem] = []


class OperationItem(BaseModel):
    """One thing to note, or to end; see the instructions for what each field means."""

    op: Literal["fact", "state", "update", "retire", "alias", "rule"]
    person: str | None = None
    topic: str | None = None
    aspect: (
        Literal["who", "trust", "history", "moment", "what", "opinion", "event", "participant"]
        | None
    ) = None
    predicate: str | None = None
    text: str | None = None
    record: str | None = None
    since: str | None = None
    until: str | None = None
    turn: str
    quote: str
    certainty: Literal["stated", "inferred"] = "inferred"


class WriterReply(BaseModel):
    """Everything about one batch."""

    summaries: list[SummaryItem]
    operations: list[OperationItem]


class _Loose(BaseModel):
    """An object is this reply if it has a list of operations; its items are read one by one."""

    operations: list[Any]
    summaries: list[Any] = []


REPLY_SCHEMA = schema_of(WriterReply)


def read_writer_reply(
    completion: Completion,
) -> tuple[list[SummaryItem], list[OperationItem], list[NotProposed]]:
    """The items of a reply, and those that are none.

    Raises:
        ModelReplyError: the reply is cut off, or no object of this shape.
    """
    objects = read_replies(completion, _Loose, mend_chars=_MEND_CHARS)
    # Some begin with an empty object, and then say what there is.
    distinct = [one for at, one in enumerate(objects) if one not in objects[:at]]
    told, asked = ([*chain(*lists)] for lists in zip(*map(_lists, distinct), strict=True))
    refused: list[NotProposed] = []
    given = [_with_sound_parts(one, refused) for one in told]
    summaries = [*_items(given, SummaryItem, "summary", _MOST_SUMMARIES, refused)]
    operations = [*_items(asked, OperationItem, "operation", _MOST_OPERATIONS, refused)]
    return summaries, operations, refused


def _lists(loose: _Loose) -> tuple[list[Any], list[Any]]:
    return loose.summaries, loose.operations


def _with_sound_parts(given: object, refused: list[NotProposed]) -> object:
    """A summary without those of its themes and threads that make no sense."""
    if not isinstance(given, dict):
        return given
    themes, threads = (_listed(given.get(name)) for name in ("themes", "threads"))
    told = [*dict.fromkeys(one for one in themes if isinstance(one, str) and one.strip())]
    sound = [*_items(threads, ThreadItem, "thread", _MOST_THREADS, refused)]
    return {**given, "themes": told[:_MOST_THEMES], "threads": sound}


def _listed(given: object) -> list[Any]:
    return given if isinstance(given, list) else []


def _items(
    given: list[Any], shape: type[BaseModel], what: str, most: int, refused: list[NotProposed]
) -> Iterator[Any]:
    for number, one in enumerate(given[:most], 1):
        try:
            yield shape.model_validate(one)
        except ValidationError as problem:
            first = problem.errors(include_input=False, include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the item"
            refused.append(NotProposed(f"{what} {number}", f"{where}: {first['msg']}"))
    if len(given) > most:
        refused.append(NotProposed(f"{len(given) - most} more items", f"at most {most} are read"))
