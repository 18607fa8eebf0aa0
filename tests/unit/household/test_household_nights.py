"""Those of a household who are asleep wake up for their nights, one after the other."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

from scheduled_writer import ManualTimer

from familiar_memory.errors import HistoryError
from familiar_memory.household.nights import MissedNights

BEGAN = datetime(2026, 2, 2, 19, tzinfo=UTC)


class _Household:
    """Notes who was woken up, and when."""

    def __init__(self) -> None:
        self.timer = ManualTimer()
        self.woken: list[tuple[str, datetime]] = []
        self.broken: set[str] = set()
        self.busy: set[str] = set()
        self.nights = MissedNights(self._wake, self.now, timer=self.timer)

    def now(self) -> datetime:
        return BEGAN + timedelta(seconds=self.timer.now())

    async def _wake(self, name: str) -> bool:
        self.nights.woke_up(name)
        self.woken.append((name, self.now()))
        if name in self.broken:
            raise HistoryError("damaged")
        return name not in self.busy


async def test_whoever_is_asleep_is_woken_up_when_due():
    """The one whose night is due longest first; one that has no nights sleeps on."""
    at = _Household()
    for name, hours in (("ember", 7), ("moss", 7.001), ("ash", 8)):
        at.nights.fell_asleep(name, BEGAN + timedelta(hours=hours))
    at.nights.fell_asleep("elder", None)
    await at.timer.pass_s(6.99 * 3600)
    assert at.woken == []
    await at.timer.pass_s(2 * 3600)
    assert [name for name, _ in at.woken] == ["ember", "moss", "ash"]
    assert at.woken[0][1] == BEGAN + timedelta(hours=7)


async def test_whoever_is_awake_looks_after_it_by_themselves():
    """And is on the list again when they fall asleep."""
    at = _Household()
    at.nights.fell_asleep("ember", BEGAN + timedelta(hours=1))
    at.nights.woke_up("ember")
    await at.timer.pass_s(2 * 3600)
    assert at.woken == []
    at.nights.fell_asleep("ember", BEGAN + timedelta(hours=3))
    await at.timer.pass_s(2 * 3600)
    assert at.woken == [("ember", BEGAN + timedelta(hours=3))]


async def test_one_that_does_not_wake_up_keeps_nobody_waiting():
    """The log says so, and it is tried again in an hour."""
    at = _Household()
    at.broken = {"ash"}
    for name in ("ash", "ember"):
        at.nights.fell_asleep(name, BEGAN)
    await at.timer.pass_s(60)
    assert [name for name, _ in at.woken] == ["ash", "ember"]
    at.broken = set()
    await at.timer.pass_s(2 * 3600)
    assert [name for name, _ in at.woken] == ["ash", "ember", "ash"]


async def test_a_night_that_another_process_goes_through_is_looked_at_an_hour_later(caplog):
    """Also where the familiar falls asleep at once, with the night still due; the log says so."""
    at = _Household()
    at.busy = {"ash"}
    at.nights.fell_asleep("ash", BEGAN)
    with caplog.at_level(logging.INFO):
        await at.timer.pass_s(60)
    at.nights.fell_asleep("ash", BEGAN)
    await at.timer.pass_s(1800)
    assert len(at.woken) == 1
    assert "another process goes through the night of ash" in caplog.messages
    at.busy = set()
    await at.timer.pass_s(3600)
    assert len(at.woken) == 2
    at.nights.fell_asleep("ash", BEGAN + timedelta(hours=24))
    await at.timer.pass_s(24 * 3600)
    assert [moment for _, moment in at.woken[2:]] == [BEGAN + timedelta(hours=24)]


async def test_one_whose_next_night_is_unknown_is_woken_up_in_an_hour():
    """Else it had no nights until somebody needs it."""
    at = _Household()
    at.nights.try_later("ash")
    await at.timer.pass_s(3599)
    assert at.woken == []
    await at.timer.pass_s(900)
    assert [name for name, _ in at.woken] == ["ash"]


async def test_stopped_it_wakes_nobody():
    """When the household is closed."""
    at = _Household()
    at.nights.fell_asleep("ember", BEGAN + timedelta(hours=1))
    await at.nights.stop()
    await at.timer.pass_s(2 * 3600)
    assert at.woken == []
