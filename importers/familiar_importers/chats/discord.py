"""A channel as DiscordChatExporter writes it (JSON): one object, with all messages in a list.

An edited message comes twice: as it was sent, and as an amendment at the time of its edit.
So an older export that is read after a newer one does not bring the old text back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from familiar_importers.chats.reading.fields import (
    first_text,
    flag,
    located_at,
    members,
    object_list,
    optional_text,
    text,
    the_object,
)
from familiar_importers.chats.reading.looks import json_kind
from familiar_importers.chats.reading.moments import required_moment
from familiar_importers.chats.reading.options import split_names
from familiar_importers.chats.reading.passed_over import PassedOver
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.transfer.importer import Item, Remark, TurnItem
from familiar_memory.transfer.reading.json_stream import read_json_entries

__all__ = ["DiscordExportImporter"]

_PLATFORM = "discord"
_KINDS = {
    "directtextchat": PlaceKind.DM,
    "directgrouptextchat": PlaceKind.DM,
    "1": PlaceKind.DM,
    "3": PlaceKind.DM,
    "guildvoicechat": PlaceKind.VOICE,
    "guildstagevoice": PlaceKind.VOICE,
    "2": PlaceKind.VOICE,
    "13": PlaceKind.VOICE,
}
"""By the exporter's name of a channel's type, or Discord's number of it."""
_OPEN_KINDS = frozenset(
    {
        *("guildtextchat", "guildcategory", "guildnews", "guildstore", "guildnewsthread"),
        *("guildpublicthread", "guilddirectory", "guildforum", "guildmedia"),
        *("0", "4", "5", "10", "11", "14", "15", "16"),
    }
)
_PRIVATE_THREAD = "12"
_NOTICES = frozenset(
    {
        "RecipientAdd",
        "RecipientRemove",
        "Call",
        "ChannelNameChange",
        "ChannelIconChange",
        "ChannelPinnedMessage",
        "GuildMemberJoin",
        "ThreadCreated",
        # What the exporter has no name for: boosts, follows, raids, and a poll's end.
        *map(str, range(1, 19)),
        *map(str, range(24, 47)),
    }
)
_NO_TAG = frozenset({"", "0", "0000"})
_MAX_AUTHORS = 10_000
"""People who are remembered while a file is read, for speed alone; memory is bounded whatever it
claims."""
_MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class DiscordExportImporter:
    """Turns of one exported channel, thread or direct message.

    `me` are names or ids of the account that is the familiar, with commas between them.
    `private` says that not everybody in the guild can read the channel: an export has no
    permissions, and only of a private thread it is known.
    """

    me: str = ""
    private: bool = False

    name: ClassVar[str] = "discord-chat-exporter"
    describe: ClassVar[str] = "a channel as DiscordChatExporter writes it (.json)"

    def detect(self, path: Path) -> bool:
        """A JSON object with a guild and a channel."""
        return json_kind(path) == "discord"

    def read(self, path: Path) -> Iterator[Item]:
        """Every message in the order of the file; joins, pins and the like are passed over.

        Raises:
            InputError: it is malformed; it names file, message and field.
        """
        yield from _Reading(str(path), split_names(self.me), self.private).items(path)


