"""Whatever is said, whenever, and however runs end: each turn is written up, each session ended.

A state machine over turns, also those that nobody told of, time, triggers, other writers,
restarts, and runs that are held up or fail, with time that is moved by hand. The model is what a
run has to have seen: all that was recorded before it began.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from people_and_places import DM
from scheduled_writer import BEGAN, GARDEN, HANDS_OFF, TAVERN, NotedWrites, Scheduled, settled

from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import StorageError
from familiar_memory.life.schedule.scheduler import MemoryWriterScheduler
from familiar_memory.life.schedule.session_end import EndReason
from familiar_memory.life.schedule.writes import LeftOpen
from familiar_memory.writers.report import WriteReport
from familiar_memory.writers.settings import WriterSettings

_ROOMS = (TAVERN, GARDEN, DM)
_PLACES = st.sampled_from(_ROOMS)
_RULES = WriterSettings(
    turn_threshold=3, debounce=5, debounce_limit=12, idle_timeout=90, session_timeout=60
)
_FAILURES = st.sampled_from((StorageError("full", "room"), "a batch failed", ValueError("no")))


class _Seen(NotedWrites):
    """A writer that knows which turns it has been given, and which sessions have ended."""

    def __init__(self) -> None:
        super().__init__()
        self.unwritten: list[tuple[str, int, Place]] = []
        self.open: set[str] = set()

    async def waiting(self) -> list[tuple[Place, datetime]]:
        """Whoever has recorded it."""
        return [(place, BEGAN) for _, _, place in self.unwritten]

    async def left_open(self) -> LeftOpen:
        """As a history has it."""
        places = [(one, BEGAN) for one in _ROOMS if one.slug in self.open]
        return LeftOpen(bool(self.unwritten), places, BEGAN)

    async def _do(self, *asked: object) -> WriteReport:
        what, where = asked
        seen, were_open = list(self.unwritten), set(self.open)
        report = await super()._do(*asked)
        if report.stopped:
            return report
        reach = where
        if what != "write" and where is not None:
            place = next(one for one in _ROOMS if one.channel == where)
            reach = self.reach_of(place)
            self.open -= were_open & {place.slug}
        elif what != "write":
            self.open -= were_open
        taken = {one for one in seen if reach in (None, one[0])}
        self.unwritten = [one for one in self.unwritten if one not in taken]
        return report


class SchedulerMachine(RuleBasedStateMachine):
    """People talk, time passes, bots ask, runs fail."""

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.new_event_loop()
        self._at = Scheduled(_RULES)
        self._writes = self._at.writes = _Seen()
        self._asking: list[asyncio.Task[object]] = []
        self._said = 0
        self._untold: set[int] = set()
        self._rooms_elsewhere: set[str] = set()
        """What is said and written elsewhere is open until the next end or start."""
        self._run(self._start())

    async def _start(self) -> None:
        self._at.scheduler = MemoryWriterScheduler(
            self._writes, _RULES, timer=self._at.timer, chance=lambda: 0.0
        )
        await self._at.scheduler.begin()

    @rule(place=_PLACES, times=st.integers(1, 4))
    def say(self, place: Place, times: int) -> None:
        """Somebody speaks."""
        self._recorded(place, times)
        self._run(self._say(place, times))

    @rule(place=_PLACES, times=st.integers(1, 4))
    def say_elsewhere(self, place: Place, times: int) -> None:
        """Another process records it, so nobody tells."""
        self._untold |= self._recorded(place, times)
        self._rooms_elsewhere.add(place.slug)

    def _recorded(self, place: Place, times: int) -> set[int]:
        numbers = range(self._said + 1, self._said + times + 1)
        self._said += times
        reach = self._writes.reach_of(place)
        self._writes.unwritten += [(reach, number, place) for number in numbers]
        self._writes.open.add(place.slug)
        return {*numbers}

    async def _say(self, place: Place, times: int) -> None:
        self._at.say(times, place)
        await settled()

    @rule(seconds=st.sampled_from((0.0, 1.0, 4.9, 5.1, 13.0, 31.0, 61.0, 91.0, 2_700.0)))
    def pass_time(self, seconds: float) -> None:
        """Nothing is said for a while."""
        self._run(self._at.timer.pass_s(seconds))

    @rule(failure=_FAILURES)
    def fail_next(self, failure: object) -> None:
        """A run will go wrong."""
        self._writes.failures.append(failure)

    @rule()
    def hold_up(self) -> None:
        """Runs take long from now on."""
        self._writes.gate.clear()

    @rule()
    def let_go(self) -> None:
        """And no more."""
        self._writes.gate.set()
        self._run(settled())

    @rule(place=st.none() | _PLACES)
    def write_elsewhere(self, place: Place | None) -> None:
        """Another process writes, so what waits here may be done."""
        reach = None if place is None else self._writes.reach_of(place)
        self._ask(self._writes.write(reach=reach))

    @rule(fails=st.none() | _FAILURES)
    def restart(self, fails: object) -> None:
        """The bot is stopped: all is written and ended, unless that fails; then it comes again."""
        self._run(self._close(fails))
        if fails is None:
            assert (self._writes.unwritten, self._writes.open) == ([], set())
        # What it had heard and could not write is found by the one after it.
        self._untold |= {number for _, number, _ in self._writes.unwritten}
        self._run(self._start())

    async def _close(self, fails: object) -> None:
        self._writes.gate.set()
        await settled()
        self._writes.failures = [] if fails is None else [fails] * 9
        await self._at.scheduler.close()
        self._writes.failures.clear()

    @rule(place=st.none() | _PLACES)
    def flush(self, place: Place | None) -> None:
        """Somebody asks for notes."""
        self._ask(self._at.scheduler.flush(place))

    @rule(place=st.none() | _PLACES, reason=st.sampled_from(EndReason))
    def end(self, place: Place | None, reason: EndReason) -> None:
        """Somebody leaves a room."""
        self._ask(self._at.scheduler.end_session(place, reason=reason))

    @precondition(lambda self: self._asking)
    @rule()
    def go_away(self) -> None:
        """Whoever asked does not wait."""
        self._asking.pop().cancel()
        self._run(settled())

    @invariant()
    def nothing_is_forgotten(self) -> None:
        """What no run has seen waits, but for what a run has in its hands.

        More may: what a run failed on that another, which somebody asked for, has written since.
        """
        if not self._writes.at_once:
            told = {number for _, number, _ in self._writes.unwritten} - self._untold
            assert self._at.scheduler.waiting >= len(told)

    @invariant()
    def it_runs_one_after_the_other(self) -> None:
        """Those who ask wait in the lock of the writer; what runs by itself has one worker."""
        asking = sum(not one.done() for one in self._asking)
        assert self._writes.at_once <= 1 + asking

    @invariant()
    def what_is_due_was_begun(self) -> None:
        """No reach sleeps over its time, but in the pause after a run that failed."""
        table = self._at.scheduler._timetable
        due = table.next_due()
        if not self._at.scheduler.is_running and due is not None:
            assert due > self._at.timer.now()

    def teardown(self) -> None:
        """In the end all is written and ended, as long as the disk is not full for ever."""
        try:
            self._run(self._end())
            assert self._writes.unwritten == []
            assert self._writes.open <= self._rooms_elsewhere
            assert self._at.scheduler.waiting == 0
            assert self._at.scheduler._timetable.is_empty
            self._run(self._close(None))
            assert self._writes.open == set()
        finally:
            self._loop.close()

    async def _end(self) -> None:
        self._writes.gate.set()
        await settled()
        self._writes.failures.clear()
        await self._at.timer.pass_s(HANDS_OFF)
        await asyncio.gather(*self._asking, return_exceptions=True)

    def _ask(self, doing: object) -> None:
        async def begun() -> None:
            self._asking.append(asyncio.ensure_future(doing))
            await settled()

        self._run(begun())

    def _run(self, doing: object) -> None:
        self._loop.run_until_complete(doing)


TestScheduler = SchedulerMachine.TestCase
TestScheduler.settings = settings(max_examples=60, stateful_step_count=30)
