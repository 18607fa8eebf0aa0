"""One run of a cycle as the history keeps it: numbers, and no words of notes or talk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

__all__ = ["MOST_NIGHTS", "KeptNight", "KeptStep", "Nights", "StepStatus"]

MOST_NIGHTS = 400
"""Of each cycle so many are kept: more than a year."""


class StepStatus(StrEnum):
    """How a step ended: `OFF` is switched off, `NOTHING` had nothing to do.

    `PARTLY`: a room or a note failed and waits, others were done.
    """

    DONE = "done"
    NOTHING = "nothing"
    OFF = "off"
    PARTLY = "partly"
    FAILED = "failed"

    @property
    def failure(self) -> str:
        """What is said of one that left something over; "" of one that did not."""
        return _FAILURES.get(self.value, "")


_FAILURES = {"failed": "failed", "partly": "failed in part"}


@dataclass(frozen=True, slots=True)
class KeptStep:
    """What a step came to, by what it counts.

    `problem` is what failed and why, "" where nothing did. It may quote, and has names: whatever
    is forgotten, all of them go.
    """

    name: str
    status: StepStatus
    at: datetime
    counts: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KeptNight:
    """One run of a cycle: `ended` is None until all of its steps have been gone through.

    `batch` joins its changes in the journal. Of several runs of one cycle only the newest can be
    open: whoever comes next ends it.
    """

    id: int
    cycle: str
    began: datetime
    batch: str
    ended: datetime | None = None
    steps: tuple[KeptStep, ...] = ()

    def step(self, name: str) -> KeptStep | None:
        """What one of its steps came to; None where it was not gone through."""
        return next((one for one in self.steps if one.name == name), None)


class Nights(Protocol):
    """The list of runs; every method raises `HistoryError` as the history does."""

    def begin(self, cycle: str, at: datetime, batch: str) -> KeptNight:
        """The run of a cycle that is open, else a new one."""

    def count_from(self, cycles: Iterable[str], at: datetime) -> None:
        """Enter a run without steps for those that never ran, in one transaction.

        It began and ended at that moment, so that the next one is due after it. One that is open
        stays so.
        """

    def note(self, night: int, step: KeptStep) -> None:
        """Enter what a step came to; again, it takes the place of what was entered."""

    def end(self, night: int, at: datetime) -> None:
        """All of its steps have been gone through."""

    def last(self, cycle: str) -> KeptNight | None:
        """The newest run of a cycle; None before the first."""

    def newest(self, limit: int = 20) -> list[KeptNight]:
        """The runs of all cycles, the newest first."""
