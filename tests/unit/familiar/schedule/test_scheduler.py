"""When the scheduler has the writer run, and what it does when that fails."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from people_and_places import DM
from scheduled_writer import BEGAN, GARDEN, HANDS_OFF, TAVERN, Scheduled, left_open, settled

from familiar_memory.errors import StorageError
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.history.turns.amendment import RecordOutcome
from familiar_memory.life.schedule.due import DueEnd
from familiar_memory.life.schedule.session_end import EndReason, has_timed_out
from familiar_memory.life.schedule.timetable import Timetable
from familiar_memory.life.schedule.writes import LeftOpen
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.settings import WriterSettings

FULL = StorageError("the disk is full", "room")
QUIET = WriterSettings(session_timeout=HANDS_OFF, idle_timeout=HANDS_OFF)
QUIET_AND_DEBOUNCED = replace(QUIET, turn_threshold=3, debounce=5)


async def test_it_writes_when_enough_was_said_and_the_talk_has_paused():
    """The fiftieth turn makes it due, half a minute of silence begins it."""
    at = Scheduled(QUIET)
    at.say(49)
    assert await at.after(3_600) == []
    at.say()
    assert await at.after(29.9) == []
    assert await at.after(0.1) == [("write", "lantern")]
    assert at.scheduler.waiting == 0


async def test_each_new_turn_puts_it_off():
    """A debounce, and no fixed window from the first turn on."""
    at = Scheduled(QUIET)
    at.say(50)
    for _ in range(9):
        assert await at.after(29) == []
        at.say()
    assert await at.after(29.9) == []
    assert await at.after(0.1) == [("write", "lantern")]


async def test_talk_that_never_pauses_does_not_put_it_off_for_ever():
    """The bound counts from when it became due."""
    at = Scheduled(QUIET)
    at.say(50)
    asked = []
    for _ in range(31):
        asked.append(await at.after(10))
        at.say()
    assert asked == [[]] * 29 + [[("write", "lantern")], []]


async def test_without_a_debounce_it_waits_for_nothing():
    """An option."""
    at = Scheduled(WriterSettings(debounce=0))
    at.say(50)
    assert await at.after(0) == [("write", "lantern")]


@pytest.mark.parametrize(
    ("problem", "logged"),
    [
        ("the reply is no use (none): 'Sorry: zyzzyva, it\\'s'", "the reply is no use (none)"),
        ("the model refused: \"it's zyzzyva\"", "the model refused"),
        ("a note of somebody's cannot be written", "a note of somebody's cannot be written"),
    ],
)  # fmt: skip
async def test_what_a_model_replied_is_in_no_log(caplog, problem, logged):
    """It may repeat what was said in private; the owner finds it in the status."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0, session_timeout=HANDS_OFF))
    at.writes.failures = [problem]
    at.say()
    with caplog.at_level(logging.WARNING):
        await at.after(29)
    assert caplog.messages == [f"the notes were not written, again in 30 s: {logged}"]


async def test_a_threshold_of_one_writes_after_each_pause():
    """Every half minute without a word, if there was one before."""
    at = Scheduled(WriterSettings(turn_threshold=1, session_timeout=HANDS_OFF))
    at.say()
    assert await at.after(30) == [("write", "lantern")]
    assert await at.after(3_600) == []


async def test_it_writes_after_half_an_hour_of_silence():
    """Whatever the number of turns; of 0 no number is enough."""
    at = Scheduled(WriterSettings(turn_threshold=0, session_timeout=HANDS_OFF))
    at.say(500)
    await at.after(1_000)
    at.say()
    assert await at.after(1_799) == []
    assert await at.after(1) == [("write", "lantern")]


async def test_no_turn_waits_longer_than_it_may():
    """`write_every`: counted from the first that waits."""
    at = Scheduled(WriterSettings(max_wait=600, session_timeout=HANDS_OFF))
    asked = []
    for _ in range(25):
        at.say()
        asked += await at.after(60)
    assert asked == [("write", "lantern")] * 2


async def test_only_what_is_new_counts():
    """An import that is read again, an edit or a deletion leaves nothing to write."""
    at = Scheduled(WriterSettings())
    for outcome in RecordOutcome:
        if outcome is not RecordOutcome.ADDED:
            at.say(60, outcome=outcome)
    assert (at.scheduler.waiting, await at.after(HANDS_OFF)) == (0, [])


