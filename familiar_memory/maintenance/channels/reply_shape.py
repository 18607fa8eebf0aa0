"""The shape of a reply about a room: strict for the model, lenient for what comes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from familiar_memory.llm.base import Completion
from familiar_memory.llm.structured import read_replies, schema_of

__all__ = ["REPLY_SCHEMA", "EndedItem", "SettledItem", "read_room_reply"]

_MOST_ITEMS = 40
_MOST_ENDED = 20
"""More than a page of talk settles; what is beyond is not read."""


class SettledItem(BaseModel):
    """Something that was settled; see the instructions for what each field means."""

    kind: Literal["decision", "agreement", "action"]
    speaker: str
    turns: list[str]
    quote: str
    text: str


class EndedItem(BaseModel):
    """A line of the note that is over."""

    line: str
    turn: str
    quote: str
    how: Literal["done", "cancelled", "superseded"]


class RoomReply(BaseModel):
    """Everything about one page."""

    items: list[SettledItem]
    ended: list[EndedItem]


class _Loose(BaseModel):
    """An object is this reply if it has a list of items; these are read one by one."""

    items: list[Any]
    ended: list[Any] = []


REPLY_SCHEMA = schema_of(RoomReply)
_Item = TypeVar("_Item", bound=BaseModel)


def read_room_reply(
    completion: Completion,
) -> tuple[tuple[SettledItem, ...], tuple[EndedItem, ...]]:
    """The items of a reply, without those that are none.

    Raises:
        ModelReplyError: it is refused, cut off, or no object of this shape.
    """
    loose = read_replies(completion, _Loose)[0]
    settled = tuple(_read(loose.items[:_MOST_ITEMS], SettledItem))
    return settled, tuple(_read(loose.ended[:_MOST_ENDED], EndedItem))


def _read(given: list[Any], shape: type[_Item]) -> Iterator[_Item]:
    for one in given:
        try:
            yield shape.model_validate(one)
        except ValidationError:
            # One item that makes no sense does not take the others with it.
            continue
