"""Curation in a familiar: its lines are recalled like others, and forgotten with their turns."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime

from familiars import put_notes, started
from people_and_places import DM, TAVERN

from familiar_memory import Author, ForgetRequest, RecallRequest, Turn
from familiar_memory.assembly.wiring.sleeping.curate import curate_step
from familiar_memory.inspection.changes.curated import CuratedOp, curation_asked_for
from familiar_memory.inspection.changes.log import LogQuery
from familiar_memory.llm.base import Completion
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.store.undo.plan import undo

ROWAN = Author("discord", "284619350177841152", "Rowan")
ZED = Author("discord", "619835027744129024", "Zed")
AT = datetime(2026, 2, 28, 19, tzinfo=UTC)
NIGHT = Night(datetime(2026, 3, 1, 2, tzinfo=UTC), UTC, "b1", is_forced=True, has_model=True)
SETTINGS = "\n[sleep_cycle]\ncurate_channels = true\n"
PLACE = f"channels/{TAVERN.slug}.md"
DAY = f"""\
# Saturday 28 February 2026

## {TAVERN.slug}

- Rowan rebuilds the quuxwerk. (ref:m1, by:{ROWAN.slug}, in:{TAVERN.slug})
- The tavern closes on Fridays. (ref:m2, by:{ZED.slug}, in:{TAVERN.slug})
"""
OPS = [
    {
        "op": "append",
        "heading": "Decisions",
        "line": "Rowan rebuilds the quuxwerk by May.",
        "from": ["d1"],
    },
    {"op": "append", "heading": "Decisions", "line": "Closed on Fridays.", "from": ["d2"]},
    {"op": "remove", "heading": "Quuxwerk", "match": "x"},
]


def _curated(familiar, ops) -> StepReport:
    parts = familiar.parts
    run = curate_step(parts.setup, parts.files, parts.store).run(NIGHT)
    try:
        next(run)
        while True:
            run.send(Completion(json.dumps({"ops": ops})))
    except StopIteration as end:
        return end.value


def _live(new_familiar, home, work) -> None:
    async def all_of_it() -> None:
        async with started(new_familiar(home, settings=SETTINGS)) as familiar:
            await familiar.record(Turn("m1", AT, TAVERN, ROWAN, "I rebuild the quuxwerk."))
            await familiar.record(Turn("m2", AT, TAVERN, ZED, "We close on Fridays."))
            notes = {"days/2026-02-28.md": DAY, PLACE: "# Tavern\n\n## Decisions\n"}
            put_notes(home / "ember" / "memory", notes)
            await familiar.settle()
            await work(familiar)

    asyncio.run(all_of_it())


def test_a_curated_line_is_recalled_where_it_is_for_and_nowhere_else(new_familiar, tmp_path):
    """It is a line like any other, with a label of its place; the batch takes it back."""
    note = tmp_path / "ember" / "memory" / PLACE

    async def work(familiar):
        before = note.read_bytes()
        report = await asyncio.to_thread(_curated, familiar, OPS)
        assert report.counts == {"appended": 2, "removed": 0, "new headings": 0, "rejected": 1}
        await familiar.settle()
        asked = "is the tavern closed on Fridays?"
        here = await familiar.recall(RecallRequest(asked, ZED, TAVERN))
        there = await familiar.recall(RecallRequest(asked, ZED, DM))
        assert "Closed on Fridays." in here.render()
        assert "Closed on Fridays." not in there.render()
        undo(familiar.parts.store, familiar.parts.files.journal, "b1")
        assert note.read_bytes() == before

    _live(new_familiar, tmp_path, work)


def test_the_log_says_what_was_asked_for_and_what_came_of_it(new_familiar, tmp_path):
    """Of all notes, or of one, so many at most."""

    async def work(familiar):
        await asyncio.to_thread(_curated, familiar, OPS)
        parts = familiar.parts
        found = curation_asked_for(parts, LogQuery())
        at = NIGHT.at
        said = ("discord:lantern", "model")
        assert found.ops == (
            CuratedOp(
                *(at, PLACE, *said, "append", "Decisions"),
                *("Rowan rebuilds the quuxwerk by May.", "applied"),
            ),
            CuratedOp(at, PLACE, *said, "append", "Decisions", "Closed on Fridays.", "applied"),
            CuratedOp(at, PLACE, *said, "remove", "Quuxwerk", "x", "heading_missing"),
        )
        one = curation_asked_for(parts, LogQuery(path="channels", limit=1))
        assert (one.ops, one.has_more) == (found.ops[:1], True)
        assert curation_asked_for(parts, LogQuery(path="days")).ops == ()

    _live(new_familiar, tmp_path, work)


def test_who_is_forgotten_is_in_no_curated_line_and_not_in_its_log(new_familiar, tmp_path):
    """The line of the other stays; the entry goes as a whole."""

    async def work(familiar):
        await asyncio.to_thread(_curated, familiar, OPS)
        log = familiar.parts.files.journal.curation_log()
        assert len(log.entries()) == 1
        await familiar.settle()
        report = await familiar.forgetting.forget(ForgetRequest(person="Rowan"))
        assert report.is_gone
        assert log.entries() == []
        text = (tmp_path / "ember" / "memory" / PLACE).read_text("utf-8")
        assert "quuxwerk" not in text
        assert "- Closed on Fridays." in text
        files = [file for file in (tmp_path / "ember").rglob("*") if file.is_file()]
        assert [file.name for file in files if b"quuxwerk" in file.read_bytes()] == []

    _live(new_familiar, tmp_path, work)
