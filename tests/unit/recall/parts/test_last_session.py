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


FERRY = "Does anybody know when the ferry goes on Sunday?"
LEFT_OPEN = (
    *SAID[:1],
    Turn("t4", EVENING + timedelta(minutes=1), TAVERN, BEX, "I moved the choir to the mill."),
    Turn("t5", EVENING + timedelta(hours=3), TAVERN, BEX, FERRY),
)


def test_what_stayed_open_is_told_with_the_last_session_and_is_no_second_hit(
    new_familiar, tmp_path
) -> None:
    """At the first message after it, and not in another guild; a search finds the message."""

    async def run() -> tuple[list[str], list[str], list[tuple[str, ...]]]:
        async with new_familiar(tmp_path) as familiar:
            await familiar.record_many(LEFT_OPEN)
            await familiar.end_session(TAVERN)
            (note,) = tmp_path.glob(f"**/memory/sessions/{SESSION}")
            before = note.read_bytes()
            await familiar.end_session(TAVERN)
            assert note.read_bytes() == before
            await familiar.settle()
            pages = [
                await familiar.recall(RecallRequest("hello", ROWAN, place))
                for place in (TAVERN, Place("discord", "yard", "mill"))
            ]
            found = await familiar.search("when does the ferry go on Sunday")
            told = [
                [line for one in page.contributions for line in one.text.splitlines()]
                for page in pages
            ]
            here, there = ([one for one in lines if "ferry" in one] for lines in told)
            return here, there, [hit.refs for hit in found.hits]

    here, there, hits = asyncio.run(run())
    assert here == [f"- **Open, Bex**: {FERRY} (2026-02-02)"]
    assert there == []
    assert hits.count(("t5",)) == 1
    assert hits[0] == ("t5",)