async def test_reaches_are_counted_apart():
    """So that a busy private room has nothing written of a public one."""
    at = Scheduled(QUIET)
    at.say(49)
    at.say(50, DM)
    assert await at.after(60) == [("write", "discord-dm-42")]
    at.say(1, GARDEN)
    assert await at.after(60) == [("write", "lantern")]


# --- during a run -------------------------------------------------------------------


async def test_what_becomes_due_during_a_run_is_one_more_run():
    """However much it is, and none of it at once with the run."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0))
    at.writes.gate.clear()
    at.say()
    await at.after(0)
    for _ in range(5):
        at.say()
        await at.after(60)
    assert at.writes.news() == []
    at.writes.gate.set()
    assert await at.after(0) == [("write", "lantern")]
    assert (await at.after(600), at.writes.most_at_once) == ([], 1)


async def test_hearing_a_turn_waits_for_no_run():
    """It is a plain call: nothing in it could wait."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0))
    at.writes.gate.clear()
    at.say()
    await at.after(0)
    assert at.scheduler.is_running
    at.say(1_000)
    assert at.scheduler.waiting == 1_000


# --- runs that fail -----------------------------------------------------------------


async def test_a_run_that_fails_is_tried_again_after_ever_longer_pauses(caplog):
    """Half a minute, a minute, … half an hour; what is said meanwhile shortens none."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0, session_timeout=HANDS_OFF))
    at.writes.failures = [FULL, "a batch failed", ValueError("no"), *[FULL] * 5]
    at.say()
    asked = []
    with caplog.at_level(logging.WARNING):
        for pause in (30, 60, 120, 240, 480, 960, 1_800, 1_800):
            asked += [await at.after(pause - 1), await at.after(1)]
            at.say()
    assert asked[0] == [("write", "lantern")]
    assert asked[1::2] == [[("write", "lantern")]] * 8
    assert asked[2::2] == [[]] * 7
    assert at.scheduler.waiting == 1
    assert caplog.messages[:3] == [
        "the notes were not written, again in 30 s: the disk is full",
        "the notes were not written, again in 60 s: a batch failed",
        "the notes were not written",
    ]
    assert await at.after(0) == [("write", "lantern")]


async def test_a_pause_is_over_when_a_run_goes_through():
    """The next failure begins with a short one."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0, session_timeout=HANDS_OFF))
    at.writes.failures = [FULL, FULL, None, FULL]
    at.say()
    assert await at.after(90) == [("write", "lantern")] * 3
    at.say()
    assert await at.after(30) == [("write", "lantern")] * 2


async def test_one_reach_that_fails_holds_up_no_other():
    """Each has its own pause."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0))
    at.writes.failures = [FULL]
    at.say()
    await at.after(0)
    at.say(1, DM)
    assert await at.after(0) == [("write", "discord-dm-42")]


async def test_a_batch_that_failed_is_tried_when_the_ledger_says():
    """What a person is shown as the next try is the next try."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0, session_timeout=HANDS_OFF))
    late = BatchReport(1, 1, 1, BatchStatus.FAILED, problem="busy", pause_s=400.0)
    at.writes.failures = [WriteReport((late,), stopped="busy")]
    at.say()
    assert await at.after(399) == [("write", "lantern")]
    assert await at.after(1) == [("write", "lantern")]


async def test_what_failed_before_a_restart_keeps_its_pause():
    """A process that is started again and again does not ask again and again."""
    left = LeftOpen(True, (), BEGAN, pause_s=400.0)
    at = Scheduled(WriterSettings(), left)
    await at.scheduler.begin()
    assert await at.after(399) == []
    assert await at.after(1) == [("write", None)]


# --- the end of a session -----------------------------------------------------------


async def test_a_session_ends_when_nothing_was_said_in_its_place():
    """Twenty minutes after its last turn; its reach is not written up besides."""
    at = Scheduled(WriterSettings())
    at.say()
    await at.after(600)
    at.say(1, GARDEN)
    assert await at.after(599) == []
    assert await at.after(1) == [("idle", "tavern")]
    assert await at.after(HANDS_OFF) == [("idle", "garden")]
    assert at.scheduler.waiting == 0


