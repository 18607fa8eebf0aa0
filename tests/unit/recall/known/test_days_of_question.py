"""On how many of the days that a question names a fact held."""

from __future__ import annotations

from datetime import date

import pytest

from familiar_memory.domain.memory.source import Origin
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.predicates import SHIPPED, Predicate
from familiar_memory.recall.known.term import days_of_question
from familiar_memory.recall.ranking.asked.dates import DaySpan

TODAY = date(2026, 3, 1)
YEAR = DaySpan(date(2024, 1, 1).toordinal(), date(2024, 12, 31).toordinal())


def fact(text, learned=None, since=None, until=None):
    """A line as the index has it."""
    return StoredPassage(
        1, "memory", "people/x.md", "X", "learned", "record", text, "everyone", 1, 0, 0, "", (),
        None, None, None, learned, None, since, until, Origin("memory", "people/x.md", None),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("one", "days"),
    [
        (fact("lives_in:: Leeds"), 366),
        (fact("lives_in:: Leeds", "2026-02-01"), 0),
        (fact("lives_in:: Leeds", "2026-02-01", since="2023"), 366),
        (fact("lives_in:: Leeds", "2026-02-01", since="2024-12"), 31),
        (fact("lives_in:: Leeds", "2020-01-01", until="2024-01"), 0),
        (fact("lives_in:: Leeds", "2020-01-01", until="2024-02"), 31),
        (fact("traveled_to:: Oban", "2023-05-01"), 0),
        (fact("traveled_to:: Oban", "2024-05-01"), 1),
        (fact("traveled_to:: Oban", "2026-01-01", since="2024-05"), 31),
    ],
)
def test_a_fact_held_from_its_beginning_until_its_end(one, days):
    """It begins when it was learned, if it does not say; an event is over at once."""
    assert days_of_question(one, [YEAR], TODAY, SHIPPED) == days


def test_of_what_lies_ahead_only_what_is_asked_for_counts():
    """This year has not been whole yet; next year can be asked for."""
    this, next_ = (
        DaySpan(date(y, 1, 1).toordinal(), date(y, 12, 31).toordinal()) for y in (2026, 2027)
    )
    one = fact("lives_in:: Leeds", since="2020")
    assert days_of_question(one, [this], TODAY, SHIPPED) == 60
    assert days_of_question(one, [next_], TODAY, SHIPPED) == 1


def test_the_owners_own_predicates_say_what_is_an_event():
    """By the vocabulary of the familiar: one of its own that fades, one that is made to last."""
    own = SHIPPED.extended((Predicate("climbed", fades_after=30), Predicate("traveled_to")))
    climbed = fact("climbed:: Ben Nevis", "2024-05-01")
    traveled = fact("traveled_to:: Oban", "2024-05-01")
    assert days_of_question(climbed, [YEAR], TODAY, own) == 1
    assert days_of_question(traveled, [YEAR], TODAY, own) == 245
