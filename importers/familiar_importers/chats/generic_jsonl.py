"""JSON lines of other bots: who said what and when, under whatever names they use for it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.reading.fields import (
    first_text,
    located_at,
    members,
    object_list,
    text,
)
from familiar_importers.chats.reading.looks import json_lines_kind
from familiar_importers.chats.reading.moments import loose_moment
from familiar_importers.chats.reading.options import split_names, zone_named
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_importers.chats.reading.timeline import Timeline
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.privacy_words import stated_privacy
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.domain.text.slugs import readable
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, TurnItem
from familiar_memory.transfer.reading.json_lines import read_json_lines

__all__ = ["ChatJsonlImporter"]

_WHO = ("name", "speaker", "sender", "author", "username", "user", "from")
_SAID = ("content", "text", "message", "body")
_WHEN = ("timestamp", "time", "ts", "date", "created_at", "create_time", "sent_at")
_ID = ("id", "message_id", "msg_id", "uuid")
_WHERE = ("channel", "channel_id", "conversation_id", "session_id", "thread_id", "chat_id")
_PEOPLE = frozenset({"user", "human", "person"})
_OURS = frozenset({"assistant", "bot", "ai", "model", "character"})
_NEITHER = frozenset({"system", "tool", "function", "developer"})
_READ = frozenset({*_WHO, *_SAID, *_WHEN, *_ID, *_WHERE, "role"})
_MAX_LINE_BYTES = 4_000_000
"""A conversation of other programs may stand on one line; four times the bound of `turns`."""


@dataclass(frozen=True, slots=True)
class ChatJsonlImporter:
    """Turns of one file.

    `platform` and `kind` (dm, channel, stream, voice) say what sort of room it is; a direct
    message unless told otherwise. `private` says that not everybody can read a channel; a
    line that says so itself (`"is_dm": true`) is always private.
    `me` are names of the familiar beside the roles assistant, bot and model. `zone` is that
    of times which name none.
    """

    me: str = ""
    platform: str = "chat"
    kind: str = PlaceKind.DM.value
    zone: str = "UTC"
    private: bool = False

    name: ClassVar[str] = "chat-jsonl"
    describe: ClassVar[str] = "a chat of another bot, a JSON object a line (.jsonl)"

    def __post_init__(self) -> None:
        zone_named(self.zone)
        PlaceKind(self.kind)
        if not self.platform:
            raise ValueError("the platform is empty")

    def detect(self, path: Path) -> bool:
        """JSON lines with somebody and something said, and no turns of our own."""
        return json_lines_kind(path) == "chat"

    def read(self, path: Path) -> Iterator[Item]:
        """Every message in order. One without an id is named by its place in the file.

        Raises:
            InputError: a line is malformed; it names file, line and field.
        """
        yield from _Reading(self, path, str(path)).items()


class _Reading:
    """One pass over the file."""

    def __init__(self, importer: ChatJsonlImporter, path: Path, label: str) -> None:
        self._platform = importer.platform
        self._kind = PlaceKind(importer.kind)
        self._private = importer.private
        self._zone = zone_named(importer.zone)
        self._path = path
        self._label = label
        self._me = split_names(importer.me)
        self._time = Timeline(path, label)
        self._passed = PassedOver(label)
        digest = hashlib.blake2b(path.stem.encode("utf-8", "surrogatepass"), digest_size=5)
        self._prefix = f"{readable(path.stem)[:40].strip('-') or 'chat'}--{digest.hexdigest()}"

    def items(self) -> Iterator[Item]:
        lines = read_json_lines(self._path, self._label, max_line_bytes=_MAX_LINE_BYTES)
        for position, (number, value) in enumerate(lines):
            where = f"{self._label}, line {number}"
            try:
                turn = self._turn(members(value, "a line"), position, number)
            except InputError as problem:
                raise located_at(problem, where) from None
            if turn is not None:
                yield TurnItem(turn, where)
        yield from self._passed.told()
        yield from self._time.told()

    def _turn(self, line: Mapping[str, Any], position: int, number: int) -> Turn | None:
        when = next((line[key] for key in _WHEN if line.get(key) is not None), None)
        said_at = self._time.at(loose_moment(when, self._zone))
        word = first_text(line, ("role",)).casefold()
        if word in _NEITHER:
            self._passed.add(f"from neither the user nor the assistant ({word})", f"line {number}")
            return None
        said = _words(line)
        if not said.strip():
            self._passed.add("an empty message", f"line {number}")
            return None
        user_id, shown = _who(line, word)
        role = self._role(word, shown)
        channel = _plain(line, _WHERE) or self._path.stem
        return Turn(
            ref=_plain(line, _ID) or f"{self._prefix}:{position}",
            timestamp=said_at,
            place=Place(self._platform, channel, None, self._kind, self._is_private(line)),
            author=Author(self._platform, user_id, shown),
            text=said,
            role=role,
        )

    def _is_private(self, line: Mapping[str, Any]) -> bool:
        return self._private or stated_privacy(line, _READ) is not None

    def _role(self, word: str, shown: str) -> Role:
        if shown.casefold() in self._me:
            return Role.ASSISTANT
        # Some write the role where others write the name.
        is_ours = word in _OURS or (not word and shown.casefold() in _OURS)
        return Role.ASSISTANT if is_ours else Role.USER


def _words(line: Mapping[str, Any]) -> str:
    for key in _SAID:
        value = line.get(key)
        if value is None:
            continue
        if isinstance(value, list):
            blocks = object_list(line, key)
            return "\n".join(filter(None, (first_text(block, ("text",)) for block in blocks)))
        return text(line, key, allow_empty=True)
    raise InputError("nothing said", f"one of the keys {', '.join(_SAID)}")


def _who(line: Mapping[str, Any], role: str) -> tuple[str, str]:
    """(id, name) of who said it."""
    for key in _WHO:
        value = line.get(key)
        if isinstance(value, dict):
            shown = first_text(value, ("display_name", "nickname", "name", "username"))
            user_id = _plain(value, ("id", "user_id"))
            if shown or user_id:
                return user_id or shown, shown or user_id
        if isinstance(value, str) and value.strip():
            shown = text(line, key).strip()
            return _plain(line, ("user_id", "author_id", "sender_id")) or shown, shown
    if role in _PEOPLE | _OURS:
        return role, role
    raise InputError("nobody said it", f"one of the keys role, {', '.join(_WHO)}")


def _plain(given: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    """The first id among several members: a text, or a whole number."""
    for key in keys:
        value = given.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return text(given, key).strip()
    return ""