@pytest.mark.parametrize(
    ("session_timeout", "runs"),
    [
        (WriterSettings().session_timeout, [(1_200, ("idle", "tavern"))]),
        (3_600.0, [(1_800, ("write", "lantern")), (3_600, ("idle", "tavern"))]),
    ],
    ids=["as it comes", "longer sessions"],
)
async def test_silence_writes_once_and_ends_once(session_timeout, runs):
    """The end of a session writes too, so `idle_timeout` is for sessions that last longer."""
    at = Scheduled(WriterSettings(session_timeout=session_timeout))
    at.say(3)
    found = []
    for second in range(100, 8_000, 100):
        found += [(second, one) for one in await at.after(100)]
    assert found == runs


async def test_a_turn_after_the_end_of_its_session_ends_that_first():
    """As where the machine slept, and no time passed for us."""
    at = Scheduled(WriterSettings())
    at.say()
    at.say(said_s=1_201)
    assert await at.after(0) == [("expired", "tavern")]
    assert await at.after(1_200) == [("idle", "tavern")]


def test_the_end_of_a_session_reaches_up_to_its_own_last_turn():
    """The turn by which it is noticed is of the next one."""
    table, day = Timetable(WriterSettings()), timedelta(days=1)
    table.heard("lantern", TAVERN, BEGAN, 0.0)
    table.heard("lantern", TAVERN, BEGAN + day, 1.0)
    due = table.take_due(1.0)
    assert due is not None
    assert due.endings == (DueEnd("lantern", TAVERN, EndReason.EXPIRED, BEGAN),)


async def test_talk_that_comes_late_ends_nothing():
    """A turn of an hour ago, and then one of now."""
    at = Scheduled(WriterSettings())
    at.say()
    at.say(said_s=-3_600)
    at.say()
    assert await at.after(0) == []


@pytest.mark.parametrize("reason", [EndReason.UNSUBSCRIBE, EndReason.VOICE_DISCONNECT])
async def test_an_end_that_is_asked_for_is_now(reason):
    """And the session is not ended by silence again."""
    at = Scheduled(WriterSettings())
    at.say()
    end = await at.scheduler.end_session(TAVERN, reason=reason)
    assert (end.place, end.reason, end.is_complete) == (TAVERN, reason, True)
    assert at.writes.news() == [(reason.value, "tavern")]
    assert await at.after(HANDS_OFF) == []


async def test_an_end_that_fails_is_told_and_tried_again():
    """Whoever asked hears why."""
    at = Scheduled(WriterSettings())
    at.writes.failures = [FULL]
    at.say()
    with pytest.raises(StorageError):
        await at.scheduler.end_session(TAVERN)
    at.writes.news()
    assert await at.after(29) == []
    assert await at.after(1) == [("end", "tavern")]
    assert await at.after(HANDS_OFF) == []


async def test_whoever_asks_and_goes_away_leaves_it_to_be_done():
    """As with a bot's command that has a deadline."""
    at = Scheduled(WriterSettings())
    at.writes.gate.clear()
    at.say()
    asking = asyncio.create_task(at.scheduler.end_session())
    await settled()
    asking.cancel()
    await settled()
    at.writes.gate.set()
    assert at.writes.news() == [("end", None)]
    assert await at.after(29) == []
    assert await at.after(1) == [("end", "tavern")]


async def test_one_place_that_cannot_be_ended_is_tried_again_alone():
    """What has been ended with it is."""
    at = Scheduled(WriterSettings())
    at.say(1, TAVERN)
    at.say(1, GARDEN)
    at.writes.failures = [None, FULL]
    assert await at.after(1_200) == [("idle", "tavern"), ("idle", "garden")]
    assert await at.after(30) == [("idle", "garden")]


# --- flush, start and close ---------------------------------------------------------


async def test_a_flush_writes_at_once():
    """One reach, or all; no session ends by it."""
    at = Scheduled(QUIET)
    at.say()
    at.say(1, DM)
    await at.scheduler.flush(DM)
    assert (at.scheduler.waiting, at.writes.news()) == (1, [("write", "discord-dm-42")])
    await at.scheduler.flush()
    assert (at.scheduler.waiting, at.writes.news()) == (0, [("write", None)])


