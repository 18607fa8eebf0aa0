"""A chat of SillyTavern: one JSON object a line, a header first.

The format has no ids. A message is named by its chat and its place in it, counted as
SillyTavern counts (hidden ones too). So a chat that has grown brings only what is new, an
edited or swiped message amends the one at its place, and so does what is said anew after
the end was deleted. A message that is deleted in the middle moves all that follow: they
amend each other, and the last place keeps its old text. What a branch or a checkpoint has
in common with the chat that it was made from keeps that one's names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.reading.fields import (
    flag,
    members,
    object_list,
    optional_text,
    text,
    the_object,
)
from familiar_importers.chats.reading.looks import json_lines_kind
from familiar_importers.chats.reading.moments import loose_moment
from familiar_importers.chats.reading.options import split_names, zone_named
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_importers.chats.reading.timeline import Timeline
from familiar_importers.chats.sillytavern_lines import MAX_LINE_BYTES, is_header, prefix_of
from familiar_importers.chats.sillytavern_origin import ChatOrigin, Refs, main_chat, origin_of
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, TurnItem
from familiar_memory.transfer.reading.json_lines import located, read_json_lines

__all__ = ["SillyTavernChatImporter"]

_PLATFORM = "sillytavern"
_OPENING_LINES = 50
"""Lines in which it is looked for who talks with whom."""
_NO_NAME = frozenset({"", "unused", "null", "undefined"})
_MAX_NAMES = 1_000
"""Names that are kept; memory is bounded whatever a file claims."""


@dataclass(frozen=True, slots=True)
class SillyTavernChatImporter:
    """Turns of one chat file; the character is the familiar, whoever types is a person.

    `me` are the names of the familiar, with commas, where several characters speak; empty:
    all of them are. `zone` is that of times which name none. `channel` replaces the name
    of the private room, which is the character's, or the file's for a group.
    """

    me: str = ""
    zone: str = "UTC"
    channel: str = ""

    name: ClassVar[str] = "sillytavern-chat"
    describe: ClassVar[str] = "a chat of SillyTavern (.jsonl)"

    def __post_init__(self) -> None:
        zone_named(self.zone)

    def detect(self, path: Path) -> bool:
        """JSON lines that begin with SillyTavern's header, or with a message of its."""
        return json_lines_kind(path) == "sillytavern"

    def read(self, path: Path) -> Iterator[Item]:
        """Every message that is shown, in order, in the wording that was chosen.

        Raises:
            InputError: a line is malformed; it names file, line and field.
        """
        label = str(path)
        chat = _open_chat(path, label, self.channel, zone_named(self.zone))
        yield from _Reading(self, path, label, chat).items()


@dataclass(frozen=True, slots=True)
class _Chat:
    """What holds for all messages: where, under which refs, from when, and default names."""

    place: Place
    prefix: str
    start: datetime | None
    user: str
    character: str
    branch_of: str = ""
    origin: ChatOrigin | None = None


