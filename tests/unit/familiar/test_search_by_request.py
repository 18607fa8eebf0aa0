"""A search takes the request that a recall takes, or a text that the owner asks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import ROWAN, TAVERN

from familiar_memory import Place, RecallFilters, RecallRequest, Turn
from familiar_memory.errors import InputError

CELLAR = Place("discord", "cellar", "lantern", private=True)
AT = datetime(2026, 2, 2, 12, tzinfo=UTC)


async def test_a_request_says_who_asks_and_what_for(new_familiar, tmp_path):
    """Within what may be told in the place, and by its filters; a text is the owner's."""
    async with new_familiar(tmp_path) as familiar:
        for number, place in enumerate((TAVERN, CELLAR)):
            text = f"The kettle number {number} sings."
            await familiar.record(Turn(f"m{number}", AT, place, ROWAN, text))
        wanted = RecallFilters(since=AT)
        request = RecallRequest("kettle", ROWAN, TAVERN, filters=wanted)
        found = await familiar.search(request, limit=5)
        assert [hit.text for hit in found.hits] == ["The kettle number 0 sings."]
        later = replace(request, filters=RecallFilters(since=AT + timedelta(days=1)))
        assert (await familiar.search(later, limit=5)).hits == ()
        by_text = await familiar.search("kettle", limit=5)
        assert by_text == await familiar.search(RecallRequest("kettle"), limit=5)
        assert len(by_text.hits) == 2
        with pytest.raises(InputError, match="text"):
            await familiar.search(7)


@pytest.mark.parametrize("sources", ["memory", [7], 7])
async def test_sources_that_are_no_list_of_texts_are_refused(new_familiar, tmp_path, sources):
    """A single text is a sequence of letters: it would keep nothing, and say so to nobody."""
    async with new_familiar(tmp_path) as familiar:
        asked = RecallRequest("kettle")
        with pytest.raises(InputError, match="sources"):
            await familiar.search("kettle", sources=sources)
        with pytest.raises(InputError, match="sources"):
            await familiar.explain.search(asked, sources=sources)
        with pytest.raises(InputError, match="sources"):
            await familiar.explain.why_not("tea.md", asked, search_limit=3, sources=sources)


async def test_what_is_asked_of_people_and_passages_is_text(new_familiar, tmp_path):
    """Refused by name, not by an error from far inside."""
    async with new_familiar(tmp_path) as familiar:
        with pytest.raises(InputError, match="a name"):
            await familiar.people.named(None)
        with pytest.raises(InputError, match="target"):
            await familiar.explain.why_not(7, RecallRequest("kettle"))
        with pytest.raises(InputError, match="search_limit"):
            await familiar.explain.why_not("m1", RecallRequest("kettle"), search_limit="3")
