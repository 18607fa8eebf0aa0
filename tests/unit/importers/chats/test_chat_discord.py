"""Channels as DiscordChatExporter writes them."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from chat_samples import discord_export, discord_message

from familiar_importers.chats.discord import DiscordExportImporter
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn
from familiar_memory.errors import InputError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.transfer.importer import Item, Remark, SkippedFile, TurnItem

_BOT = {"id": "9", "name": "ember", "discriminator": "1234", "nickname": "Ember", "isBot": True}


def _file(tmp_path: Path, *messages: Any, **head: Any) -> Path:
    path = tmp_path / "tavern.json"
    path.write_bytes(discord_export(*messages, **head))
    return path


def _read(path: Path, **options: Any) -> list[Item]:
    return list(DiscordExportImporter(**options).read(path))


def _turns(path: Path, **options: Any) -> list[Turn]:
    return [item.turn for item in _read(path, **options) if isinstance(item, TurnItem)]


def test_a_message_is_a_turn_with_discords_own_ids(tmp_path: Path) -> None:
    """The same that a bot records when it hears the message itself."""
    path = _file(tmp_path, discord_message())
    assert _read(path) == [
        TurnItem(
            Turn(
                ref="100",
                timestamp=datetime(2026, 2, 2, 19, 31, 0, 123_000, UTC),
                place=Place("discord", "8", "7"),
                author=Author("discord", "42", "Rowan", "rowan"),
                text="hello",
            ),
            f"{path}, message 1",
        )
    ]


@pytest.mark.parametrize(
    ("guild", "kind", "place"),
    [
        ("0", "DirectTextChat", Place("discord", "8", None, PlaceKind.DM)),
        ("0", "DirectGroupTextChat", Place("discord", "8", None, PlaceKind.DM)),
        ("7", "GuildVoiceChat", Place("discord", "8", "7", PlaceKind.VOICE)),
        ("0", "SomethingNew", Place("discord", "8", None, PlaceKind.DM)),
        ("7", "GuildPublicThread", Place("discord", "8", "7")),
        ("7", "GuildPrivateThread", Place("discord", "8", "7", private=True)),
        ("7", "PrivateThread", Place("discord", "8", "7", private=True)),
        ("7", "guildprivatethread", Place("discord", "8", "7", private=True)),
        ("7", 12, Place("discord", "8", "7", private=True)),
        ("7", "SomethingNew", Place("discord", "8", "7")),
        ("7", None, Place("discord", "8", "7")),
    ],
)
def test_the_kind_of_a_channel_is_the_kind_of_the_place(
    tmp_path: Path, guild: str, kind: object, place: Place
) -> None:
    """What was said in a direct message stays private."""
    path = _file(
        tmp_path,
        discord_message(),
        guild={"id": guild, "name": "Lantern"},
        channel={"id": "8", "type": kind, "name": "tavern"},
    )
    (found,) = (turn.place for turn in _turns(path))
    is_open = guild != "0"
    assert (found, found.name, found.guild_name) == (
        place,
        "tavern",
        "Lantern" if is_open else None,
    )
    told = _turns(path, private=True)
    assert [turn.place for turn in told] == [replace(place, private=True)]


@pytest.mark.parametrize(
    ("channel", "said"),
    [
        ({"type": "GuildTextChat"}, None),
        ({"type": "GuildPrivateThread"}, None),
        ({"type": "SomethingNew"}, "of an unknown type ('somethingnew')"),
        ({"type": None}, "without a type"),
        ({}, "without a type"),
    ],
)
def test_a_channel_that_does_not_say_what_it_is_is_told_to_be_taken_as_open(
    tmp_path: Path, channel: dict[str, object], said: str | None
) -> None:
    """With what to say where it is not; nobody is told who has said it."""
    path = _file(tmp_path, discord_message(), channel={"id": "8", "name": "x", **channel})
    for private in (False, True):
        items = list(DiscordExportImporter(private=private).read(path))
        remarks = [one.text for one in items if isinstance(one, Remark)]
        expected = [] if said is None or private else [said]
        assert [text.split(" is taken")[0] for text in remarks] == [
            f"a channel {one}" for one in expected
        ]
        assert all("--set private=yes" in text for text in remarks)


def test_an_import_that_says_private_takes_the_channel_out_of_the_open_room(
    tmp_path: Path,
) -> None:
    """Also what an earlier import had brought as public; and none makes it public again."""
    path = _file(tmp_path, discord_message())
    with HistoryStore(tmp_path / "history.sqlite") as history:
        for private, open_turns in ((False, 1), (True, 0), (False, 0)):
            history.record_many(_turns(path, private=private))
            assert len(history.latest("discord-7.8", 9)) == open_turns
        assert len(history.latest("discord-private-7.8", 9)) == 1


def test_an_edit_is_an_amendment_at_its_own_time(tmp_path: Path) -> None:
    """So an older export, read again after a newer one, does not bring the old words back."""
    old = discord_message(content="Helo")
    once = {**old, "content": "Hello", "timestampEdited": "2026-02-02T19:40:00+00:00"}
    twice = {**old, "content": "Hello!", "timestampEdited": "2026-02-02T19:50:00+00:00"}
    with HistoryStore(tmp_path / "history.sqlite") as history:

        def after(message: dict[str, Any]) -> tuple[str, datetime, list[str]]:
            turns = _turns(_file(tmp_path, message))
            outcomes = [str(one.value) for one in history.record_many(turns)]
            (stored,) = history.latest(turns[0].place.slug, 5)
            return stored.turn.text, stored.turn.timestamp, outcomes

        said_at = datetime(2026, 2, 2, 19, 31, 0, 123_000, UTC)
        assert after(once) == ("Hello", said_at, ["added", "amended"])
        assert after(once) == ("Hello", said_at, ["unchanged"] * 2)
        assert after(old) == ("Hello", said_at, ["unchanged"])
        assert after(twice) == ("Hello!", said_at, ["unchanged", "amended"])
        assert after(once) == ("Hello!", said_at, ["unchanged"] * 2)


def test_a_reply_names_what_it_answers(tmp_path: Path) -> None:
    """A forwarded message answers nothing; its words are told as forwarded."""
    path = _file(
        tmp_path,
        discord_message("2", "yes", type="Reply", reference={"messageId": "1", "channelId": "8"}),
        discord_message("3", "no", type="Reply", reference={"messageId": None}),
        discord_message(
            "4", "", reference={"messageId": "1"}, forwardedMessage={"content": "old words"}
        ),
    )
    assert [(turn.reply_to, turn.text) for turn in _turns(path)] == [
        ("1", "yes"),
        (None, "no"),
        (None, "[forwarded] old words"),
    ]


def test_what_was_sent_with_it_is_told_by_name(tmp_path: Path) -> None:
    """Addresses are not fetched, and not told either."""
    path = _file(
        tmp_path,
        discord_message(
            content="look",
            attachments=[{"id": "1", "url": "https://example.org/c.png", "fileName": "c.png"}],
            stickers=[{"id": "2", "name": "wave", "format": "Png"}],
            embeds=[{"title": "A page", "url": "https://example.org"}, {"title": ""}],
        ),
    )
    (turn,) = _turns(path)
    assert turn.text == "look\n[attachment: c.png]\n[sticker: wave]\n[embed: A page]"


def test_notices_and_empty_messages_are_counted(tmp_path: Path) -> None:
    """Joins and pins are said by nobody."""
    path = _file(
        tmp_path,
        discord_message("1", "joined", type="GuildMemberJoin"),
        discord_message("2", "pinned", type="ChannelPinnedMessage"),
        discord_message("3", "boosted", type="8"),
        discord_message("4", "used /roll", type="20"),
        discord_message("5", " "),
    )
    label = str(path)
    items = _read(path)
    assert [item.turn.ref for item in items if isinstance(item, TurnItem)] == ["4"]
    assert items[1:] == [
        SkippedFile(label, "1 × a notice, not a message (GuildMemberJoin) (1)"),
        SkippedFile(label, "1 × a notice, not a message (ChannelPinnedMessage) (2)"),
        SkippedFile(label, "1 × a notice, not a message (8) (3)"),
        SkippedFile(label, "1 × an empty message (5)"),
    ]


@pytest.mark.parametrize("me", ["9", "EMBER", "Ember", "ember#1234"])
def test_the_familiar_itself_can_be_named(tmp_path: Path, me: str) -> None:
    """By id or by any of its names; then nothing is remarked."""
    path = _file(tmp_path, discord_message(), discord_message("2", author=_BOT))
    items = _read(path, me=me)
    assert [item.turn.role for item in items if isinstance(item, TurnItem)] == [
        Role.USER,
        Role.ASSISTANT,
    ]
    assert len(items) == 2


def test_bots_are_people_unless_told_otherwise(tmp_path: Path) -> None:
    """And the report says so."""
    path = _file(tmp_path, discord_message("2", author=_BOT))
    (item, remark) = _read(path)
    assert isinstance(item, TurnItem)
    assert item.turn.role is Role.USER
    assert item.turn.author == Author("discord", "9", "Ember", "ember", ("ember#1234",))
    assert isinstance(remark, Remark)
    assert "Ember (9)" in remark.text


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"id": 5}, "message 2: 'id' must be text, not a number"),
        ({"timestamp": "then"}, "message 2: 'timestamp' 'then' is not a time"),
        ({"timestampEdited": "then"}, "message 2: 'timestampEdited' 'then' is not a time"),
        ({"content": ["a"]}, "message 2: 'content' must be text, not a list"),
        ({"author": None}, "message 2: the key 'id' is missing"),
        ({"author": {"id": " "}}, "message 2: 'id' is empty"),
        ({"attachments": "c.png"}, "message 2: 'attachments' must be a list, not a text"),
    ],
)
def test_a_malformed_message_is_told_with_its_number_and_field(
    tmp_path: Path, message: dict[str, Any], problem: str
) -> None:
    """Also the file."""
    path = _file(tmp_path, discord_message(), {**discord_message("2"), **message})
    with pytest.raises(InputError, match=problem) as caught:
        _read(path)
    assert caught.value.problem.startswith(f"{path}, ")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"messages": [{"id": "1"}]}', "no 'guild' and 'channel' before the messages"),
        (b'{"guild": {"id": "7"}, "channel": 3}', "'channel' must be an object, not a number"),
        (b'{"guild": {"id": "7"}, "channel": {}, "messages": []}', "the key 'id' is missing"),
        (b'{"guild": {"id": "7"}, "channel": {"id": "8"}, "messages": 1}', "must be a list"),
        (b'{"guild": {"id": "7"}, "channel": {"id": "8"}, "messages": [', "not JSON"),
    ],
)
def test_a_file_that_is_no_export_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    """Also one that was cut off, so that nobody takes half a channel for a whole one."""
    path = tmp_path / "tavern.json"
    path.write_bytes(data)
    with pytest.raises(InputError, match=problem):
        _read(path)
