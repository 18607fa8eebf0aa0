"""Facts answer first the questions that ask for them, and push no other answer down."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.known.measured import ask_all
from benchmarks.known.world import known_questions, ordinary_questions
from familiar_memory import Familiar

_ENOUGH = 54


def test_the_halves_are_alike():
    """Thirty questions each, as many of each kind, and none twice."""
    seen, held = (
        Counter(one.kind for one in known_questions() if one.half == half)
        for half in ("seen", "held")
    )
    assert seen == held
    assert seen.total() == 30
    assert len({(one.ask, one.asker, one.after) for one in known_questions()}) == 60
    assert len(ordinary_questions()) == 40


@pytest.mark.long
async def test_facts_answer_first_and_push_nothing_down(tmp_path):
    """At least 54 of 60, of what nothing was tuned on as many; nothing above its correction."""
    answers = await ask_all(Familiar.create("ember", home=tmp_path, embedder="static"))
    missed = [one.ask for one, rank, _ in answers.known if rank != 1]
    assert answers.first() >= _ENOUGH, missed
    assert answers.first("held") >= _ENOUGH / 2, missed
    assert answers.pushed_down == []
    assert answers.behind == []
