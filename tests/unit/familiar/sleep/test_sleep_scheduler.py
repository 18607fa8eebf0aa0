"""Cycles run by themselves when they are due, and never twice for one night."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from scheduled_writer import ManualTimer, settled

from familiar_memory.errors import HistoryError
from familiar_memory.history.nights.night import KeptNight
from familiar_memory.life.sleep.cycles import Cycle
from familiar_memory.life.sleep.scheduler import SleepScheduler

BEGAN = datetime(2026, 2, 2, 19, tzinfo=UTC)
NIGHT = Cycle("sleep", True, "0 2 * * *", UTC, ())
ROOMS = Cycle("channels", True, "0 3 * * *", UTC, ())
OFF = Cycle("consolidation", False, "0 1 * * *", UTC, ())


class _Sleeps:
    """Notes which cycle was run when; fails as it is told."""

    def __init__(self, timer: ManualTimer, last: KeptNight | None = None) -> None:
        self.ran: list[tuple[str, datetime]] = []
        self.failures: list[Exception] = []
        self._last = {} if last is None else {last.cycle: last}
        self._timer = timer

    def now(self) -> datetime:
        return BEGAN + timedelta(seconds=self._timer.now())

    def cycles(self) -> tuple[Cycle, ...]:
        return NIGHT, ROOMS, OFF

    async def due(self, cycle: Cycle) -> datetime:
        last = self._last.get(cycle.name)
        return cycle.due(last, BEGAN if last is None else self.now())

    async def run_due(self, cycle: Cycle) -> None:
        if self.failures:
            raise self.failures.pop()
        self.ran.append((cycle.name, self.now()))
        self._last[cycle.name] = KeptNight(1, cycle.name, self.now(), "b", self.now())


def _scheduled(last: KeptNight | None = None) -> tuple[SleepScheduler, _Sleeps, ManualTimer]:
    timer = ManualTimer()
    sleeps = _Sleeps(timer, last)
    return SleepScheduler(sleeps, sleeps.now, timer=timer), sleeps, timer


async def test_each_cycle_runs_when_it_is_due():
    """Day after day; one that is switched off does not."""
    scheduler, sleeps, timer = _scheduled()
    scheduler.begin()
    await timer.pass_s(6.9 * 3600)
    assert sleeps.ran == []
    await timer.pass_s(30 * 3600)
    await scheduler.stop()
    first = datetime(2026, 2, 3, 2, tzinfo=UTC)
    hour, day = timedelta(hours=1), timedelta(days=1)
    assert sleeps.ran == [
        ("sleep", first),
        ("channels", first + hour),
        ("sleep", first + day),
        ("channels", first + hour + day),
    ]


async def test_what_was_missed_runs_at_the_start():
    """Once."""
    long_ago = BEGAN - timedelta(days=9)
    scheduler, sleeps, timer = _scheduled(KeptNight(1, "sleep", long_ago, "b", long_ago))
    scheduler.begin()
    await timer.pass_s(3600)
    await scheduler.stop()
    assert sleeps.ran == [("sleep", BEGAN)]


async def test_a_run_that_cannot_be_made_is_tried_again():
    """At the next look; the log says so."""
    long_ago = BEGAN - timedelta(days=9)
    scheduler, sleeps, timer = _scheduled(KeptNight(1, "sleep", long_ago, "b", long_ago))
    sleeps.failures = [HistoryError("locked"), RuntimeError("odd")]
    scheduler.begin()
    await timer.pass_s(3600)
    await scheduler.stop()
    assert sleeps.ran == [("sleep", BEGAN + timedelta(minutes=30))]


async def test_stopped_it_runs_nothing_more():
    """Nor does it look."""
    scheduler, sleeps, timer = _scheduled()
    scheduler.begin()
    await settled()
    await scheduler.stop()
    await timer.pass_s(48 * 3600)
    assert sleeps.ran == []


async def test_a_night_that_another_process_has_is_looked_after_each_minute():
    """And not each second: with a slow model it lasts for hours."""
    timer = ManualTimer()
    sleeps = _Sleeps(timer)
    looks = []

    async def taken(cycle: Cycle) -> None:
        looks.append(sleeps.now())

    sleeps.run_due = taken
    scheduler = SleepScheduler(sleeps, sleeps.now, timer=timer)
    scheduler.begin()
    await timer.pass_s(7 * 3600 + 600)
    await scheduler.stop()
    waits = [(later - one).total_seconds() for one, later in pairwise(looks)]
    assert len(looks) > 5
    assert set(waits) == {60.0}
