"""What entities are, how well they are known, and who is near to them: pure rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.knowledge.entities.kinds import (
    OBJECT_KINDS,
    SUBJECT_KINDS,
    EntityKind,
    entity_kind_of,
    read_kind,
)
from familiar_memory.knowledge.entities.labels import LINKS_TO, relation_label
from familiar_memory.knowledge.entities.mentions import MentionDate, Mentions, mentions_of
from familiar_memory.knowledge.entities.walk import walked

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("project", EntityKind.PROJECT),
        (" Organisation ", EntityKind.ORGANIZATION),
        ("ORGANIZATION", EntityKind.ORGANIZATION),
        ("company", None),
        ("", None),
        (None, None),
    ],
)
def test_kinds_as_notes_write_them(written, kind):
    """In any case, and as British and American English spell it; nothing else is a kind."""
    assert read_kind(written) is kind


def test_what_a_note_says_counts_before_what_is_said_of_it():
    """An explicit kind replaces a derived one; of derived ones the most frequent counts."""
    person, place = EntityKind.PERSON, EntityKind.PLACE
    assert entity_kind_of(EntityKind.TECHNOLOGY, [person, person]) is EntityKind.TECHNOLOGY
    assert entity_kind_of(None, [place, person, place]) is place
    assert entity_kind_of(None, [place, person]) is person
    assert entity_kind_of(None, []) is EntityKind.CONCEPT


def test_every_kind_but_concept_can_be_derived():
    """Whatever a predicate says of its object, or of its subject."""
    derived = {*OBJECT_KINDS.values(), *SUBJECT_KINDS.values()}
    assert derived == set(EntityKind) - {EntityKind.CONCEPT}


@given(st.text())
def test_a_label_is_its_own_label(key):
    """However it is spelt; and no key is the label of links."""
    label = relation_label(key)
    assert relation_label(label) == label
    assert label != LINKS_TO


def test_labels_of_any_script_and_case():
    """`Part of` and `part-of` are one."""
    assert {relation_label(k) for k in ("Part of", " part-of", "PART_OF")} == {"part_of"}
    assert relation_label("Gehört zu") == "gehört_zu"


@pytest.mark.parametrize(
    ("count", "days", "is_stale"), [(1, 91, True), (1, 90, True), (1, 89, False), (2, 400, False)]
)
def test_who_is_named_once_and_long_ago_is_stale(count, days, is_stale):
    """Named once at most, and not for 90 days; what nobody dated never is."""
    seen = NOW - timedelta(days=days)
    assert mentions_of([MentionDate(seen)] * count).is_stale(NOW) is is_stale
    assert not Mentions(1).is_stale(NOW)


def test_mentions_are_counted_and_dated():
    """The first and the last of those that are dated, and all of them counted."""
    early, late = NOW - timedelta(days=9), NOW - timedelta(days=2)
    found = mentions_of([MentionDate(late, 2), MentionDate(None), MentionDate(early)])
    assert found == Mentions(4, early, late)
    assert mentions_of([]) == Mentions()


CHAIN = {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"]}


def test_a_chain_is_walked_as_far_as_asked():
    """A-B-C-D: of depth 1 A and B, of depth 2 also C."""
    assert walked(["a"], 0, CHAIN.__getitem__).distances == {"a": 0}
    assert walked(["a"], 1, CHAIN.__getitem__).distances == {"a": 0, "b": 1}
    assert walked(["a"], 2, CHAIN.__getitem__).distances == {"a": 0, "b": 1, "c": 2}
    assert walked(["c", "a"], 1, CHAIN.__getitem__).distances["b"] == 1


def test_a_hub_is_cut_by_who_is_nearest():
    """And the answer says that there are more."""
    hub = {"hub": [f"n{i}" for i in range(9)]}
    walk = walked(["hub"], 1, lambda node: hub.get(node, ["hub"]), most_neighbours=3)
    assert (list(walk.distances), walk.is_cut) == (["hub", "n0", "n1", "n2"], True)
    walk = walked(["hub"], 1, lambda node: hub.get(node, ["hub"]), most_nodes=2)
    assert (list(walk.distances), walk.is_cut) == (["hub", "n0"], True)
    assert not walked(["hub"], 1, lambda node: hub.get(node, ["hub"])).is_cut


@given(
    st.dictionaries(st.integers(0, 8), st.lists(st.integers(0, 8), unique=True, max_size=6)),
    st.integers(0, 4),
)
def test_distances_are_the_shortest(edges, depth):
    """On any graph, with cycles and with edges to oneself; each node once."""

    def near(node):
        return edges.get(node, [])

    expected, reached = {0: 0}, [0]
    for distance in range(1, depth + 1):
        reached = [b for a in reached for b in near(a) if b not in expected]
        expected |= dict.fromkeys(reached, distance)
    walk = walked([0], depth, near)
    assert (walk.distances, walk.is_cut) == (expected, False)
