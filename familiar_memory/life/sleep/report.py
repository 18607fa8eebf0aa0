"""What came of a night, and how the cycles stand, as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from familiar_memory.history.nights.night import KeptNight, KeptStep
from familiar_memory.maintenance.sleep.step import StepReport

__all__ = ["CycleStatus", "DoneStep", "SleepReport", "SleepSink", "SleepStatus"]


@dataclass(frozen=True, slots=True)
class DoneStep:
    """A step, and what it came to."""

    name: str
    report: StepReport


@dataclass(frozen=True, slots=True)
class SleepReport:
    """What the steps of one run came to, in their order.

    `cycle` is which one it was, "by hand" for single steps; `at` is its moment. `earlier` are the
    steps that another process had done before it died, as the ledger has them. `unposted` says why
    its line did not get to the webhook, without the address; "" where there is nothing to be said.
    """

    cycle: str
    at: datetime
    steps: tuple[DoneStep, ...] = ()
    is_dry_run: bool = False
    earlier: tuple[KeptStep, ...] = ()
    unposted: str = ""

    @property
    def resumed(self) -> tuple[str, ...]:
        """The names of the steps that an earlier process had done."""
        return tuple(one.name for one in self.earlier)

    @property
    def failed(self) -> tuple[DoneStep, ...]:
        """The steps that left something over, or all of it; the next night tries that again."""
        return tuple(one for one in self.steps if one.report.status.failure)


SleepSink: TypeAlias = Callable[[SleepReport, str], object]
"""Who hears of each run: is given what came of it, and the same in a line."""


@dataclass(frozen=True, slots=True)
class CycleStatus:
    """How one cycle stands: when it ran last, and when it is due next, in UTC.

    `nights` are its last run and the last ones that came to something, the newest first.
    """

    name: str
    is_enabled: bool
    cron: str
    zone: str
    steps: tuple[str, ...]
    last: KeptNight | None
    due: datetime | None
    nights: tuple[KeptNight, ...] = ()


@dataclass(frozen=True, slots=True)
class SleepStatus:
    """How all stand. `is_scheduled`: this process runs them by itself.

    `by_hand` are runs of single steps that somebody asked for, as the `nights` of a cycle.
    """

    cycles: tuple[CycleStatus, ...]
    is_scheduled: bool = False
    by_hand: tuple[KeptNight, ...] = ()
