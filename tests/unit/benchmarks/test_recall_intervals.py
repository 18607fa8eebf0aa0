"""Bootstrap intervals are about as wide as theory says, and the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.recall.intervals import over_conversations, over_questions


@pytest.fixture
def answers():
    """Found or not, for 400 questions."""
    return np.random.default_rng(3).integers(0, 2, 400).astype(float)


def test_an_interval_is_two_standard_errors_to_either_side(answers):
    """Of 400 questions that are found or not."""
    found = over_questions(answers)
    error = answers.std() / 20
    assert found.mean == answers.mean()
    assert found.low == pytest.approx(found.mean - 1.96 * error, abs=0.2 * error)
    assert found.high == pytest.approx(found.mean + 1.96 * error, abs=0.2 * error)


def test_it_is_the_same_each_time(answers):
    """The draws are seeded: a table can be made again."""
    assert over_questions(answers) == over_questions(answers)


def test_a_paired_interval_is_narrower_than_what_each_ranking_has(answers):
    """Two rankings that differ in a few questions differ surely, however wide each is."""
    better = answers.copy()
    better[np.flatnonzero(answers == 0)[:12]] = 1
    gain = over_questions(better - answers)
    assert gain.mean == pytest.approx(12 / 400)
    assert 0 < gain.low < gain.high < 0.06
    assert over_questions(answers).high > over_questions(better).low


def test_conversations_that_differ_make_a_wider_interval():
    """Half of the talk answers all, the other half nothing: questions alone would not tell."""
    values, groups = np.repeat([0.0, 1.0, 0.0, 1.0], 100), np.repeat([0, 1, 2, 3], 100)
    by_talk, by_question = over_conversations(values, groups), over_questions(values)
    assert by_talk.mean == by_question.mean == 0.5
    assert by_talk.high - by_talk.low > 5 * (by_question.high - by_question.low)


def test_a_long_conversation_weighs_more_when_it_is_drawn():
    """The mean stays that of all questions."""
    values, groups = np.array([1.0, 1.0, 1.0, 0.0]), [5, 5, 5, 9]
    found = over_conversations(values, groups)
    assert found.mean == 0.75
    assert (found.low, found.high) == (0.0, 1.0)


def test_nothing_has_no_interval():
    """Nor have values of which it is not known whose they are."""
    with pytest.raises(ValueError, match="no values"):
        over_questions(np.array([]))
    with pytest.raises(ValueError, match="2 values and 1 groups"):
        over_conversations(np.array([1.0, 0.0]), [1])
