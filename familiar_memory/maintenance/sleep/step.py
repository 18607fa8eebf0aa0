"""What a step of the night is: pure of the event loop, and of who gave the model."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import Protocol, TypeAlias

from familiar_memory.history.nights.night import StepStatus
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.sleep.failures import StepFailure

__all__ = ["Night", "Preview", "SleepStep", "StepReport", "StepRun", "StepStatus"]


@dataclass(frozen=True, slots=True)
class Night:
    """One run of a cycle.

    `at` is its moment, aware: a night that is resumed after a crash keeps the one it began with.
    `zone` is that in which days are cut, `batch` joins its changes in the journal. `is_forced`: a
    person asked for this very step, so what switches it off by default does not. With `has_model`
    a step may ask; without, it does what can be done without. `since` is for a dry run: show what
    going back to that moment would do.
    """

    at: datetime
    zone: tzinfo
    batch: str
    is_dry_run: bool = False
    is_forced: bool = False
    has_model: bool = False
    since: datetime | None = None

    @property
    def day(self) -> date:
        """The calendar day of the moment, in the zone."""
        return self.at.astimezone(self.zone).date()


@dataclass(frozen=True, slots=True)
class Preview:
    """What a note is, and what it would be; "" where there is none."""

    path: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a step came to. It holds no words of notes or talk but in `previews` and `problem`.

    `counts` are numbers by what they count ("appended", "removed"), in the order in which people
    read them; `changed` are the paths that were written, or would be; `lines` say in whole
    sentences, for the owner, what a count cannot; `failures` are the rooms and notes of which
    something could not be done, `problem` why the step as a whole failed. `previews` are filled in
    a dry run.
    """

    status: StepStatus
    counts: Mapping[str, int] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    previews: tuple[Preview, ...] = ()
    problem: str = ""
    failures: tuple[StepFailure, ...] = ()


StepRun: TypeAlias = Generator[ChatRequest, Completion, StepReport]
"""A step under way: it yields what a model is to be asked, is sent the reply, and returns its
report. Where the model fails, its error (`ModelError`) is raised at the `yield`. It is driven in
threads, each piece between two questions in one, and may be closed at a question."""


class SleepStep(Protocol):
    """One thing that is done to a memory at night.

    To do it again changes nothing: what it has dealt with stands in the history, as a watermark or
    in the ledger, and is set after what it stands for. With `night.is_dry_run` nothing is written,
    neither notes nor marks.
    """

    @property
    def name(self) -> str:
        """What `familiar sleep --step` calls it: a word."""

    def run(self, night: Night) -> StepRun:
        """Do it.

        Raises:
            FamiliarError: it cannot be done; nothing is lost, and the next night tries again.
        """
