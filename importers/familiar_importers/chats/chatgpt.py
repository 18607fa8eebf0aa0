"""The conversations.json of a ChatGPT export: conversations, each a tree of messages, or one.

What is read is the path to `current_node`: the conversation as it was last shown. An
answer that was made anew has another id, so it is another turn. Where `current_node` is
missing, or no node of the tree, it is the branch with the newest end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.conversation import private_room, read_conversations
from familiar_importers.chats.reading.fields import (
    first_text,
    flag,
    located_at,
    members,
    number,
    optional_text,
    text,
    the_object,
)
from familiar_importers.chats.reading.looks import json_kind
from familiar_importers.chats.reading.moments import from_epoch
from familiar_importers.chats.reading.passed_over import MAX_NAMED, PassedOver
from familiar_importers.chats.reading.timeline import Timeline
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, TurnItem

__all__ = ["ChatGptImporter"]

_PLATFORM = "chatgpt"
_KEYS = ("conversation_id", "id", "mapping", "current_node", "create_time")
_ASSISTANT = Author(_PLATFORM, "assistant", "ChatGPT")


@dataclass(frozen=True, slots=True)
class ChatGptImporter:
    """Turns of every conversation; `user` is what the person is called."""

    user: str = "user"

    name: ClassVar[str] = "chatgpt"
    describe: ClassVar[str] = "the conversations.json of a ChatGPT export"

    def detect(self, path: Path) -> bool:
        """A JSON object with a `mapping`, or a list of them."""
        return json_kind(path) == "chatgpt"

    def read(self, path: Path) -> Iterator[Item]:
        """What a person and ChatGPT said to each other; tools and hidden messages are left out.

        Raises:
            InputError: it is malformed; it names file, conversation, message and field.
        """
        label = str(path)
        reading = _Reading(path, label, Author(_PLATFORM, self.user, self.user))
        yield from read_conversations(path, label, _KEYS, reading.conversation)
        yield from reading.passed.told()
        yield from reading.odd


class _Reading:
    """One pass over the file."""

    def __init__(self, path: Path, label: str, user: Author) -> None:
        self._path = path
        self._label = label
        self._user = user
        self.passed = PassedOver(label)
        self.odd: list[Remark] = []

    def conversation(self, given: dict[str, Any], where: str) -> Iterator[TurnItem]:
        """The turns on the path to the node that was shown last."""
        conversation = first_text(given, ("conversation_id", "id"))
        if not conversation:
            raise InputError("it has no 'id'", "a JSON string")
        if "mapping" not in given:
            raise InputError("it has no 'mapping'", "an object of the messages")
        place = private_room(_PLATFORM, conversation)
        time = Timeline(self._path, self._label, _moment(given, "create_time"))
        for node_id, message in self._branch(given, where):
            try:
                said, role = self._said(message, node_id)
                # Also of what is left out, so that the times of the others grow.
                said_at = time.at(_moment(message, "create_time"))
                if not said:
                    continue
                turn = Turn(
                    ref=optional_text(message, "id") or node_id,
                    timestamp=said_at,
                    place=place,
                    author=self._user if role is Role.USER else _ASSISTANT,
                    text=said,
                    role=role,
                )
            except InputError as problem:
                raise located_at(problem, f"message {node_id}") from None
            yield TurnItem(turn, f"{where}, message {node_id}")

    def _branch(self, given: Mapping[str, Any], where: str) -> list[tuple[str, dict[str, Any]]]:
        """The messages on the path to the node that was shown last, or to the newest end."""
        mapping = the_object(given, "mapping")
        shown = optional_text(given, "current_node")
        if not shown or shown in mapping:
            return _path(mapping, shown or _newest_leaf(mapping))
        if len(self.odd) < MAX_NAMED:
            told = (
                f"'current_node' {shown[:64]!r} is not one of its messages: the newest branch is"
                " imported"
            )
            self.odd.append(Remark(where, told))
        return _path(mapping, _newest_leaf(mapping))

    def _said(self, message: Mapping[str, Any], node_id: str) -> tuple[str, Role]:
        """The words and whose they are; no words where the message is left out."""
        role = optional_text(the_object(message, "author"), "role")
        if role not in ("user", "assistant"):
            self.passed.add(
                f"from neither the user nor the assistant ({role or 'nobody'})", node_id
            )
            return "", Role.USER
        whose = Role.USER if role == "user" else Role.ASSISTANT
        if flag(the_object(message, "metadata"), "is_visually_hidden_from_conversation"):
            self.passed.add("hidden in the conversation", node_id)
            return "", whose
        if optional_text(message, "recipient") not in ("", "all"):
            self.passed.add("said to a tool", node_id)
            return "", whose
        said = _words(the_object(message, "content"))
        if not said:
            self.passed.add("an empty message", node_id)
        return said, whose


def _moment(given: Mapping[str, Any], key: str) -> datetime | None:
    seconds = number(given, key)
    return None if seconds is None else from_epoch(seconds)


def _path(mapping: Mapping[str, Any], last: str | None) -> list[tuple[str, dict[str, Any]]]:
    """The messages from the root to a node."""
    node_id = last
    found: list[tuple[str, dict[str, Any]]] = []
    seen: set[str] = set()
    while node_id and node_id in mapping:
        if node_id in seen:
            raise InputError(f"the node {node_id} is its own ancestor", "a tree of messages")
        seen.add(node_id)
        node = members(mapping[node_id], f"the node {node_id}")
        if node.get("message") is not None:
            found.append((node_id, members(node["message"], f"'message' of the node {node_id}")))
        node_id = optional_text(node, "parent")
    found.reverse()
    return found


def _newest_leaf(mapping: Mapping[str, Any]) -> str | None:
    """The end that was said last; of those without a time the last one in the file."""
    leaves = [
        (_said_at(node), number, key)
        for number, (key, node) in enumerate(mapping.items())
        if isinstance(node, dict) and not node.get("children")
    ]
    return max(leaves)[2] if leaves else None


def _said_at(node: Mapping[str, Any]) -> float:
    message = node.get("message")
    said_at = message.get("create_time") if isinstance(message, dict) else None
    return float(said_at) if isinstance(said_at, int | float) else 0.0


def _words(content: Mapping[str, Any]) -> str:
    """What is text in a message; pictures and the like are named."""
    kind = optional_text(content, "content_type")
    if kind not in ("", "text", "multimodal_text", "code"):
        return ""
    parts = content.get("parts")
    if parts is None:
        return optional_text(content, "text").strip()
    if not isinstance(parts, list):
        raise InputError("'parts' must be a list", "a JSON array")
    return "\n".join(filter(None, map(_part, parts))).strip()


def _part(part: object) -> str:
    if isinstance(part, str):
        return text({"parts": part}, "parts", allow_empty=True)
    if isinstance(part, dict):
        if isinstance(part.get("text"), str):
            return optional_text(part, "text")
        kind = optional_text(part, "content_type").replace("_asset_pointer", "")
        return f"[attachment: {kind or 'a file'}]"
    return ""
