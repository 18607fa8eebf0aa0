"""A familiar that writes by itself: its notes, its sessions, and what a restart finds."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import EndReason, Familiar, Household, Turn
from familiar_memory.errors import HistoryError, InputError, StorageError
from familiar_memory.life import writing as writing_module
from familiar_memory.life.recording import Recording
from familiar_memory.writers.memory_writer import MemoryWriter

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
WORK = Turn(1, AT, TAVERN, ROWAN, "I work at the county records office.")
PIE = Turn(2, AT, DM, ROWAN, "I love rhubarb pie.")


@asynccontextmanager
async def opened(tmp_path, **given):
    """A familiar that writes by itself."""
    given = {"auto_write": True} | given
    async with Familiar.open("ember", home=tmp_path, create=True, **given) as familiar:
        yield familiar


def notes(tmp_path):
    """What has been written of people and sessions."""
    memory = tmp_path / "ember" / "memory"
    files = [*memory.glob("people/*.md"), *memory.glob("sessions/**/*.md")]
    return "".join(file.read_text("utf-8") for file in sorted(files))


async def until(is_so):
    """Wait for what happens in threads."""
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0)


def failing(monkeypatch, *ends):
    """Let the runs of the writer end so, one after the other; then as they do."""
    left, real = list(ends), writing_module.write_up

    async def run(*given, **named):
        end = left.pop(0) if left else None
        if isinstance(end, Exception):
            raise end
        return await real(*given, **named)

    monkeypatch.setattr(writing_module, "write_up", run)


async def test_closing_it_writes_what_waits(tmp_path):
    """A message is a note the next morning, whatever its number."""
    async with opened(tmp_path) as familiar:
        await familiar.record_many((WORK, PIE))
        assert familiar.writing.scheduler.waiting == 2
    assert "records office" in notes(tmp_path)
    assert "rhubarb" in notes(tmp_path)


async def test_whoever_gives_up_on_recording_has_not_taken_it_back(tmp_path, monkeypatch):
    """A bot with a deadline of its own: the turn is kept, so it is counted and written up."""
    may_end, keep = Event(), Recording._record

    def slow(self, turns):
        kept = keep(self, turns)
        assert may_end.wait(30)
        return kept

    monkeypatch.setattr(Recording, "_record", slow)
    async with opened(tmp_path) as familiar:
        recording = asyncio.create_task(familiar.record(WORK))
        await until(lambda: familiar.writing._parts.files.history.latest_id())
        recording.cancel()
        await asyncio.wait((recording,))
        assert recording.cancelled()
        may_end.set()
        await until(lambda: familiar.writing.scheduler.waiting)
        assert familiar.writing.scheduler.waiting == 1
    assert "records office" in notes(tmp_path)


async def test_closing_it_waits_for_what_is_being_recorded(tmp_path, monkeypatch):
    """Nobody waits for it any more, and it is written all the same."""
    may_end, keep = Event(), Recording._record

    def slow(self, turns):
        assert may_end.wait(30)
        return keep(self, turns)

    monkeypatch.setattr(Recording, "_record", slow)
    async with opened(tmp_path) as familiar:
        recording = asyncio.create_task(familiar.record(WORK))
        await asyncio.sleep(0)
        recording.cancel()
        await asyncio.wait((recording,))
        asyncio.get_running_loop().call_soon(may_end.set)
    assert "records office" in notes(tmp_path)


async def test_closing_it_writes_what_another_process_recorded(tmp_path):
    """As `familiar record` does, or an import: no scheduler has heard of it."""
    async with opened(tmp_path):
        async with opened(tmp_path, auto_write=False) as other:
            await other.record(WORK)
        assert notes(tmp_path) == ""
    assert "records office" in notes(tmp_path)


async def test_what_somebody_asked_to_be_written_is_not_due_again(tmp_path):
    """`write` is the scheduler's run; a dry run leaves everything as it is."""
    async with opened(tmp_path) as familiar:
        await familiar.record(WORK)
        told = []
        assert (await familiar.write(dry_run=True)).turns == 1
        assert familiar.writing.scheduler.waiting == 1
        assert (await familiar.write(progress=told.append)).turns == len(told) == 1
        assert familiar.writing.scheduler.waiting == 0


