"""Retention of a whole familiar: what goes is gone for recall, and is no accident for the index."""

import asyncio
from datetime import UTC, datetime, timedelta

from people_and_places import DM, ROWAN

from familiar_memory import Turn
from familiar_memory.store.base import Cause

NOW = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
_SETTINGS = """
[sleep_cycle]
memory_retention_days = 30
"""
_NOTE = "# Day\n\n## Notes\n\n- The heron sleeps in the bulrushes\n"


def _lived(new_familiar, home, steps, *, settings=_SETTINGS):
    async def run():
        async with new_familiar(home, settings=settings, now=NOW) as familiar:
            return await steps(familiar)

    return asyncio.run(run())


async def _say(familiar, ref, days_ago, text):
    await familiar.record(Turn(ref, NOW - timedelta(days=days_ago), DM, ROWAN, text))


async def _swept(familiar):
    (report,) = await familiar.sleep.run(["retain"])
    return [(one.name, one.report.status.value, dict(one.report.counts)) for one in report.steps]


def test_old_talk_is_written_up_and_then_goes_from_every_byte(new_familiar, tmp_path):
    """What was learned of it stays, and goes on naming the message."""

    async def steps(familiar):
        await _say(familiar, "m1", 90, "I live in Oban. Hmm, a zebrafinch flew by")
        await _say(familiar, "m2", 1, "The kettle is warm")
        await familiar.settle()
        waiting = await _swept(familiar)
        await familiar.write()
        written = await _swept(familiar)
        hits = await familiar.search("Where does Rowan live?")
        return waiting, written, [(hit.path, hit.refs) for hit in hits.hits]

    waiting, written, hits = _lived(new_familiar, tmp_path, steps)
    assert waiting == [("retain", "nothing", {})]
    assert written == [("retain", "done", {"removed": 1, "messages emptied": 1})]
    assert hits[0] == ("people/discord-42.md", ("m1",))
    root = tmp_path / "ember"
    files = [
        *root.glob("history.sqlite*"),
        *root.glob("memory/.index/*"),
        *root.glob("memory/**/*"),
    ]
    held = [one.name for one in files if one.is_file() and b"zebrafinch" in one.read_bytes()]
    assert held == []


def test_a_sweep_of_most_notes_is_no_accident(new_familiar, tmp_path):
    """The index does not hold them as vanished, and one undo brings all back."""

    async def write(familiar):
        for day in range(1, 29):
            familiar.store.write_file(f"days/2025-02-{day:02}.md", _NOTE, cause=Cause("days"))

    async def steps(familiar):
        before = len(familiar.store.glob("days/*.md"))
        swept = await _swept(familiar)
        report = await familiar.index.update()
        found = await familiar.search("heron bulrushes")
        return before, swept, report.held, found.hits

    root = tmp_path / "ember" / "memory" / "days"
    _lived(new_familiar, tmp_path, write)
    before, swept, held, hits = _lived(new_familiar, tmp_path, steps)
    assert (before, len(held), hits) == (28, 0, ())
    assert swept == [("retain", "done", {"removed": 28})]
    assert list(root.glob("*.md")) == []
