"""What exports of assistants have in common: conversations, each a private room of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from familiar_importers.chats.reading.fields import located_at, members
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import TurnItem
from familiar_memory.transfer.reading.json_stream import read_json_entries

__all__ = ["ConversationReader", "private_room", "read_conversations"]

ConversationReader: TypeAlias = Callable[[dict[str, Any], str], Iterator[TurnItem]]
"""Tells the turns of one conversation; the text says where it stands in the file."""


def read_conversations(
    path: Path, label: str, keys: Collection[str], reader: ConversationReader
) -> Iterator[TurnItem]:
    """Tell a list of conversations, each as it is read, or the one that the file is.

    `keys` are what the reader looks at: no more is held of a single conversation.

    Raises:
        InputError: the file is no list of objects, or a conversation is malformed.
    """
    alone: dict[str, Any] = {}
    is_alone = False
    for entry in read_json_entries(path, label):
        if entry.index is None:
            is_alone = True
            if entry.key in keys:
                alone[entry.key] = entry.value
        else:
            yield from _told(entry.value, f"{label}, conversation {entry.index + 1}", reader)
    if is_alone:
        yield from _told(alone, label, reader)


def _told(value: object, where: str, reader: ConversationReader) -> Iterator[TurnItem]:
    try:
        yield from reader(members(value, "a conversation"), where)
    except InputError as problem:
        raise located_at(problem, where) from None


def private_room(platform: str, conversation: str) -> Place:
    """The room of one conversation, which nobody else may know of."""
    return Place(platform, conversation, None, PlaceKind.DM)
