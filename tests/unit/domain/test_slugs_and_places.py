"""Names made of platform ids: distinct ids never share one, and places can be read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind, PlaceParts, parse_place_slug
from familiar_memory.domain.text.slugs import component, platform_slug, title_slug
from familiar_memory.errors import InputError

NASTY = (
    "42",
    "dm-42",
    "dm",
    "dm.42",
    "ch",
    "ch-42",
    "ch-dm-42",
    "stream",
    "voice-1",
    "private",
    "private-x",
    "private-dm-42",
    "private.mods",
    "Tavern",
    "tavern",
    "the_tavern",
    "the-tavern",
    "the--tavern",
    "-tavern",
    "tavern-",
    "a.b",
    "a/b",
    "酒場",
    "Ünï",
    "x" * 64,
    "x" * 65,
    "x" * 64 + "y",
    "x--0123456789",
    "tavern\n",
    " tavern",
    "CON",
    "\ud800",
    "🎂",
)
ids = st.sampled_from(NASTY) | st.text(min_size=1, max_size=80).filter(str.strip)
platforms = st.sampled_from(("discord", "Discord", "twitch", "my-app", "my", "x--0123456789"))
places = st.builds(
    Place, platforms, ids, st.none() | ids, st.sampled_from(list(PlaceKind)), st.booleans()
)


@given(platforms, ids, platforms, ids)
def test_two_people_share_a_slug_only_if_they_are_one(platform_a, id_a, platform_b, id_b):
    """Whatever their ids hold: capitals, underscores, hyphens, other scripts, great length."""
    same = (platform_a, id_a) == (platform_b, id_b)
    assert (Author(platform_a, id_a).slug == Author(platform_b, id_b).slug) is same


@given(places, places)
def test_two_places_share_a_slug_only_if_they_are_one(one, other):
    """Guild and channel are never blurred, nor is a channel's name with a kind."""
    assert (one.slug == other.slug) is (one == other)


@given(places)
def test_a_place_slug_reads_back_into_its_parts(place):
    """The kind, whether it is private, and the slugs of platform, guild and channel."""
    guild = None if place.guild is None else component(place.guild)
    platform, channel = platform_slug(place.platform), component(place.channel)
    parts = PlaceParts(platform, place.kind, guild, channel, place.is_private)
    assert parse_place_slug(place.slug) == parts


