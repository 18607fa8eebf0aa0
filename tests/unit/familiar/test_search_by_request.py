"""A search takes the request that a recall takes, or a text with what else is asked."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Place, RecallFilters, RecallRequest, Turn
from familiar_memory.errors import InputError, UsageError

CELLAR = Place("discord", "cellar", "lantern", private=True)
AT = datetime(2026, 2, 2, 12, tzinfo=UTC)


def test_both_ways_find_the_same(new_familiar, tmp_path):
    """Within what may be told in the place, and by the same filters."""

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            for number, place in enumerate((TAVERN, CELLAR)):
                text = f"The kettle number {number} sings."
                await familiar.record(Turn(f"m{number}", AT, place, ROWAN, text))
            filters = RecallFilters(since=AT)
            by_text = await familiar.search(
                "kettle", place=TAVERN, author=ROWAN, filters=filters, limit=5
            )
            request = RecallRequest("kettle", ROWAN, TAVERN, filters=filters)
            assert await familiar.search(request, limit=5) == by_text
            assert [hit.text for hit in by_text.hits] == ["The kettle number 0 sings."]
            assert len((await familiar.search(RecallRequest("kettle"), limit=5)).hits) == 2

    asyncio.run(run())


def test_a_request_says_itself_what_else_is_asked(new_familiar, tmp_path):
    """Beside it there would be two answers to who is asking."""

    async def run() -> None:
        async with new_familiar(tmp_path) as familiar:
            with pytest.raises(UsageError) as refused:
                await familiar.search(RecallRequest("kettle"), place=TAVERN, profile="recent")
            assert refused.value.problem == "a request was given, and beside it place, profile"
            assert refused.value.accepted == (
                "a request that says so itself: RecallRequest(text, place=…)"
            )
            with pytest.raises(InputError, match="text"):
                await familiar.search(7)

    asyncio.run(run())
