"""`write_every`: the notes are written in the background, and no reply waits for that."""

import asyncio
import logging
from datetime import UTC, datetime

from people_and_places import ROWAN, TAVERN

from familiar_memory import Familiar, Turn
from familiar_memory.errors import StorageError
from familiar_memory.life import writing as writing_module

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
A_MOMENT = 0.001


def live(tmp_path, steps, every=A_MOMENT):
    """Do the steps in a familiar that writes every so often."""

    async def run():
        familiar = Familiar.open("ember", home=tmp_path, create=True, write_every=every)
        async with familiar:
            return await asyncio.wait_for(steps(familiar), 30)

    return asyncio.run(run())


def runs(monkeypatch, *ends):
    """Let the runs of the writer end so, one after the other; set when all have."""
    left, over = list(ends), asyncio.Event()

    async def run(*given, **named):
        end = left.pop(0) if left else None
        if isinstance(end, Exception):
            raise end
        if end is None:
            over.set()

    monkeypatch.setattr(writing_module, "write_up", run)
    return over


def test_what_waits_becomes_notes(tmp_path):
    """Without anybody asking for it."""
    sessions = tmp_path / "ember" / "memory" / "sessions"

    async def steps(familiar):
        await familiar.record(Turn(1, AT, TAVERN, ROWAN, "I work at the county records office."))
        while familiar.writing.last_run is None or not any(sessions.iterdir()):
            await asyncio.sleep(0)
        return familiar.writing.problem

    assert live(tmp_path, steps) is None


def test_a_run_that_fails_is_told_and_tried_again(tmp_path, monkeypatch, caplog):
    """In the log and beside the familiar; what fails by our own fault too."""

    async def steps(familiar):
        over = runs(monkeypatch, StorageError("the disk is full", "room"), ValueError("no"))
        while familiar.writing.problem != "the disk is full":
            await asyncio.sleep(0)
        while familiar.writing.problem != "ValueError":
            await asyncio.sleep(0)
        await over.wait()
        while familiar.writing.problem is not None:
            await asyncio.sleep(0)
        return [record.message for record in caplog.records if record.name.endswith("writing")]

    with caplog.at_level(logging.WARNING):
        told = live(tmp_path, steps)
    assert told == ["the notes were not written: the disk is full", "the notes were not written"]


def test_closing_ends_it(tmp_path, monkeypatch):
    """Also while a run is under way."""
    begun = []

    async def run(*given, **named):
        begun.append(True)
        await asyncio.Event().wait()

    async def steps(familiar):
        monkeypatch.setattr(writing_module, "write_up", run)
        while not begun:
            await asyncio.sleep(0)

    live(tmp_path, steps)
    assert begun == [True]


def test_one_that_nobody_opened_for_it_does_not_write(tmp_path):
    """Without the option."""

    async def steps(familiar):
        await familiar.record(Turn(1, AT, TAVERN, ROWAN, "hello"))
        return familiar.writing.last_run

    assert live(tmp_path, steps, every=None) is None


def test_runs_come_one_after_the_other(tmp_path, monkeypatch):
    """Whoever asks; each would else hold a thread while it waits."""
    at_once, most = [], []

    async def run(*given, **named):
        at_once.append(True)
        most.append(len(at_once))
        await asyncio.sleep(0)
        at_once.pop()

    async def steps(familiar):
        monkeypatch.setattr(writing_module, "write_up", run)
        await asyncio.gather(*(familiar.write() for _ in range(9)))

    live(tmp_path, steps, every=None)
    assert most == [1] * 9