@given(places)
def test_a_place_slug_is_a_safe_file_name(place):
    """Lower-case ASCII, digits, hyphens and at most one dot."""
    assert set(place.slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert place.slug.count(".") == (place.guild is not None)
    assert not place.slug.startswith(("-", ".")) and not place.slug.endswith(("-", "."))


@pytest.mark.parametrize(
    ("place", "slug"),
    [
        (Place("discord", "tavern", "lantern"), "discord-lantern.tavern"),
        (Place("discord", "tavern"), "discord-tavern"),
        (Place("discord", "42", kind=PlaceKind.DM), "discord-dm-42"),
        (Place("discord", "dm-42"), "discord-ch-dm-42"),
        (Place("discord", "42", "dm"), "discord-dm.42"),
        (Place("discord", "42", "dm-a"), "discord-ch-dm-a.42"),
        (Place("twitch", "mosslight", kind=PlaceKind.STREAM), "twitch-stream-mosslight"),
        (Place("discord", "hall", "lantern", PlaceKind.VOICE), "discord-voice-lantern.hall"),
        (Place("discord", "mods", "lantern", private=True), "discord-private-lantern.mods"),
        (
            Place("discord", "mods", "lantern", PlaceKind.VOICE, private=True),
            "discord-private-voice-lantern.mods",
        ),
        (Place("discord", "42", kind=PlaceKind.DM, private=True), "discord-dm-42"),
        (Place("discord", "private-x"), "discord-ch-private-x"),
        (Place("discord", "private-x", private=True), "discord-private-ch-private-x"),
        (Place("discord", "mods", "private"), "discord-private.mods"),
        (Place("discord", "private-x", "lantern"), "discord-lantern.private-x"),
    ],
)
def test_plain_ids_stay_readable(place, slug):
    """As people write them."""
    assert place.slug == slug


def test_an_empty_guild_is_no_guild():
    """Some platforms send an empty text for none."""
    assert Place("discord", "tavern", "") == Place("discord", "tavern")


def test_a_direct_message_is_private_whatever_is_said():
    """The kind decides; nobody has to say it twice."""
    dm = Place("discord", "42", kind=PlaceKind.DM)
    assert dm == Place("discord", "42", None, PlaceKind.DM, True)
    assert (dm.is_private, dm.is_dm, dm.twin) == (True, True, None)


@given(places)
def test_a_room_and_its_twin_differ_in_privacy_alone(place):
    """And each is the other's; a direct message has none."""
    if place.twin is not None:
        assert (place.twin.twin, place.twin.is_private) == (place, not place.is_private)
        assert place.twin.slug != place.slug
    assert place.open_twin == (place.twin if place.is_private else None)


def test_a_hand_written_private_dm_is_one():
    """No room has that slug; what stands under it is nobody's, and never a channel's."""
    assert parse_place_slug("discord-private-dm-42") == PlaceParts(
        "discord", PlaceKind.DM, None, "42", True
    )


@pytest.mark.parametrize(
    "slug", ["", "discord", "everyone", "owner", "Discord-x", "a-", "-a", "a-b-", "a b-c", "a-b\n"]
)
def test_what_is_no_place_slug_is_told_apart(slug):
    """None, not a guess."""
    assert parse_place_slug(slug) is None


@given(st.text(max_size=60))
def test_reading_any_text_as_a_place_is_harmless(text):
    """And what is read is a place of a known kind."""
    parts = parse_place_slug(text)
    assert parts is None or parts.kind in PlaceKind


def test_labels_and_names_come_in_the_stated_order():
    """Display name, username, id; names without repeats and blanks."""
    author = Author("discord", "42", "Rowan", "rowan_", ("Ro", " ", "Rowan"))
    assert (author.label, author.known_names) == ("Rowan", ("Rowan", "rowan_", "Ro"))
    assert (Author("discord", "42").label, Author("discord", "42").known_names) == ("42", ())
    assert author.canonical_key == "discord:42"


@pytest.mark.parametrize(
    ("title", "slug"),
    [("Project Alpha", "project-alpha"), ("茶の湯", "茶の湯"), ("Café — au lait", "cafe-au-lait")],
)
def test_a_title_slug_keeps_what_can_be_read(title, slug):
    """ASCII words where there are any, else the title's own script."""
    assert title_slug(title) == slug


def test_names_are_no_part_of_what_a_place_is():
    """Equal, one hash, one slug; the twin keeps them, and they must be said by name."""
    bare, named = Place("discord", 7, 5), Place("discord", 7, 5, name="tavern", guild_name="Inn")
    assert (named, hash(named), named.slug) == (bare, hash(bare), bare.slug)
    assert (named.twin.name, named.twin.guild_name) == ("tavern", "Inn")
    with pytest.raises(TypeError):
        Place("discord", 7, 5, PlaceKind.CHANNEL, False, "tavern")


@pytest.mark.parametrize(
    ("given", "kept", "label"),
    [
        ("tavern", "tavern", "#tavern"),
        ("#tavern", "#tavern", "#tavern"),
        (" two\nlines\u2028of it ", "two lines of it", "#two lines of it"),
        ("", None, "#7"),
        (" \n", None, "#7"),
        ("#", "#", "#7"),
        (None, None, "#7"),
        ("x" * 99, "x" * 99, "#" + "x" * 60),
    ],
)
def test_a_place_is_called_by_its_name_on_one_line(given, kept, label):
    """Else by its channel's id; platforms send "" for what nobody has set."""
    place = Place("discord", 7, name=given)
    assert (place.name, place.label) == (kept, label)


def test_a_direct_message_is_called_by_whom_it_is_with():
    """Whatever the platform puts before the name."""
    dm = Place("discord", 7, kind=PlaceKind.DM, name="@Rowan")
    assert (dm.label, Place("discord", "gus", kind=PlaceKind.DM).label) == ("@Rowan", "@gus")


def test_a_name_that_is_no_text_is_refused_by_name():
    """An id is no name."""
    for what in ("name", "guild_name"):
        with pytest.raises(InputError, match=f"a place's {what} is 7"):
            Place("discord", 7, **{what: 7})
