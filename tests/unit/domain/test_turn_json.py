"""A turn as one JSON line: what is accepted, and what is said of what is not."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, Turn, TurnKind
from familiar_memory.errors import InputError

LINE = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:31:00+00:00",
    "channel": "tavern",
    "author": {"platform": "discord", "user_id": "42"},
    "text": "hello",
}
TURN = Turn(
    "m1",
    datetime(2026, 2, 2, 19, 31, tzinfo=UTC),
    Place("discord", "tavern"),
    Author("discord", "42"),
    "hello",
)

characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters, min_size=1, max_size=20).filter(str.strip)
zones = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
turns = st.builds(
    lambda platform, **given: Turn(
        place=Place(
            platform,
            given.pop("channel"),
            given.pop("guild"),
            given.pop("place_kind"),
            given.pop("private"),
        ),
        author=Author(
            platform,
            given.pop("user_id"),
            given.pop("name"),
            given.pop("username"),
            given.pop("aliases"),
        ),
        **given,
    ),
    platform=texts,
    channel=texts,
    guild=st.none() | texts,
    place_kind=st.sampled_from(list(PlaceKind)),
    private=st.booleans(),
    user_id=texts,
    name=st.none() | texts,
    username=st.none() | texts,
    aliases=st.lists(texts, max_size=2).map(tuple),
    ref=texts,
    timestamp=st.datetimes(timezones=zones),
    text=st.text(characters, max_size=40),
    role=st.sampled_from(list(Role)),
    kind=st.sampled_from(list(TurnKind)),
    reply_to=st.none() | texts,
    silent=st.booleans(),
    edited=st.booleans(),
    deleted=st.booleans(),
    actions=st.lists(st.text(characters, max_size=9), max_size=2).map(tuple),
)


def written(turn: Turn) -> dict[str, Any]:
    """The line that `Turn.from_json` reads back to the same turn; defaults are left out."""
    author: dict[str, Any] = {"platform": turn.author.platform, "user_id": turn.author.user_id}
    for key in ("display_name", "username"):
        if (value := getattr(turn.author, key)) is not None:
            author[key] = value
    if turn.author.aliases:
        author["aliases"] = list(turn.author.aliases)
    line: dict[str, Any] = {
        "ref": turn.ref,
        "timestamp": turn.timestamp.isoformat(),
        "channel": turn.place.channel,
        "author": author,
        "text": turn.text,
    }
    extra: dict[str, tuple[Any, Any]] = {
        "role": (turn.role.value, Role.USER.value),
        "guild": (turn.place.guild, None),
        "private": (turn.place.is_private and not turn.place.is_dm, False),
        "place_kind": (turn.place.kind.value, usual_kind(turn.place)),
        "reply_to": (turn.reply_to, None),
        "kind": (turn.kind.value, TurnKind.INTERACTIVE.value),
        "silent": (turn.silent, False),
        "actions": (list(turn.actions), []),
        "edited": (turn.edited, False),
        "deleted": (turn.deleted, False),
    }
    line.update({key: value for key, (value, default) in extra.items() if value != default})
    return line


def usual_kind(place: Place) -> str | None:
    """The kind that goes without saying: `private` without a guild would be a direct message."""
    is_said = place.is_private and not place.is_dm and place.guild is None
    return None if is_said else PlaceKind.CHANNEL.value


@pytest.mark.long
@given(turns)
def test_every_turn_survives_being_written_and_read(turn):
    """Through JSON text, too."""
    assert Turn.from_json(json.loads(json.dumps(written(turn)))) == turn


def test_a_plain_line_is_a_turn():
    """And a turn that says nothing else is that line."""
    assert Turn.from_json(LINE) == TURN
    assert written(TURN) == LINE


def test_private_is_a_direct_message():
    """Said as a flag or as a kind."""
    place = Place("discord", "tavern", kind=PlaceKind.DM)
    assert Turn.from_json(LINE | {"private": True}).place == place
    assert Turn.from_json(LINE | {"place_kind": "dm"}).place == place
    assert Turn.from_json(LINE | {"private": False}).place.kind is PlaceKind.CHANNEL


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"guild": "lantern"}, Place("discord", "tavern", "lantern", private=True)),
        ({"place_kind": "channel"}, Place("discord", "tavern", private=True)),
        ({"place_kind": "voice"}, Place("discord", "tavern", None, PlaceKind.VOICE, True)),
        ({"place_kind": "dm"}, Place("discord", "tavern", None, PlaceKind.DM)),
        (
            {"guild": "lantern", "place_kind": "dm"},
            Place("discord", "tavern", "lantern", PlaceKind.DM),
        ),
    ],
)
def test_private_in_a_guild_or_of_a_kind_is_a_private_channel(said, place):
    """What a direct message is not, not everybody in the guild can read."""
    assert Turn.from_json(LINE | {"private": True} | said).place == place


def test_a_deletion_needs_no_text():
    """The platform no longer has it either."""
    line = {key: value for key, value in LINE.items() if key != "text"} | {"deleted": True}
    assert (Turn.from_json(line).text, Turn.from_json(line).deleted) == ("", True)


def test_what_a_platform_leaves_blank_counts_as_absent():
    """A turn is not lost for an empty name."""
    author = LINE["author"] | {"display_name": "", "username": None}
    assert Turn.from_json(LINE | {"author": author, "guild": "", "reply_to": ""}) == TURN


@pytest.mark.parametrize("key", ["channel_id", "author_id", "edited_at", "mood", "guild_name"])
def test_a_bots_own_keys_are_ignored(key):
    """Also those that only begin like one of ours."""
    assert Turn.from_json(LINE | {key: "x"}) == TURN


@pytest.mark.parametrize(
    "key", ["privat", "Private", "PRIVATE", "is_private", "isPrivate", "place_kin", "delted"]
)
def test_what_looks_like_a_misspelling_is_refused(key):
    """A privacy flag that nobody reads would tell everybody."""
    with pytest.raises(InputError) as caught:
        Turn.from_json(LINE | {key: True})
    assert caught.value.problem.startswith(f"the key {key!r} is unknown, and looks like")
    assert caught.value.accepted.startswith("accepted keys: ref, timestamp")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ref": ""}, "'ref' is empty"),
        ({"ref": True}, "'ref' must be text, not bool"),
        ({"reply_to": 7.5}, "'reply_to' must be text, not float"),
        ({"guild": False}, "'guild' must be text, not bool"),
        ({"text": None}, "'text' must be text, not NoneType"),
        ({"text": "\ud800"}, "'text' holds a lone surrogate"),
        ({"timestamp": 1770000000}, "'timestamp' must be text, not int"),
        ({"timestamp": "yesterday"}, "'timestamp' 'yesterday' is not a time"),
        ({"timestamp": "2026-02-02T19:31:00"}, "'timestamp' '2026-02-02T19:31:00' has no offset"),
        ({"author": "rowan"}, "'author' must be an object, not str"),
        ({"author": {"platform": "discord"}}, "'user_id' must be text, not NoneType"),
        ({"author": LINE["author"] | {"usernam": "x"}}, "the key 'usernam' is unknown"),
        ({"author": LINE["author"] | {"aliases": "Ro"}}, "'aliases' must be a list of texts"),
        ({"role": "bot"}, "'role' is 'bot'"),
        ({"kind": 3}, "'kind' is 3"),
        ({"place_kind": "room"}, "'place_kind' is 'room'"),
        ({"private": "yes"}, "'private' must be true or false, not 'yes'"),
        ({"actions": [1]}, "'actions' must be a list of texts"),
        ({"silent": 1}, "'silent' must be true or false, not 1"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_accepted(change, problem):
    """The key, what was given, and how to say it right."""
    with pytest.raises(InputError) as caught:
        Turn.from_json(LINE | change)
    assert caught.value.problem.startswith(problem)
    assert caught.value.accepted


@given(st.tuples(*[st.integers(-(10**20), 10**20)] * 5))
def test_ids_may_be_integers(ids):
    """As Discord's libraries give them: the turn is the one that the digits make."""

    def line(ref, channel, guild, reply_to, user_id):
        author = LINE["author"] | {"user_id": user_id}
        place = {"channel": channel, "guild": guild}
        return LINE | place | {"ref": ref, "reply_to": reply_to, "author": author}

    assert Turn.from_json(line(*ids)) == Turn.from_json(line(*map(str, ids)))