@pytest.mark.long
async def test_it_writes_what_waits_from_before(tmp_path):
    """As after a crash, or an import while it was closed."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.record(WORK)
    assert notes(tmp_path) == ""
    async with opened(tmp_path) as familiar:
        await until(lambda: familiar.writing.last_run is not None)
        assert familiar.writing.problem is None
        assert "records office" in notes(tmp_path)


@pytest.mark.long
async def test_an_interval_writes_without_a_threshold(tmp_path):
    """`write_every`: no turn waits longer."""
    async with opened(tmp_path, auto_write=False, write_every=0.001) as familiar:
        await familiar.record(WORK)
        await until(lambda: "records office" in notes(tmp_path))


async def test_one_that_nobody_opened_for_it_does_not_write(tmp_path):
    """Without the option, as every command of the shell."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.record(WORK)
        assert (familiar.writing.scheduler, familiar.writing.last_run) == (None, None)
    assert notes(tmp_path) == ""


@pytest.mark.long
async def test_recording_waits_for_no_run(tmp_path, monkeypatch):
    """Not while a run is stuck in the midst of a batch, either."""
    go_on, stuck, real = Event(), Event(), MemoryWriter.start

    def start(*given, **named):
        stuck.set()
        assert go_on.wait(30)
        return real(*given, **named)

    monkeypatch.setattr(MemoryWriter, "start", start)
    monkeypatch.setenv("FAMILIAR_MEMORY_MEMORY_WRITER__TURN_THRESHOLD", "1")
    monkeypatch.setenv("FAMILIAR_MEMORY_MEMORY_WRITER__DEBOUNCE", "0")
    async with opened(tmp_path) as familiar:
        await familiar.record(WORK)
        await until(stuck.is_set)
        for ref in range(2, 40):
            await familiar.record(Turn(ref, AT, TAVERN, ROWAN, "hello"))
        assert familiar.writing.scheduler.is_running
        assert familiar.history.watermark() == 0
        go_on.set()


async def test_a_run_that_fails_is_shown_and_the_turns_wait(tmp_path, monkeypatch, caplog):
    """In the log and beside the familiar; what fails by our own fault too."""
    failing(monkeypatch, StorageError("the disk is full", "room"), ValueError("no"))
    with caplog.at_level(logging.WARNING):
        async with opened(tmp_path, write_every=0.001) as familiar:
            await familiar.record(WORK)
            await until(lambda: familiar.writing.problem == "the disk is full")
            with pytest.raises(ValueError, match="no"):
                await familiar.write()
            assert familiar.writing.problem == "ValueError"
            assert familiar.writing.scheduler.waiting == 1
    assert "records office" in notes(tmp_path)
    assert [one.message[-19:] for one in caplog.records] == [" s: the disk is full"[1:]]


async def test_runs_come_one_after_the_other(tmp_path, monkeypatch):
    """Whoever asks; each would else hold a thread while it waits."""
    at_once, most = [], []

    async def run(*given, **named):
        at_once.append(True)
        most.append(len(at_once))
        await asyncio.sleep(0)
        at_once.pop()
        return writing_module.WriteReport()

    async with opened(tmp_path, auto_write=False) as familiar:
        monkeypatch.setattr(writing_module, "write_up", run)
        await asyncio.gather(*(familiar.write() for _ in range(9)))
    assert most == [1] * 9


# --- the end of a session -----------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("auto_write", [True, False])
async def test_the_end_of_a_session_writes_what_waits_in_its_reach(tmp_path, auto_write):
    """And nothing of what was said elsewhere."""
    async with opened(tmp_path, auto_write=auto_write) as familiar:
        await familiar.record_many((WORK, PIE))
        end = await familiar.end_session(TAVERN, reason="unsubscribe")
        assert (end.place, end.reason) == (TAVERN, EndReason.UNSUBSCRIBE)
        assert (end.written.turns, end.is_complete) == (1, True)
        assert ("records office" in notes(tmp_path), "rhubarb" in notes(tmp_path)) == (True, False)
        everything = await familiar.end_session()
        assert (everything.place, everything.reason) == (None, EndReason.END)
        assert everything.written.turns == 1
    assert "rhubarb" in notes(tmp_path)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"place": "discord-lantern.tavern"}, "the place of a session to end"),
        ({"reason": "boredom"}, "the reason of a session's end cannot be 'boredom'"),
    ],
)
async def test_what_cannot_be_ended_is_refused(tmp_path, given, said):
    """By either way."""
    for auto_write in (True, False):
        async with opened(tmp_path, auto_write=auto_write) as familiar:
            with pytest.raises(InputError, match=said):
                await familiar.end_session(**given)