async def test_what_waits_from_before_is_written_at_the_start():
    """And what was open is ended, wherever it was."""
    minute = timedelta(minutes=1)
    places = [(TAVERN, BEGAN - minute), (GARDEN, BEGAN - 30 * minute), (DM, None)]
    at = Scheduled(WriterSettings(), left_open(True, places))
    await at.scheduler.begin()
    assert await at.after(0) == [
        ("write", None),
        ("expired", "42"),
        ("restart", "tavern"),
        ("expired", "garden"),
    ]
    assert await at.after(HANDS_OFF) == []


async def test_a_start_with_nothing_left_asks_for_nothing():
    """As after a good night."""
    at = Scheduled(WriterSettings(), left_open(False))
    await at.scheduler.begin()
    assert await at.after(HANDS_OFF) == []


async def test_closing_ends_every_session():
    """After the run that is under way."""
    at = Scheduled(WriterSettings(turn_threshold=2, debounce=0))
    at.writes.gate.clear()
    at.say(2)
    await at.after(0)
    at.say(1, DM)
    closing = asyncio.create_task(at.scheduler.close())
    await settled()
    assert at.writes.news() == []
    at.writes.gate.set()
    await closing
    assert (at.writes.news(), at.writes.most_at_once) == ([("shutdown", None)], 1)
    at.say(10)
    assert await at.after(HANDS_OFF) == []


async def test_closing_what_nobody_spoke_to_does_nothing():
    """No run, no lock."""
    at = Scheduled(WriterSettings())
    await at.scheduler.close()
    assert at.writes.news() == []


async def test_closing_writes_what_nobody_told_of():
    """The history knows what is left, and not only the table of what was heard."""
    at = Scheduled(WriterSettings())
    await at.scheduler.begin()
    at.writes.unheard = [(TAVERN, BEGAN)]
    await at.scheduler.close()
    assert at.writes.news() == [("shutdown", None)]


async def test_what_another_process_recorded_is_found_within_half_an_hour():
    """Counted as if it had been heard then; what is heard is not counted twice."""
    at = Scheduled(QUIET_AND_DEBOUNCED)
    await at.scheduler.begin()
    at.writes.unheard = [(TAVERN, BEGAN)] * 2 + [(DM, BEGAN)] * 5
    at.say(2, DM)
    assert await at.after(1_799) == []
    assert at.scheduler.waiting == 2
    assert await at.after(6) == []
    assert at.scheduler.waiting == 4
    at.say(1, TAVERN)
    at.writes.unheard = []
    assert await at.after(5) == [("write", "lantern")]
    assert at.scheduler.waiting == 2


async def test_a_look_that_fails_is_done_again(caplog):
    """It is logged, and the next may succeed."""
    at = Scheduled(WriterSettings(turn_threshold=1, debounce=0))
    await at.scheduler.begin()
    found = at.writes.waiting

    async def broken():
        at.writes.waiting = found
        raise FULL

    at.writes.waiting, at.writes.unheard = broken, [(TAVERN, BEGAN)]
    assert await at.after(1_800) == []
    assert caplog.messages == ["what waits was not found: the disk is full"]
    assert await at.after(1_800) == [("write", "lantern")]


async def test_closing_takes_no_longer_than_it_may(caplog):
    """As where another process writes for an hour: the rest is for the next start."""
    at = Scheduled(WriterSettings())
    at.writes.gate.clear()
    at.say()
    closing = asyncio.create_task(at.scheduler.close())
    assert await at.after(29) == [("shutdown", None)]
    assert not closing.done()
    await at.after(1)
    assert closing.done()
    assert caplog.messages == ["closing took too long: the last turns wait for the next start"]


async def test_a_last_run_that_fails_does_not_keep_it_open(caplog):
    """It is told, and the turns wait for the next start."""
    at = Scheduled(WriterSettings())
    at.writes.failures = [FULL]
    at.say()
    await at.scheduler.close()
    assert caplog.messages == ["the last turns wait for the next start: the disk is full"]


def test_a_session_that_does_not_say_when_it_was_active_is_over():
    """As is one that was silent for longer than it may."""
    now, limit = BEGAN, timedelta(seconds=1_200)
    given = (None, now - limit - timedelta(seconds=1), now - limit, now, now + limit)
    assert [has_timed_out(one, now, 1_200) for one in given] == [True, True, False, False, False]