class _Reading:
    """One pass over the file."""

    def __init__(self, label: str, me: frozenset[str], private: bool) -> None:
        self._label = label
        self._me = me
        self._private = private
        self._passed = PassedOver(label)
        self._authors: dict[str, tuple[Author, Role]] = {}
        self._bots: dict[str, None] = {}
        self._guild: Mapping[str, Any] | None = None
        self._channel: Mapping[str, Any] | None = None
        self._place: Place | None = None

    def items(self, path: Path) -> Iterator[Item]:
        for entry in read_json_entries(path, self._label, split="messages"):
            if entry.key == "messages" and entry.index is not None:
                where = f"{self._label}, message {entry.index + 1}"
                try:
                    yield from self._message(entry.value, where)
                except InputError as problem:
                    raise located_at(problem, where) from None
            elif entry.key == "messages":
                raise InputError(f"{self._label}: 'messages' must be a list", "a list of messages")
            else:
                self._head(entry.key, entry.value)
        self._whole_place()
        yield from self._unknown_kind()
        yield from self._passed.told()
        yield from self._unknown_bots()

    def _head(self, key: str, value: object) -> None:
        try:
            if key == "guild":
                self._guild = members(value, "'guild'")
            elif key == "channel":
                self._channel = members(value, "'channel'")
        except InputError as problem:
            raise located_at(problem, self._label) from None

    def _whole_place(self) -> Place:
        if self._place is None:
            if self._guild is None or self._channel is None:
                raise InputError(
                    f"{self._label}: no 'guild' and 'channel' before the messages",
                    "an export of DiscordChatExporter in the format Json",
                )
            try:
                self._place = _place(self._guild, self._channel, self._private)
            except InputError as problem:
                raise located_at(problem, f"{self._label}, 'guild' and 'channel'") from None
        return self._place

    def _unknown_kind(self) -> Iterator[Remark]:
        """Say how a channel was taken that does not say what it is, where that opens it."""
        place = self._whole_place()
        if place.is_private or self._channel is None:
            return
        kind = _channel_kind(self._channel)
        if kind not in _OPEN_KINDS and kind not in _KINDS:
            said = f"of an unknown type ({kind!r})" if kind else "without a type"
            yield Remark(
                self._label,
                f"a channel {said} is taken to be open to its whole guild; if not everybody there"
                " can read it, say so with --set private=yes",
            )

    def _message(self, value: object, where: str) -> Iterator[TurnItem]:
        message = members(value, "a message")
        ref = text(message, "id")
        kind = _kind(message)
        if kind in _NOTICES:
            self._passed.add(f"a notice, not a message ({kind})", ref)
            return
        said = "\n".join(_lines(message))
        if not said.strip():
            self._passed.add("an empty message", ref)
            return
        author, role = self._author(the_object(message, "author"))
        turn = Turn(
            ref=ref,
            timestamp=required_moment(text(message, "timestamp"), "timestamp"),
            place=self._place or self._whole_place(),
            author=author,
            text=said,
            role=role,
            reply_to=_reply_to(message),
        )
        yield TurnItem(turn, where)
        if edited := optional_text(message, "timestampEdited"):
            edited_at = required_moment(edited, "timestampEdited")
            yield TurnItem(replace(turn, timestamp=edited_at, edited=True), where)

    def _author(self, given: Mapping[str, Any]) -> tuple[Author, Role]:
        user_id = text(given, "id")
        username = optional_text(given, "name")
        display = optional_text(given, "nickname")
        key = f"{user_id}\n{username}\n{display}"
        known = self._authors.get(key)
        if known is None:
            known = self._learned(given, user_id, username, display)
            if len(self._authors) < _MAX_AUTHORS:
                self._authors[key] = known
        return known

    def _learned(
        self, given: Mapping[str, Any], user_id: str, username: str, display: str
    ) -> tuple[Author, Role]:
        tag = optional_text(given, "discriminator")
        author = Author(
            _PLATFORM,
            user_id,
            display or username or None,
            username or None,
            (f"{username}#{tag}",) if username and tag not in _NO_TAG else (),
        )
        names = {one.casefold() for one in (user_id, *author.known_names)}
        if names & self._me:
            return author, Role.ASSISTANT
        if flag(given, "isBot") and len(self._bots) < _MAX_NAMED:
            self._bots[f"{author.label} ({user_id})"] = None
        return author, Role.USER

    def _unknown_bots(self) -> Iterator[Remark]:
        if self._bots and not self._me:
            names = ", ".join(islice(self._bots, _MAX_NAMED))
            yield Remark(
                self._label,
                f"bots speak here, and are taken to be people: {names}; if one of them is the"
                " familiar itself, say so with the option me",
            )


def _place(guild: Mapping[str, Any], channel: Mapping[str, Any], private: bool) -> Place:
    kind = _channel_kind(channel)
    guild_id = text(guild, "id")
    name = first_text(channel, ("name",))
    if guild_id == "0":
        # The exporter's guild of all direct messages, whatever sort of these it is.
        return Place(_PLATFORM, text(channel, "id"), None, PlaceKind.DM, name=name)
    return Place(
        _PLATFORM,
        text(channel, "id"),
        guild_id,
        _KINDS.get(kind, PlaceKind.CHANNEL),
        private or kind == _PRIVATE_THREAD or "private" in kind,
        name=name,
        guild_name=first_text(guild, ("name",)),
    )


def _channel_kind(channel: Mapping[str, Any]) -> str:
    """The type of a channel, folded; empty where it says none."""
    value = channel.get("type")
    number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if number else optional_text(channel, "type").strip().casefold()


def _kind(message: Mapping[str, Any]) -> str:
    value = message.get("type")
    return str(value) if isinstance(value, int) else optional_text(message, "type")


def _lines(message: Mapping[str, Any]) -> Iterator[str]:
    """What was said, and by name what was sent with it."""
    if content := optional_text(message, "content"):
        yield content
    if message.get("forwardedMessage"):
        forwarded = the_object(message, "forwardedMessage")
        if content := optional_text(forwarded, "content"):
            yield f"[forwarded] {content}"
        yield from _named(forwarded, "attachments", "attachment", "fileName")
    yield from _named(message, "attachments", "attachment", "fileName")
    yield from _named(message, "stickers", "sticker", "name")
    yield from _named(message, "embeds", "embed", "title")


def _named(given: Mapping[str, Any], key: str, word: str, name_key: str) -> Iterator[str]:
    if not given.get(key):
        return
    for one in object_list(given, key):
        if name := optional_text(one, name_key):
            yield f"[{word}: {name}]"


def _reply_to(message: Mapping[str, Any]) -> str | None:
    if not message.get("reference") or message.get("forwardedMessage"):
        return None
    return optional_text(the_object(message, "reference"), "messageId") or None