class _Reading:
    """One pass over the file."""

    def __init__(
        self, importer: SillyTavernChatImporter, path: Path, label: str, chat: _Chat
    ) -> None:
        self._path = path
        self._label = label
        self._chat = chat
        self._zone = zone_named(importer.zone)
        self._me = split_names(importer.me)
        self._refs = Refs(chat.prefix, chat.origin)
        self._time = Timeline(path, label, chat.start)
        self._passed = PassedOver(label)
        self._authors: dict[str, Author] = {}
        self._characters: dict[str, None] = {}

    def items(self) -> Iterator[Item]:
        for number, value in read_json_lines(
            self._path, self._label, max_line_bytes=MAX_LINE_BYTES
        ):
            try:
                line = members(value, "a line")
                if number == 1 and is_header(line):
                    continue
                turn = self._turn(line, number)
            except InputError as problem:
                raise located(problem, self._label, number) from None
            if turn is not None:
                yield TurnItem(turn, f"{self._label}, line {number}")
        yield from self._passed.told()
        yield from self._time.told()
        yield from self._several()
        yield from self._branched()

    def _turn(self, line: Mapping[str, Any], number: int) -> Turn | None:
        said = text(line, "mes", allow_empty=True)
        # Also of what is left out, so that the others keep their places.
        ref = self._refs.next(line)
        said_at = self._time.at(loose_moment(line.get("send_date"), self._zone))
        if flag(line, "is_system"):
            self._passed.add("hidden in the chat", f"line {number}")
            return None
        said = "\n".join(filter(None, (said, *_attachments(the_object(line, "extra")))))
        if not said.strip():
            self._passed.add("an empty message", f"line {number}")
            return None
        is_user = flag(line, "is_user")
        name = optional_text(line, "name").strip()
        name = name or (self._chat.user if is_user else self._chat.character)
        return Turn(
            ref=ref,
            timestamp=said_at,
            place=self._chat.place,
            author=self._author(name),
            text=said,
            role=self._role(name, is_user=is_user),
        )

    def _role(self, name: str, *, is_user: bool) -> Role:
        if is_user:
            return Role.USER
        if self._me:
            return Role.ASSISTANT if name.casefold() in self._me else Role.USER
        if len(self._characters) < _MAX_NAMES:
            self._characters[name] = None
        return Role.ASSISTANT

    def _author(self, name: str) -> Author:
        author = self._authors.get(name)
        if author is None:
            author = Author(_PLATFORM, name, name)
            if len(self._authors) < _MAX_NAMES:
                self._authors[name] = author
        return author

    def _branched(self) -> Iterator[Remark]:
        if not self._chat.branch_of:
            return
        told = f"a branch of {self._chat.branch_of[:100]!r}"
        if self._chat.origin is None:
            told += ", which is not next to it: messages they share cannot be recognised"
        else:
            told += f": {self._refs.shared:,} of its messages are the same ones, and imported once"
        yield Remark(self._label, told)

    def _several(self) -> Iterator[Remark]:
        if len(self._characters) > 1:
            names = ", ".join(islice(self._characters, 20))
            yield Remark(
                self._label,
                f"several characters speak ({names}): all are taken to be the familiar itself",
            )


def _open_chat(path: Path, label: str, channel: str, zone: tzinfo) -> _Chat:
    """Learn from the first lines who talks with whom, and since when."""
    header: Mapping[str, Any] = {}
    first: Mapping[str, Any] = {}
    character: Mapping[str, Any] = {}
    lines = read_json_lines(path, label, max_line_bytes=MAX_LINE_BYTES)
    for number, value in islice(lines, _OPENING_LINES):
        if not isinstance(value, dict):
            break  # the reading itself says what is wrong with it
        if number == 1 and is_header(value):
            header = value
            continue
        first = first or value
        if not value.get("is_user") and not value.get("is_system") and _named(value, "name"):
            character = value
            break
    lines.close()
    name = _named(character, "name") or _named(header, "character_name")
    # Only a group's messages say whose picture they had before.
    is_group = "original_avatar" in character
    branch_of = main_chat(header)
    origin = origin_of(path, branch_of) if branch_of else None
    own_room = origin.root if origin else path.stem
    room = own_room if is_group else name or own_room
    return _Chat(
        place=Place(_PLATFORM, channel or room, None, PlaceKind.DM, name=room),
        prefix=prefix_of(path.stem, first.get("send_date")),
        start=loose_moment(header.get("create_date"), zone),
        user=_named(header, "user_name") or "User",
        character=name or "Character",
        branch_of=branch_of,
        origin=origin,
    )


def _named(line: Mapping[str, Any], key: str) -> str:
    value = line.get(key)
    if not isinstance(value, str) or value.strip().casefold() in _NO_NAME:
        return ""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return ""  # the reading itself says so
    return value.strip()


def _attachments(extra: Mapping[str, Any]) -> Iterator[str]:
    """What was sent beside the text, by name."""
    if not extra:
        return
    for file in (the_object(extra, "file"), *object_list(extra, "files")):
        if file:
            yield f"[attachment: {optional_text(file, 'name') or 'a file'}]"
    image = extra.get("image")
    if isinstance(image, str) and image:
        yield f"[attachment: {optional_text(extra, 'title') or 'a picture'}]"
