"""What was said on the day that a question names comes first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import RecallRequest, Turn

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
TEN_DAYS = timedelta(days=10)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("painted boat on 2 February 2026", "t0"),
        ("painted boat on 12 February 2026", "t1"),
        ("painted boat yesterday", "t1"),
        ("painted boat eleven days ago, on 2026-02-02", "t0"),
    ],
)
async def test_of_two_that_say_alike_the_day_decides(tmp_path, new_familiar, question, first):
    """Named outright, or counted from the moment that is asked about."""
    async with new_familiar(tmp_path) as familiar:
        await familiar.start()
        await familiar.record(Turn("t0", AT, TAVERN, ROWAN, "I painted the old boat"))
        await familiar.record(Turn("t1", AT + TEN_DAYS, TAVERN, ROWAN, "I painted that old boat"))
        await familiar.settle()
        request = RecallRequest(question, as_of=AT + TEN_DAYS + timedelta(days=1))
        assert (await familiar.search(request)).hits[0].refs == (first,)
