"""Days of the year as people write them."""

from __future__ import annotations

import pytest

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.text.lexicon import ORDINALS
from familiar_memory.writers.times.calendar_words import calendar_day

WRITTEN = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first"
    " twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh"
    " twenty-eighth twenty-ninth thirtieth thirty-first"
)


def test_a_month_has_31_ordinals() -> None:
    """Each is one word, and none is there twice."""
    assert (len(ORDINALS), len(set(ORDINALS)), " ".join(ORDINALS)) == (31, 31, WRITTEN)


@pytest.mark.parametrize(("day", "word"), list(enumerate(WRITTEN.split(), 1)))
def test_every_ordinal_is_its_day(day: int, word: str) -> None:
    """In either order, and in a plain statement."""
    assert calendar_day(f"the {word} of March") == f"{day} March"
    assert calendar_day(f"March the {word}") == f"{day} March"
    assert [s.object for s in find_statements(f"my birthday is the {word} of March")] == [
        f"{day} March"
    ]


@pytest.mark.parametrize("month", MONTHS)
def test_every_form_of_a_number_is_its_day(month: str) -> None:
    """As figures, with their endings."""
    for day in range(1, 29):
        ending = {1: "st", 2: "nd", 3: "rd"}.get(0 if 10 < day < 14 else day % 10, "th")
        assert calendar_day(f"{day}{ending} of {month}") == f"{day} {month}"
        assert calendar_day(f"{month} {day}") == f"{day} {month}"
