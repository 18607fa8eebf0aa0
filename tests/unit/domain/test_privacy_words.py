"""A bot that says in its own words that a turn is private is never heard as public."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import InputError

LINE = {
    "ref": "m1",
    "timestamp": "2026-02-02T19:31:00+00:00",
    "channel": "tavern",
    "guild": "lantern",
    "author": {"platform": "discord", "user_id": "42"},
    "text": "hello",
}
STATEMENTS = (
    *({key: True} for key in ("dm", "DM", "dms", "is_dm", "isDM", "isDm", "ISDM", "in_dm", "pm")),
    *({key: True} for key in ("direct", "is_direct", "direct_message", "directMessage", "isdm")),
    *({key: True} for key in ("private_", "private-channel", "channel_private", "isprivate")),
    *({key: True} for key in ("privado", "privée", "priv", "PrivateChat", "private_message")),
    *({key: True} for key in ("whisper", "is_whisper", "whispered", "secret", "confidential")),
    *({key: True} for key in ("ephemeral", "isEphemeral", "hidden", "group_dm", "is_mpim")),
    *({key: True} for key in ("ｐｒｉｖａｔｅ", "author_is_dm", "DMs", "nonpublic", "non_public")),
    *({key: True} for key in ("mods_only", "staff_only", "members_only", "friendsOnly")),
    *({key: True} for key in ("only_mods", "subs-only", "is_staff_only", "mods_only_channel")),
    *({key: True} for key in ("internal", "is_internal", "protected", "closed", "room_closed")),
    *({key: True} for key in ("off_the_record", "offTheRecord")),
    *({key: False} for key in ("view_channel", "world_readable", "can_view", "is_visible")),
    *({key: False} for key in ("publicly_visible", "readable", "visible_to_everyone")),
    {"in": "owner"},
    {"in": "discord-dm-7"},
    {"dm": 1},
    {"dm": "yes"},
    {"dm": "true"},
    {"is_dm": "TRUE"},
    {"dm": {"user": "42"}},
    {"dm_channel_id": "123"},
    {"whisper_to": "rowan"},
    {"public": False},
    {"is_public": 0},
    {"isPublic": "false"},
    {"visibility": "owner"},
    {"audience": "mods"},
    {"privacy": "friends"},
    {"channel_type": "dm"},
    {"channelType": "DirectTextChat"},
    {"chat_type": "private"},
    {"channel_type": "GuildPrivateThread"},
    {"channel_type": 1},
    {"channel_type": 12},
    {"raw": {"channel": {"type": 1}}},
    {"type": "whisper"},
    {"message_type": "direct_message"},
    {"flags": ["pinned", "private"]},
    {"tags": ["dm"]},
    {"room": "dm"},
    {"metadata": {"is_private": True}},
    {"raw": [{"channel": {"is_im": True}}]},
    {"author": {"platform": "discord", "user_id": "42", "in_dm": True}},
)
HARMLESS = (
    {"dm": False},
    {"is_dm": None},
    {"direct": 0},
    {"is_private_thread": "false"},
    {"public": True},
    {"public": None},
    {"visibility": "public"},
    {"audience": "everyone"},
    {"channel_id": "12"},
    {"channel_type": 0},
    {"channel_type": "GuildTextChat"},
    {"type": 1},
    {"embeds": [{"type": 1}]},
    {"raw": {"public_flags": 0, "privileges": ["x"]}},
    {"channel_name": "dm"},
    {"channel_topic": "private lives of cats"},
    {"mood": "direct"},
    {"direction": "up"},
    {"image": "x", "time": 3, "time_to_live": 4},
    {"admin": True},
    {"mods_only": False},
    {"read_only": True, "text_only": True, "emoji_only": True, "only": ["x"]},
    {"internal_id": "x", "read": False, "seen": False, "read_at": None},
    {"visible": True, "view_channel": True},
    {"in": "tavern"},
    {"view_count": 0, "protected_headers": {}},
)


def _as_read(said):
    return Turn.from_json(LINE | said).place


@pytest.mark.parametrize("said", STATEMENTS, ids=str)
def test_a_statement_of_privacy_is_refused_by_name(said):
    """The error names the key, and how to say it."""
    with pytest.raises(InputError) as caught:
        _as_read(said)
    key = next(iter(said.keys() - {"author"}), "author.in_dm")
    assert caught.value.problem.startswith(f"the key '{key}")
    assert caught.value.accepted


@pytest.mark.parametrize("said", HARMLESS, ids=str)
def test_a_denial_and_a_key_about_something_else_are_ignored(said):
    """Bots say `is_dm: false` with each message of a channel."""
    assert _as_read(said) == _as_read({})


words = st.sampled_from(("private", "dm", "pm", "direct message", "whisper", "direct chat"))
befores = st.sampled_from(("", "is ", "in ", "was ", "channel is ", "this is "))
afters = st.sampled_from(("", " channel", " message", " chat", " flag", " thread", " room"))
styles = st.sampled_from(
    (
        "_".join,
        "-".join,
        " ".join,
        ".".join,
        lambda parts: "_".join(parts).upper(),
        lambda parts: parts[0] + "".join(part.capitalize() for part in parts[1:]),
        lambda parts: "".join(part.capitalize() for part in parts),
        lambda parts: (
            "".join(part.upper() if len(part) < 3 else part for part in parts)
            if len(parts) == 1
            else "_".join(part.upper() if len(part) < 3 else part for part in parts)
        ),
    )
)
yes = st.sampled_from((True, 1, "1", "yes", "true", "Y", ["x"], {"with": "rowan"}, 2.5))
nests = st.sampled_from(
    (
        lambda said: said,
        lambda said: {"metadata": said},
        lambda said: {"raw": [{"message": said}]},
    )
)


@given(befores, words, afters, styles, yes, nests)
def test_no_spelling_of_private_comes_out_public(before, word, after, style, value, nest):
    """Whatever case, hyphens or nesting a bot prefers: it is private, or refused."""
    key = style(f"{before}{word}{after}".split())
    try:
        place = _as_read(nest({key: value}))
    except InputError:
        return
    assert place.is_private


@given(st.dictionaries(st.text(max_size=12), st.booleans() | st.text(max_size=12), max_size=3))
def test_any_other_keys_are_read_or_refused_cleanly(extra):
    """Never an error of another kind."""
    try:
        Turn.from_json(extra | LINE)
    except InputError as problem:
        assert problem.accepted
