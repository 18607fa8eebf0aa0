"""How the last talk ended: the newest session of which a viewer may see anything."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.question.context import Layer, RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Turn

EVENING = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
OTHERS = Place("discord", "7", kind=PlaceKind.DM)
BEX = Author("discord", "7", "Bex")
SESSION = "2026-02-02-evening.md"
SAID = (
    Turn("t1", EVENING, TAVERN, ROWAN, "I decided to paint the barn on 3 March."),
    Turn("t2", EVENING + timedelta(minutes=1), DM, ROWAN, "I decided to sell the barn in April."),
    Turn("t3", EVENING + timedelta(hours=3), OTHERS, BEX, "I decided to buy a barn in Oban."),
)


@pytest.mark.parametrize(
    ("place", "author", "path"),
    [
        (TAVERN, ROWAN, f"sessions/{SESSION}"),
        (DM, ROWAN, f"sessions/private/discord-dm-42/{SESSION}"),
        (OTHERS, BEX, f"sessions/private/discord-dm-7/{SESSION}"),
        (Place("discord", "9", kind=PlaceKind.DM), Author("discord", "9", "Gus"), None),
    ],
)
def test_a_private_place_has_the_last_session_of_its_own(
    new_familiar, tmp_path, place: Place, author: Author, path: str | None
) -> None:
    """And nobody else has it, however new it is; its lead is told to nobody."""

    async def run() -> list[tuple[str | None, str]]:
        async with new_familiar(tmp_path) as familiar:
            await familiar.record_many(SAID)
            await familiar.write()
            await familiar.settle()
            context = await familiar.recall(RecallRequest("hello", author, place))
            return [
                (one.label, one.text)
                for one in context.contributions
                if one.layer is Layer.HISTORY_SUMMARY
            ]

    told = asyncio.run(run())
    assert [label for label, _ in told] == ([] if path is None else [path])
    assert not any("message" in text or "[[" in text for _, text in told)
