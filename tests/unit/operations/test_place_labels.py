"""Short names of places: unique, stable, for their own places only."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.knowledge.audience import OWNER
from familiar_memory.markdown.place_heading import heading_place
from familiar_memory.markdown.record.legend import is_label
from familiar_memory.operations.place_labels import PlaceLabels

TAVERN = Place("discord", "tavern", "lantern")
OTHER_TAVERN = Place("discord", "tavern", "abroad")


@pytest.mark.parametrize(
    ("place", "label"),
    [
        (TAVERN, "#tavern"),
        (Place("discord", "1234567890", "lantern", name="Büro & Läden"), "#Büro-Läden"),
        (Place("discord", "居酒屋", "lantern"), "#居酒屋"),
        (Place("discord", "9001", kind=PlaceKind.DM, name="Rowan"), "@Rowan"),
        (Place("discord", "9001", kind=PlaceKind.DM), "@dm-9001"),
        (Place("twitch", "mosslight", kind=PlaceKind.STREAM), "#mosslight"),
        (Place("discord", "1234567890", "lantern"), "#channel-1234567890"),
        (Place("discord", "🍵", "lantern"), "#channel"),
        (Place("discord", "x", "lantern", name="discord-dm-42"), "#x"),
    ],
)
def test_a_place_is_called_as_people_call_it(place: Place, label: str) -> None:
    """By its name, else its channel; never by what is another place."""
    assert PlaceLabels([place]).label(place.slug) == label


def test_two_places_of_one_name_have_two_labels() -> None:
    """In the order in which they are given; case makes no difference."""
    loud = Place("matrix", "TAVERN", name="TAVERN")
    labels = PlaceLabels([TAVERN, OTHER_TAVERN, loud])
    found = [labels.label(place.slug) for place in (TAVERN, OTHER_TAVERN, loud)]
    assert found == ["#tavern", "#tavern-2", "#TAVERN-3"]


def test_a_label_in_use_stays_with_its_place() -> None:
    """Whoever came later, and whatever the place is called by now."""
    renamed = Place("discord", "tavern", "abroad", name="inn")
    labels = PlaceLabels([TAVERN, renamed], {"#tavern": renamed.slug})
    assert labels.label(renamed.slug) == "#tavern"
    assert labels.label(TAVERN.slug) == "#tavern-2"


def test_a_place_that_is_not_known_has_no_label() -> None:
    """Its slug is written in full."""
    assert PlaceLabels().label(TAVERN.slug) is None
    assert PlaceLabels().entry(TAVERN.slug) is None


def test_a_heading_with_the_label_is_for_that_place() -> None:
    """Not for the owner, as one that names several places."""
    rooms = [Place("discord", name, "lantern") for name in ("owner", "dm-42", "private-x", "in")]
    labels = PlaceLabels(rooms)
    for room in rooms:
        entry, label = labels.entry(room.slug), labels.label(room.slug)
        assert entry is not None
        assert label is not None
        assert is_label(label)
        assert heading_place(entry, 2) == room.slug != OWNER


_WORDS = st.sampled_from(["dm", "private", "x-dm", "cli", "owner", "a", "7", "🍵", "discord"])
_IDS = st.one_of(_WORDS, st.text(min_size=1, max_size=6))
_PLACES = st.builds(
    Place,
    _IDS,
    _IDS,
    st.none() | _IDS,
    st.sampled_from(PlaceKind),
    st.booleans(),
    name=st.none() | _IDS,
)


@given(st.lists(_PLACES, min_size=1, max_size=5))
@example([Place("cli", "mira")])
@example([Place("cli", "1", name="foo-dm"), Place("cli", "2", name="foo-dm")])
def test_every_place_gets_a_label_of_its_own(places: list[Place]) -> None:
    """Whatever its platform, its ids and its name are; and it means that place in a heading."""
    labels = PlaceLabels(places)
    of = {place.slug: labels.label(place.slug) for place in places}
    assert len({label.casefold() for label in of.values() if label}) == len(of)
    for slug in of:
        assert heading_place(labels.entry(slug) or "", 2) == slug
