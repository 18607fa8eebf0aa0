"""The measures of a ranking, and how a page of so many characters is packed."""

from __future__ import annotations

import pytest

from benchmarks.recall.data import Question
from benchmarks.recall.packing import Ranked, packed, until_full
from benchmarks.recall.scores import by_kind, score, together


def _refs(passages):
    return [ref for passage in passages for ref in passage.refs]


def test_what_does_not_fit_is_skipped_and_the_next_is_tried():
    """In the order of the ranking, a page ends there."""
    ranked = [Ranked("a", 60, 9.0), Ranked("b", 60, 8.0), Ranked("c", 40, 1.0)]
    assert _refs(packed(ranked, 100)) == ["a", "c"]
    assert _refs(until_full(ranked, 100)) == ["a"]
    assert _refs(until_full(ranked, 160)) == ["a", "b", "c"]


def test_a_short_passage_goes_before_a_long_one_that_scores_as_well():
    """But not before one that scores much better."""
    assert _refs(packed([Ranked("a", 1000, 1.0), Ranked("b", 100, 0.9)])) == ["b", "a"]
    assert _refs(packed([Ranked("a", 1000, 1.0), Ranked("b", 100, 0.5)])) == ["a", "b"]


def test_what_is_worth_the_same_stays_in_the_order_of_the_ranking():
    """Nor does a passage without a character break it."""
    assert _refs(packed([Ranked("b", 5, 1.0), Ranked("a", 5, 1.0)])) == ["b", "a"]
    assert _refs(packed([Ranked("a", 0, 1.0)], 0)) == ["a"]


def test_recall_counts_ten_passages_and_evidence_what_fits():
    """Both as a share of the turns that hold the answer."""
    question = Question("?", frozenset({"t3", "t11"}), "one")
    ranked = [Ranked((f"t{n}",), 400, 1.0) for n in range(1, 13)]
    found = score(lambda _: ranked, [question])
    assert found.recall.tolist() == [0.5]
    assert found.evidence.tolist() == [0.5]
    short = [one._replace(chars=10) for one in ranked]
    assert score(lambda _: short, [question]).evidence.tolist() == [1.0]
    assert score(lambda _: short, [question], lambda _: []).evidence.tolist() == [0.0]


def test_a_passage_can_count_as_several_turns_or_as_none():
    """A note takes a place, and counts as the turns that it cites, if as any."""
    question = Question("?", frozenset({"t1", "t2"}), "one")
    assert score(lambda _: [Ranked(("t1", "t2"), 9, 1.0)], [question]).recall.tolist() == [1.0]
    assert score(lambda _: [Ranked((), 9, 1.0)], [question]).recall.tolist() == [0.0]


def test_kinds_are_told_by_the_numbers_of_their_questions():
    """And a score can be of some of them only."""
    questions = [Question(str(n), frozenset({f"t{n}"}), kind) for n, kind in enumerate("aba")]
    assert by_kind(questions) == {"a": [0, 2], "b": [1]}
    found = score(lambda text: [Ranked((f"t{text}",), 9, 1.0)] if text != "2" else [], questions)
    assert found.of([0, 2]).recall.tolist() == [1.0, 0.0]
    assert together([found, found]).recall.mean() == pytest.approx(2 / 3)
