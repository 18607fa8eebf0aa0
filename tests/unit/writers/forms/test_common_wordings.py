"""Where people live and work, what they cannot eat, what they do no more: common wordings."""

from __future__ import annotations

import pytest

from familiar_memory.writers.forms.finding import find_statements

STATED = (
    ("My place is in St. Louis, up a lot of stairs.", ("lives_in", "St. Louis", "holds")),
    ("btw home is Oban for me", ("lives_in", "Oban", "holds")),
    ("I've just moved from Hull to Oban.", ("lives_in", "Oban", "holds")),
    ("i've just moved from Hull to Oban 😅", ("lives_in", "Oban", "holds")),
    ("We've moved to Oban 🌿", ("lives_in", "Oban", "holds")),
    ("We've moved to Oban, there are boxes everywhere", ("lives_in", "Oban", "holds")),
    ("I'm in Oban, visiting family.", ("staying_in", "Oban", "holds")),
    ("I'm in Oban until March 8, visiting family.", ("staying_in", "Oban", "holds")),
    ("I've got a job at Initech, it pays the rent.", ("works_at", "Initech", "holds")),
    ("My job is at the post office.", ("works_at", "post office", "holds")),
    ("I started at Initech today!", ("works_at", "Initech", "holds")),
    ("New job! I'm at the water board since Monday.", ("works_at", "water board", "holds")),
    ("No mustard for me, I'm allergic.", ("allergic_to", "mustard", "holds")),
    ("I can't eat mustard, I'm allergic.", ("allergic_to", "mustard", "holds")),
    ("I've been vegan for two years.", ("diet", "vegan", "holds")),
    ("I stopped being vegan.", ("diet", "vegan", "ended")),
    ("I love playing the theremin.", ("plays", "theremin", "holds")),
    ("I stopped playing the banjo.", ("loves", "playing the banjo", "ended")),
)
NOTHING = (
    "home is where the heart is",
    "we moved to plan B",
    "we moved to Kubernetes last year",
    "I started at noon today",
    "I started at the bottom last week",
    "I have a job at hand",
    "My job is at risk",
    "I've got a job at the weekend",
    "I've been vegan",
    "I'm in Paris mode",
)


@pytest.mark.parametrize(("said", "stated"), STATED, ids=[said for said, _ in STATED])
def test_a_common_wording_is_a_fact(said: str, stated: tuple[str, str, str]) -> None:
    """The predicate, the object, and whether it holds."""
    found = [(one.predicate, one.object, one.stance.value) for one in find_statements(said)]
    assert stated in found


@pytest.mark.parametrize("said", NOTHING)
def test_what_only_looks_like_one_is_none(said: str) -> None:
    """A saying, a task, an hour."""
    assert find_statements(said) == ()