@pytest.mark.parametrize("missing", sorted(LINE))
def test_a_missing_key_is_named(missing):
    """With all that are required."""
    with pytest.raises(InputError, match=f"a turn lacks '{missing}'"):
        Turn.from_json({key: value for key, value in LINE.items() if key != missing})


@pytest.mark.parametrize("line", [None, [], "hello", 3])
def test_what_is_no_object_is_no_turn(line):
    """A list of turns is not a turn either."""
    with pytest.raises(InputError, match="a turn must be a JSON object"):
        Turn.from_json(line)


def test_what_people_call_a_channel_and_its_guild_comes_along() -> None:
    """Beside the ids; null and "" are no name, and a bot's own spelling is its own business."""
    given = {"channel": 777, "guild": 555, "channel_name": "tavern", "guild_name": "Lantern"}
    place = Turn.from_json({**LINE, **given}).place
    assert (place, place.name, place.guild_name) == (
        Place("discord", "777", "555"),
        "tavern",
        "Lantern",
    )
    nameless = {"channel_name": None, "guild_name": "", "channelName": "inn", "guildName": "x"}
    place = Turn.from_json({**LINE, **nameless}).place
    assert (place.name, place.guild_name) == (None, None)
    with pytest.raises(InputError, match="'channel_name' must be text, not int"):
        Turn.from_json({**LINE, "channel_name": 777})
