"""Who may know what: the whole table, and what holds under every policy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.place import Place, PlaceKind
from familiar_memory.knowledge.audience import (
    EVERYONE,
    OWNER,
    AudiencePolicy,
    Viewer,
    is_audience,
    narrowest,
    permits,
)

TAVERN = "discord-lantern.tavern"
GARDEN = "discord-lantern.garden"
VOICE = "discord-voice-lantern.hall"
ABROAD = "discord-abroad.hall"
TWIN = "twitch-lantern.tavern"
LOOSE = "discord-loose"
STREAM = "twitch-stream-mosslight"
DM = "discord-dm-42"
OTHER_DM = "discord-dm-7"
ALL = (EVERYONE, OWNER, TAVERN, GARDEN, VOICE, ABROAD, TWIN, LOOSE, STREAM, DM, OTHER_DM)
STRICT, GUILD, OPEN = AudiencePolicy.STRICT, AudiencePolicy.GUILD, AudiencePolicy.OPEN


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        (Viewer(), set(ALL)),
        (Viewer(TAVERN, STRICT), {EVERYONE, TAVERN}),
        (Viewer(TAVERN, GUILD), {EVERYONE, TAVERN, GARDEN, VOICE}),
        (Viewer(TAVERN, OPEN), set(ALL) - {OWNER, DM, OTHER_DM}),
        (Viewer(VOICE, GUILD), {EVERYONE, TAVERN, GARDEN, VOICE}),
        (Viewer(LOOSE, GUILD), {EVERYONE, LOOSE}),
        (Viewer(STREAM, GUILD), {EVERYONE, STREAM}),
        (Viewer(DM, STRICT), {EVERYONE, DM}),
        (Viewer(DM, GUILD), {EVERYONE, DM}),
        (Viewer(DM, OPEN), set(ALL) - {OWNER, OTHER_DM}),
        (Viewer(DM, STRICT, frozenset({DM, TAVERN})), {EVERYONE, DM, TAVERN}),
        (Viewer(DM, GUILD, frozenset({DM, TAVERN})), {EVERYONE, DM, TAVERN, GARDEN, VOICE}),
        (Viewer(DM, GUILD, frozenset({OTHER_DM})), {EVERYONE, DM}),
        (Viewer("discord-dm-lantern.42", GUILD), {EVERYONE}),
        (Viewer("no place", GUILD), {EVERYONE}),
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
    if place.is_private:
        assert permits(viewer, place.slug) is (viewer.place == place.slug)


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