def ended(monkeypatch):
    """Which sessions are ended from now on."""
    ends, real = [], writing_module.Writing.end_session

    async def end_session(self, place=None, *, reason="end", **more):
        ends.append((None if place is None else place.slug, str(reason)))
        return await real(self, place, reason=reason, **more)

    monkeypatch.setattr(writing_module.Writing, "end_session", end_session)
    return ends


async def test_what_begins_a_talk_waits_for_its_own_end(tmp_path):
    """The first message after a silence ends the session before it, and no other."""
    later = AT + timedelta(days=1)
    said = ("My mother died this spring.", "My mother died and I still miss her.")
    async with opened(tmp_path) as familiar:
        await familiar.record(WORK)
        for at, text in enumerate(said):
            when = later + timedelta(minutes=at)
            await familiar.record(Turn(f"m{at}", when, TAVERN, ROWAN, text))
        ended_at = later - timedelta(hours=1)
        end = await familiar.writing.end_session(
            TAVERN, reason=EndReason.EXPIRED, last_said=ended_at
        )
        assert (end.held.kept, end.held.waiting) == ((), ())
        assert "records office" in notes(tmp_path)
        left = await familiar.writing.left_open()
        assert [place.slug for place, _ in left.places] == [TAVERN.slug]
        await until(lambda: not familiar.writing.scheduler.is_running)
        assert "mother" not in notes(tmp_path)
        assert len((await familiar.end_session(TAVERN)).held.kept) >= 1
        assert "mother" in notes(tmp_path)


@pytest.mark.long
async def test_what_was_open_when_the_process_died_is_ended_at_the_next_start(
    tmp_path, monkeypatch
):
    """Also where all turns were written up before; what had been ended is not ended again."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.record_many((WORK, PIE))
        await familiar.end_session(DM)
    ends = ended(monkeypatch)
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.writing.left_open()
        await familiar.write()
    async with opened(tmp_path) as familiar:
        await until(lambda: ends and not familiar.writing.scheduler.is_running)
    assert ends == [("discord-lantern.tavern", "expired")]
    async with opened(tmp_path):
        pass
    assert len(ends) == 1


@pytest.mark.long
async def test_a_first_start_ends_nothing_of_what_was_written_before(tmp_path, monkeypatch):
    """A familiar of an earlier version has talk of years."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.record(WORK)
        await familiar.write()
    ends = ended(monkeypatch)
    async with opened(tmp_path) as familiar:
        left = await familiar.writing.left_open()
        assert (left.waits, left.places) == (False, [])
        await familiar.record(PIE)
    assert ends == [(None, "shutdown")]


async def test_a_session_whose_end_failed_is_still_open(tmp_path, monkeypatch):
    """For the next start."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.writing.left_open()
        await familiar.record(WORK)
        failing(monkeypatch, HistoryError("no", "yes"))
        with pytest.raises(HistoryError):
            await familiar.end_session(TAVERN)
        left = await familiar.writing.left_open()
        assert [(place.slug, at) for place, at in left.places] == [(TAVERN.slug, AT)]


async def test_a_last_turn_without_a_readable_time_is_of_a_session_that_is_over(
    tmp_path, monkeypatch
):
    """A damaged row keeps nobody from being told."""
    async with opened(tmp_path, auto_write=False) as familiar:
        await familiar.writing.left_open()
        await familiar.record(WORK)
        with familiar.history._database.writing() as connection:
            connection.execute("UPDATE turns SET said_us = ?", (2**62,))
        left = await familiar.writing.left_open()
        assert [(place.slug, at) for place, at in left.places] == [(TAVERN.slug, None)]


async def test_a_familiar_that_cannot_be_written_does_not_try(tmp_path, caplog):
    """It is said once."""
    async with opened(tmp_path):
        pass
    familiar = Familiar.open("ember", home=tmp_path, auto_write=True)
    await familiar.start()
    familiar.parts.files.read_only = "read-only: history.sqlite cannot be written by this user"
    async with familiar:
        assert familiar.writing.scheduler is None
    assert [one.message for one in caplog.records if "by themselves" in one.message] == [
        "notes are not written by themselves: read-only: history.sqlite cannot be written by this"
        " user"
    ]


async def test_familiars_of_a_household_write_when_they_fall_asleep(tmp_path):
    """And what one has not ended, it ends when it wakes up."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    async with Household(tmp_path, auto_write=True) as household:
        await household.record("ember", WORK)
        await household.put_to_sleep("ember")
        assert "records office" in notes(tmp_path)
