"""The conversations.json of a Claude export: conversations with their messages, or one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.conversation import private_room, read_conversations
from familiar_importers.chats.reading.fields import (
    located_at,
    object_list,
    optional_text,
    text,
    the_object,
)
from familiar_importers.chats.reading.looks import json_kind
from familiar_importers.chats.reading.moments import required_moment
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_importers.chats.reading.timeline import Timeline
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, TurnItem

__all__ = ["ClaudeImporter"]

_PLATFORM = "claude"
_ASSISTANT = Author(_PLATFORM, "assistant", "Claude")
_KEYS = ("uuid", "account", "chat_messages", "created_at")
_ROLES = {"human": Role.USER, "user": Role.USER, "assistant": Role.ASSISTANT}


@dataclass(frozen=True, slots=True)
class ClaudeImporter:
    """Turns of every conversation; `user` is what the person is called."""

    user: str = "user"

    name: ClassVar[str] = "claude"
    describe: ClassVar[str] = "the conversations.json of a Claude export"

    def detect(self, path: Path) -> bool:
        """A JSON object with `chat_messages`, or a list of them."""
        return json_kind(path) == "claude"

    def read(self, path: Path) -> Iterator[Item]:
        """What a person and Claude said to each other; what tools said is left out.

        Raises:
            InputError: it is malformed; it names file, conversation, message and field.
        """
        label = str(path)
        reading = _Reading(path, label, self.user)
        yield from read_conversations(path, label, _KEYS, reading.conversation)
        yield from reading.passed.told()


class _Reading:
    """One pass over the file."""

    def __init__(self, path: Path, label: str, user: str) -> None:
        self._path = path
        self._label = label
        self._name = user
        self.passed = PassedOver(label)

    def conversation(self, given: dict[str, Any], where: str) -> Iterator[TurnItem]:
        """The turns in the order of the export."""
        place = private_room(_PLATFORM, text(given, "uuid"))
        account = optional_text(the_object(given, "account"), "uuid")
        user = Author(_PLATFORM, account or self._name, self._name)
        if "chat_messages" not in given:
            raise InputError("it has no 'chat_messages'", "a list of the messages")
        begun = optional_text(given, "created_at")
        time = Timeline(
            self._path, self._label, required_moment(begun, "created_at") if begun else None
        )
        for number, message in enumerate(object_list(given, "chat_messages"), 1):
            try:
                turn = self._turn(message, place, user, time)
            except InputError as problem:
                raise located_at(problem, f"message {number}") from None
            if turn is not None:
                yield TurnItem(turn, f"{where}, message {number}")

    def _turn(
        self, message: Mapping[str, Any], place: Place, user: Author, time: Timeline
    ) -> Turn | None:
        ref = text(message, "uuid")
        sender = text(message, "sender")
        said_at = optional_text(message, "created_at")
        moment = time.at(required_moment(said_at, "created_at") if said_at else None)
        role = _ROLES.get(sender)
        if role is None:
            self.passed.add(f"from neither the user nor the assistant ({sender})", ref)
            return None
        said = "\n".join(filter(None, (_words(message), *_attachments(message))))
        if not said:
            self.passed.add("an empty message", ref)
            return None
        author = user if role is Role.USER else _ASSISTANT
        return Turn(ref, moment, place, author, said, role)


def _words(message: Mapping[str, Any]) -> str:
    """The text blocks; where there are none, the older field `text`."""
    blocks = message.get("content")
    if isinstance(blocks, str):
        return optional_text(message, "content").strip()
    texts = [
        optional_text(block, "text").strip()
        for block in object_list(message, "content")
        if optional_text(block, "type") in ("", "text")
    ]
    return "\n".join(filter(None, texts)) or optional_text(message, "text").strip()


def _attachments(message: Mapping[str, Any]) -> Iterator[str]:
    for key in ("attachments", "files"):
        for file in object_list(message, key):
            if name := optional_text(file, "file_name"):
                yield f"[attachment: {name}]"
