"""Which steps belong together, and when they are due: a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from familiar_memory.errors import UsageError
from familiar_memory.maintenance.sleep.cron import next_due

if TYPE_CHECKING:
    from familiar_memory.config.settings import Settings
    from familiar_memory.history.nights.night import KeptNight

__all__ = ["BY_HAND", "Cycle", "checked_steps", "cycles_of", "going_back", "steps_back"]

BY_HAND = "by hand"
"""What the ledger calls the run of single steps that a person asked for: it puts nothing off."""
_AHEAD = timedelta(days=1)
"""A clock that is set back by less brings no night twice, and puts none off for longer."""
_STEPS = {
    "sleep": ("write", "days", "curate", "housekeep", "retain"),
    "channels": ("channels", "retain-channels"),
    "consolidation": ("consolidate",),
}
_GOING_BACK = ("days", "channels")
"""Those that read talk, each message once unless a person has them go back."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Steps that are done one after the other whenever `cron` says so in the `zone`."""

    name: str
    is_enabled: bool
    cron: str
    zone: tzinfo
    steps: tuple[str, ...]

    def due(self, last: KeptNight | None, now: datetime) -> datetime:
        """When it is due next, after its last run, or the first time from now on.

        What is in the past was missed, or was cut off, and is due now. So is what ran last by a
        clock that was far ahead: nobody knows when that was.
        """
        if last is None:
            return next_due(self.cron, now, self.zone)
        if last.ended is None or last.began - now > _AHEAD:
            return min(last.began, now)
        return next_due(self.cron, last.began, self.zone)


def cycles_of(settings: Settings) -> tuple[Cycle, ...]:
    """The cycles of a familiar, in the order in which they are gone through by hand."""
    own, rooms, merging = (
        settings.sleep_cycle,
        settings.channel_sleep_cycle,
        settings.consolidation,
    )
    zone = settings.zone
    return (
        Cycle("sleep", own.enabled, own.cron, zone, _STEPS["sleep"]),
        Cycle("channels", rooms.enabled, rooms.cron, UTC, _STEPS["channels"]),
        Cycle("consolidation", merging.enabled, merging.schedule, zone, _STEPS["consolidation"]),
    )


def checked_steps(given: Collection[str]) -> tuple[str, ...]:
    """These steps in the order in which a night goes through them, each once.

    Raises:
        UsageError: there is no such step.
    """
    known = tuple(step for steps in _STEPS.values() for step in steps)
    for one in given:
        if one not in known:
            raise UsageError(f"{one!r} is not a step of a night", f"one of: {', '.join(known)}")
    return tuple(one for one in known if one in given)


def steps_back(
    chosen: Sequence[str], cycles: Iterable[Cycle], since: datetime, now: datetime
) -> tuple[str, ...]:
    """The steps that go back to a moment: those that were chosen, or all that can and are not off.

    These are made of what the writer has written up, so it comes first where none is chosen.

    Raises:
        UsageError: one of them cannot, all that can are switched off, or it is no moment of the
            past.
    """
    if since.tzinfo is None:
        raise UsageError(f"{since.isoformat()} has no time zone", "a moment with a time zone")
    if since >= now:
        raise UsageError(f"{since.isoformat()} is not in the past", "a moment before now")
    for one in chosen:
        if one not in _GOING_BACK:
            raise UsageError(
                f"the step {one!r} cannot go back", f"one of: {', '.join(_GOING_BACK)}"
            )
    running = {step for cycle in cycles if cycle.is_enabled for step in cycle.steps}
    every = tuple(one for one in ("write", *_GOING_BACK) if one in running)
    if not chosen and not going_back(every):
        raise UsageError(
            "every step that can go back is switched off",
            f"--step with one of: {', '.join(_GOING_BACK)}",
        )
    return tuple(chosen) or every


def going_back(steps: Sequence[str]) -> tuple[str, ...]:
    """Those of the steps that can go back."""
    return tuple(one for one in steps if one in _GOING_BACK)
