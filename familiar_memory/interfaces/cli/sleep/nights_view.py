"""How the cycles stand, and what became of their last nights: `familiar sleep --status`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from familiar_memory.history.nights.night import KeptNight, KeptStep
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.life.sleep.report import CycleStatus, SleepStatus
from familiar_memory.life.sleep.summary import cycle_told, news_of

__all__ = ["show_nights"]

_UTC = "UTC"


def show_nights(
    status: SleepStatus, out: Output, *, zone: tzinfo, now: datetime, is_incognito: bool = False
) -> None:
    """A row a cycle; below, its last nights, and what was run by hand, the newest first."""
    rows = [
        (one.name, _cron(one), _due(one, zone, now), _last(one.last, zone)) for one in status.cycles
    ]
    out.table(("cycle", "cron", "next", "last"), rows, spare=("cron", "last"))
    for night in (*(one for cycle in status.cycles for one in cycle.nights), *status.by_hand):
        for line in _night(night, zone):
            out.print(line)
    out.print(_how_it_runs(status, is_incognito=is_incognito))


def _how_it_runs(status: SleepStatus, *, is_incognito: bool) -> str:
    if is_incognito:
        return "The familiar is incognito: nothing of memory is read or kept, and no night is run."
    if all(one.due is None for one in status.cycles):
        return "Every cycle is switched off; `familiar sleep --step STEP` still runs one step."
    return (
        "Cycles run by themselves in a bot that was opened with auto_write; "
        "`familiar sleep` runs them now."
    )


def _night(night: KeptNight, zone: tzinfo) -> Iterator[str]:
    """When it was, and each step of which there is something to be said."""
    head = f"{cycle_told(night.cycle)}, {_last(night, zone)}"
    told = [f"  {one.name}: {said}" for one in night.steps if (said := _came_to(one))]
    if told:
        yield head
        yield from told
    else:
        yield f"{head}: nothing to do"


def _came_to(step: KeptStep) -> str:
    news = news_of(step.counts)
    if not step.status.failure:
        return news
    why = step.problem or "the reason went with what was forgotten"
    return f"{step.status.failure}: {why}{f'; {news}' if news else ''}"


def _cron(cycle: CycleStatus) -> str:
    """Those of rooms are in UTC, whatever the zone in which times are shown."""
    return f"{cycle.cron} {_UTC}" if cycle.zone == _UTC else cycle.cron


def _due(cycle: CycleStatus, zone: tzinfo, now: datetime) -> str:
    if cycle.due is None:
        return "switched off"
    due = _at(cycle.due, zone)
    return due if cycle.due > now else f"due since {due}"


def _last(night: KeptNight | None, zone: tzinfo) -> str:
    if night is None or (night.ended is not None and not night.steps):
        return "never"
    began = _at(night.began, zone)
    return began if night.ended is not None else f"{began}, cut off"


def _at(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M} {zone}"
