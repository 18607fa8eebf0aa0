"""The peers rank whole turns as their names say."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from benchmarks.recall.packing import Ranked
from benchmarks.recall.peers import bm25_ranker, bm25s_ranker, fused, vector_ranker
from familiar_memory import Author, Place, Turn

TEXTS = (
    "The geese were flying over the mill.",
    "My car would not start this morning.",
    "A goose flies south when it is cold.",
    "We had soup.",
)


@pytest.fixture
def turns():
    """Four, of one author."""
    place, when = Place("discord", "room", "lantern"), datetime(2024, 1, 1, tzinfo=UTC)
    ann = Author("discord", "1", "Ann")
    return [Turn(f"t{n}", when, place, ann, text) for n, text in enumerate(TEXTS)]


def _refs(passages):
    return [ref for passage in passages for ref in passage.refs]


def test_our_terms_are_stemmed_and_those_of_bm25s_are_not(turns):
    """Neither returns what has no word of the question."""
    assert _refs(bm25_ranker(turns)("Which cars started?")) == ["t1"]
    assert _refs(bm25s_ranker(turns)("Which cars started?")) == []


def test_vectors_find_what_means_the_same(turns):
    """No word is shared."""
    assert _refs(vector_ranker(turns)("an automobile"))[0] == "t1"


def test_fusing_counts_places_and_not_scores():
    """First and second of both is more than first of one; a tie is ordered by ref."""
    first = [Ranked(("a",), 1, 90.0), Ranked(("b",), 1, 1.0)]
    second = [Ranked(("b",), 1, 0.3), Ranked(("c",), 1, 0.2)]
    both = fused(lambda _: first, lambda _: second)("?")
    assert _refs(both) == ["b", "a", "c"]
    assert both[0].score == pytest.approx(1 / 62 + 1 / 61)
