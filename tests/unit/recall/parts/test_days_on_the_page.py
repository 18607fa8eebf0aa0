"""Days on a page: private ones for those who may know them, and nothing is told twice."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from day_lives import DM, EVENING, MODS, TAVERN, said
from familiars import put_notes, started

from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind

NOW = datetime(2026, 2, 3, 9, 30, tzinfo=UTC)
ROWAN = said("t", "").author
GUS = Author("discord", "7", "Gus")
QUITS = "I've decided to quit the records office on 3 March, I told my boss."
EXAM = "we decided to meet on Friday at nine for the exam"
MORE = "In its attic there stand a walnut ladder and a copper basin, and a velvet curtain."
LONG = (
    "We decided to rent the boathouse by the river from Gladys on Friday the 13th of March. We"
    " agreed to paint it green on Saturday the 14th, to invite the council on Sunday"
    " the 15th, and to have the boat of Gladys until Monday the 20th of April, as she promised."
    f" {MORE}"
)
OTHER_DM = Place("discord", "7", kind=PlaceKind.DM)
NOTES = {
    "days/2026-02-03.md": "# 3 February\n\n- today\n",
    f"days/private/{DM.slug}/2026-02-03.md": "# 3 February\n\n- a secret of Rowan's\n",
    f"days/private/{OTHER_DM.slug}/2026-02-03.md": "# 3 February\n\n- a secret of Gus's\n",
    f"days/private/{MODS.slug}/2026-02-02.md": "# 2 February\n\n- a secret of the mods\n",
    f"days/private/{TAVERN.slug}/2026-02-02.md": "# 2 February\n\n- in nobody's folder\n",
}


@pytest.fixture
def told(tmp_path: Path, new_familiar: Any) -> Any:
    """The blocks of the days on the page of a request, with these notes and turns."""

    def ask(request: RecallRequest, *turns: Any, notes: Any = NOTES) -> Any:
        put_notes(tmp_path / "ember" / "memory", notes)

        async def run() -> Any:
            async with started(new_familiar(tmp_path, now=NOW)) as familiar:
                await familiar.record_many(turns)
                await familiar.write()
                if turns:
                    await familiar.sleep.run(["days"])
                await familiar.settle()
                return await familiar.recall(request)

        return asyncio.run(run())

    return ask


def days_of(context: Any) -> list[str]:
    """What the days say, oldest first."""
    return [one.text for one in context.contributions if one.source == "days"]


@pytest.mark.parametrize(
    ("place", "days"),
    [
        (TAVERN, ["3 February\n- today"]),
        (DM, ["3 February\n- today", "3 February\n- a secret of Rowan's"]),
        (OTHER_DM, ["3 February\n- today"]),
        (MODS, ["2 February\n- a secret of the mods", "3 February\n- today"]),
        (
            None,
            [
                "2 February\n- a secret of the mods",
                "3 February\n- today",
                "3 February\n- a secret of Gus's",
                "3 February\n- a secret of Rowan's",
            ],
        ),
    ],
)
def test_private_days_are_for_those_who_may_know_them(
    told: Any, place: Place | None, days: list[str]
) -> None:
    """The owner sees them all, and no file that stands in the folder of no private place."""
    author = ROWAN
    if place == OTHER_DM:
        # Somebody else's: what is told there, they ask for themselves.
        days = [*days, "3 February\n- a secret of Gus's"]
        author = GUS
    assert days_of(told(RecallRequest("hello", author, place))) == days


def test_who_has_spoken_in_a_private_channel_has_its_days_in_private(told: Any) -> None:
    """And nobody else."""
    turn = said("m1", "hello", place=MODS, at=EVENING.replace(month=1))
    context = told(RecallRequest("hello", ROWAN, DM), turn)
    assert "2 February\n- a secret of the mods" in days_of(context)


def test_a_line_of_a_day_its_session_and_its_turn_are_told_once(told: Any) -> None:
    """On the page of the first turn of a new talk, which has all three."""
    turns = [said("t1", QUITS), said("t2", EXAM, "Bex")]
    context = told(RecallRequest("when is the exam, and the office?", ROWAN, TAVERN), *turns)
    page = context.render()
    assert [page.count(EXAM), page.count(QUITS)] == [1, 1]
    assert days_of(context) == [
        "Monday 2 February 2026\n"
        f"- **Rowan**: {QUITS} (2026-02-02)\n- **Bex**: {EXAM} (2026-02-02)",
        "3 February\n- today",
    ]


def test_a_turn_that_says_more_than_its_line_is_found_all_the_same(told: Any) -> None:
    """A line is short; a search gives the whole message."""
    request = RecallRequest("where is the copper basin?", ROWAN, TAVERN)
    context = told(request, said("t1", LONG))
    found = [one.text for one in context.contributions if one.source == "content_search.rag"]
    assert MORE in "".join(found)


def test_a_line_of_a_day_ranks_with_its_turn(tmp_path: Path, new_familiar: Any) -> None:
    """One hit, which names the notes that hold it."""

    async def run() -> Any:
        async with started(new_familiar(tmp_path, now=NOW)) as familiar:
            await familiar.record_many([said("t1", QUITS), said("t2", EXAM, "Bex")])
            await familiar.write()
            await familiar.sleep.run(["days"])
            await familiar.settle()
            return await familiar.search("exam on Friday")

    first, *others = asyncio.run(run()).hits
    assert first.text == EXAM
    assert [name.partition(":")[0] for name in first.noted_in] == [
        "days/2026-02-02.md",
        "people/Bex.md",
        "sessions/2026-02-02-evening.md",
    ]
    assert EXAM not in [one.text for one in others]
