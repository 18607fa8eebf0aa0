"""What was a slip held at no time, so no question for the past gets it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from familiars import started
from people_and_places import ROWAN, TAVERN

from familiar_memory import Turn

AT = datetime(2026, 1, 2, 19, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize("slip", ["I meant Hull", "sorry, Hull", "scratch that, I live in Hull"])
async def test_no_moment_has_what_was_wrong(new_familiar, tmp_path, slip: str) -> None:
    """Between the slip and its correction nothing is known of a home; after it, the right one."""
    async with started(new_familiar(tmp_path)) as familiar:
        for days, text in ((0.0, "I live in Oban"), (0.9, slip)):
            await familiar.record(Turn(f"m{days}", AT + days * DAY, TAVERN, ROWAN, text))
            await familiar.write()
        await familiar.settle()
        known = familiar.knowledge
        at = [await known.facts("Rowan", as_of=AT + days * DAY) for days in (0.1, 2)]
    assert [[fact.object.text for fact in one.facts] for one in at] == [[], ["Hull"]]
