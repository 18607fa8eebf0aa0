"""The score of a memory, by the worked examples 1 to 4 and 6 of the behaviours document."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.life.tools.found.scoring import composite, relevance
from familiar_memory.recall.ranking.weights import Profiles

NOW = datetime(2026, 2, 21, tzinfo=UTC)
PROFILES = Profiles()
WEIGHTS = PROFILES.weights("memory_search")


@pytest.mark.parametrize(
    ("relevant", "days", "importance", "score"),
    [
        pytest.param(1.0, 0, 5, 0.90, id="1: of today, of medium importance"),
        pytest.param(1.0, 0, 10, 1.00, id="1: of the highest"),
        pytest.param(1.0, 0, 99, 1.00, id="1: 99 counts as 10"),
        pytest.param(1.0, 0, 0, 0.82, id="1: 0 counts as 1"),
        pytest.param(1.0, 20, 5, 0.7736, id="2: twenty days old"),
        pytest.param(0.5, 0, 10, 0.70, id="2: half as relevant"),
        pytest.param(1.0, -3, 5, 0.90, id="3: dated in the future"),
    ],
)
def test_the_worked_examples(relevant, days, importance, score):
    """0.6 of relevance, 0.2 of recency, 0.2 of importance."""
    learned = NOW - timedelta(days=days)
    assert composite(relevant, learned, importance, NOW, WEIGHTS) == pytest.approx(score, abs=5e-5)
    assert composite(relevant, learned.date(), importance, NOW, WEIGHTS) == pytest.approx(
        score, abs=5e-5
    )


def test_a_time_without_a_zone_is_of_utc():
    """Example 3: no machine's own zone has a part in it."""
    naive = datetime(2026, 2, 1, 12)
    aware = naive.replace(tzinfo=UTC)
    assert composite(1, naive, 5, NOW, WEIGHTS) == composite(1, aware, 5, NOW, WEIGHTS)


@pytest.mark.parametrize("importance", [1, 5, 10])
def test_one_weight_changed_leaves_the_others(importance):
    """Example 4: {importance: 0} keeps 0.6 and 0.2, and nothing is made to sum to 1."""
    weights = PROFILES.weights("memory_search", {"importance": 0})
    assert composite(0.5, NOW, importance, NOW, weights) == 0.5
    assert weights.recency == WEIGHTS.recency


def test_what_nobody_dated_is_old():
    """It has its relevance and its importance."""
    assert composite(1.0, None, 5, NOW, WEIGHTS) == pytest.approx(0.7)


def test_relevance_is_the_better_of_words_and_meaning():
    """A cosine below the floor says nothing; more words in common never make it less."""
    asked = ("tea", "kettl")
    assert relevance(asked, "the tea is warm", None, 0.2) == 0.5
    assert relevance(asked, "the tea kettle", None, 0.2) == 1.0
    assert relevance(asked, "a hot drink", 0.6, 0.2) == pytest.approx(0.6)
    assert relevance(asked, "a boat", 0.19, 0.2) == 0.0
    assert relevance((), "a boat", None, 0.2) == 0.0


@given(
    st.floats(0, 1),
    st.integers(-5_000, 5_000),
    st.integers(-100, 100),
    st.floats(0, 1),
    st.integers(0, 5_000),
)
def test_better_newer_and_more_important_never_score_less(relevant, days, importance, more, newer):
    """Example 6, for every pair: the best match comes first at equal importance and age."""
    old = NOW - timedelta(days=days)
    low = composite(relevant, old, importance, NOW, WEIGHTS)
    assert composite(max(relevant, more), old, importance, NOW, WEIGHTS) >= low
    assert composite(relevant, old + timedelta(days=newer), importance, NOW, WEIGHTS) >= low
    assert composite(relevant, old, importance + newer, NOW, WEIGHTS) >= low
