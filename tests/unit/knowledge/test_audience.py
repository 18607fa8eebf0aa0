"""Who may know what: the whole table, and what holds under every policy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.talk.place import Place, PlaceKind, parse_place_slug
from familiar_memory.knowledge.audience import (
    EVERYONE,
    OWNER,
    AudiencePolicy,
    Viewer,
    is_audience,
    narrowest,
    permits,
    reach_of,
)

TAVERN = "discord-lantern.tavern"
GARDEN = "discord-lantern.garden"
VOICE = "discord-voice-lantern.hall"
ABROAD = "discord-abroad.hall"
TWIN = "twitch-lantern.tavern"
LOOSE = "discord-loose"
STREAM = "twitch-stream-mosslight"
MODS = "discord-private-lantern.mods"
BOOTH = "discord-private-voice-lantern.booth"
DM = "discord-dm-42"
OTHER_DM = "discord-dm-7"
ROOMS = (TAVERN, GARDEN, VOICE, ABROAD, TWIN, LOOSE, STREAM)
ALL = (EVERYONE, OWNER, *ROOMS, MODS, BOOTH, DM, OTHER_DM)
STRICT, GUILD, OPEN = AudiencePolicy.STRICT, AudiencePolicy.GUILD, AudiencePolicy.OPEN


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (Viewer(), set(ALL)),
        (Viewer(TAVERN, STRICT), {EVERYONE, TAVERN}),
        (Viewer(TAVERN, GUILD), {EVERYONE, TAVERN, GARDEN, VOICE}),
        (Viewer(TAVERN, OPEN), {EVERYONE, *ROOMS}),
        (Viewer(VOICE, GUILD), {EVERYONE, TAVERN, GARDEN, VOICE}),
        (Viewer(LOOSE, GUILD), {EVERYONE, LOOSE}),
        (Viewer(STREAM, GUILD), {EVERYONE, STREAM}),
        (Viewer(DM, STRICT), {EVERYONE, DM}),
        (Viewer(DM, GUILD), {EVERYONE, DM}),
        (Viewer(DM, OPEN), {EVERYONE, DM, *ROOMS}),
        (Viewer(DM, STRICT, frozenset({DM, TAVERN})), {EVERYONE, DM, TAVERN}),
        (Viewer(DM, GUILD, frozenset({DM, TAVERN})), {EVERYONE, DM, TAVERN, GARDEN, VOICE}),
        (Viewer(DM, GUILD, frozenset({OTHER_DM})), {EVERYONE, DM}),
        (Viewer("discord-dm-lantern.42", GUILD), {EVERYONE}),
        (Viewer("no place", GUILD), {EVERYONE}),
        (Viewer(MODS, STRICT), {EVERYONE, MODS}),
        (Viewer(MODS, GUILD), {EVERYONE, MODS, TAVERN, GARDEN, VOICE}),
        (Viewer(MODS, OPEN), {EVERYONE, MODS, *ROOMS}),
        (Viewer(TAVERN, GUILD, frozenset({MODS})), {EVERYONE, TAVERN, GARDEN, VOICE}),
        (Viewer(DM, STRICT, frozenset({MODS})), {EVERYONE, DM, MODS}),
        (Viewer(DM, GUILD, frozenset({MODS})), {EVERYONE, DM, MODS, TAVERN, GARDEN, VOICE}),
        (Viewer(DM, OPEN, frozenset({BOOTH})), {EVERYONE, DM, BOOTH, *ROOMS}),
        (Viewer(is_broadcast=True, policy=OPEN, rooms=frozenset({MODS})), {EVERYONE}),
    ],
)
def test_the_table_of_who_sees_what(viewer, seen):
    """Every kind of room, under every policy."""
    assert {audience for audience in ALL if permits(viewer, audience)} == seen


places = st.builds(
    Place,
    st.sampled_from(("discord", "twitch")),
    st.sampled_from(("42", "7", "dm-42", "tavern", "lantern")),
    st.sampled_from((None, "lantern", "dm", "dm-42")),
    st.sampled_from(list(PlaceKind)),
    st.booleans(),
)
viewers = st.builds(
    Viewer,
    places.map(lambda place: place.slug),
    st.sampled_from(list(AudiencePolicy)),
    st.frozensets(places.map(lambda place: place.slug), max_size=4),
)


@given(viewers, places)
def test_a_direct_message_is_seen_only_in_itself(viewer, place):
    """Whatever the policy, and wherever that person has spoken."""
    if place.is_dm:
        assert permits(viewer, place.slug) is (viewer.place == place.slug)


@given(viewers, places)
def test_a_private_channel_is_seen_in_itself_and_in_the_dm_of_who_spoke_there(viewer, place):
    """Under every policy, and nowhere else."""
    if place.is_private and not place.is_dm:
        here = parse_place_slug(viewer.place)
        in_their_dm = here.kind is PlaceKind.DM and place.slug in viewer.rooms
        assert permits(viewer, place.slug) is (viewer.place == place.slug or in_their_dm)


@given(viewers, places)
def test_making_a_room_private_never_lets_anybody_see_more_of_it(viewer, place):
    """Whoever sees a private room's lines, and is not in it, saw the open one's."""
    if place.is_private and not place.is_dm and viewer.place != place.slug:
        known = frozenset(place.twin.slug if r == place.slug else r for r in viewer.rooms)
        if permits(viewer, place.slug):
            assert permits(replace(viewer, rooms=known), place.twin.slug)


@given(viewers, places, places)
def test_rooms_of_one_reach_have_the_same_viewers(viewer, one, other):
    """So what is learned in one of them may be used for all of them."""
    if reach_of(one.slug, viewer.policy) == reach_of(other.slug, viewer.policy):
        assert permits(viewer, one.slug) is permits(viewer, other.slug)


@pytest.mark.parametrize(
    ("policy", "together"),
    [
        (STRICT, []),
        (GUILD, [{TAVERN, GARDEN, VOICE}]),
        (OPEN, [{TAVERN, GARDEN, VOICE}]),
    ],
)
def test_which_rooms_share_a_reach(policy, together):
    """All others are alone."""
    slugs = [slug for slug in ALL if slug not in (EVERYONE, OWNER)]
    groups = {}
    for slug in slugs:
        groups.setdefault(reach_of(slug, policy), set()).add(slug)
    assert [group for group in groups.values() if len(group) > 1] == together


@given(viewers, st.text(max_size=20))
def test_a_key_that_is_no_audience_is_refused(viewer, key):
    """To everybody but the owner."""
    if not is_audience(key):
        assert not permits(viewer, key)
        assert permits(Viewer(), key)


@given(viewers)
def test_what_is_the_owners_is_only_theirs(viewer):
    """And what is everyone's is everyone's."""
    assert (permits(viewer, OWNER), permits(viewer, EVERYONE)) == (False, True)


@given(viewers, st.lists(st.sampled_from(ALL), max_size=4))
def test_what_is_derived_is_seen_only_by_those_who_see_all_of_it(viewer, keys):
    """The intersection never widens."""
    if permits(viewer, narrowest(keys)):
        assert all(permits(viewer, key) for key in keys)


@pytest.mark.parametrize(
    ("keys", "result"),
    [
        ((), EVERYONE),
        ((EVERYONE, EVERYONE), EVERYONE),
        ((EVERYONE, TAVERN), TAVERN),
        ((TAVERN, TAVERN), TAVERN),
        ((TAVERN, GARDEN), OWNER),
        ((TAVERN, OWNER), OWNER),
        ((OWNER,), OWNER),
    ],
)
def test_the_narrowest_of_several(keys, result):
    """Two places have only the owner in common."""
    assert narrowest(keys) == result


def test_what_is_an_audience():
    """The two words, and places."""
    assert [is_audience(key) for key in (*ALL, "public", "", "Everyone", "dm")] == [
        *([True] * len(ALL)),
        *([False] * 4),
    ]
