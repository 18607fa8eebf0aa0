"""A night in a line: numbers and names of notes, and no words of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from familiar_memory.life.sleep.cycles import BY_HAND
from familiar_memory.life.sleep.report import DoneStep, SleepReport
from familiar_memory.maintenance.sleep.failures import failures_told
from familiar_memory.maintenance.sleep.step import StepReport

__all__ = ["came_to_anything", "cycle_told", "news_of", "numbers_told", "summary_line"]

_SIGNED = {"appended": "+", "added": "+", "removed": "-", "retired": "-", "new headings": "+"}
"""What comes to notes, and what goes from them."""
_ONE = {
    "audit entries dropped": "audit entry dropped",
    "messages": "message",
    "messages emptied": "message emptied",
    "rooms": "room",
    "turns": "turn",
    "versions dropped": "version dropped",
}
"""What one of them is called; a count keeps its name, and the line of a curated note its form."""
_SHOWN = {"of days": "into days"}
"""What people read of a count whose name the ledger keeps."""
_LOOKED_AT = ("turns", "messages", "rooms")
_CAME_TO_NOTHING = (*_LOOKED_AT, "not shown", "left as too old", "refused", "rejected")
"""Where there are these alone, nothing has changed, and nothing waits for anybody."""


def summary_line(report: SleepReport, *, with_curation: bool = True) -> str:
    """What the night came to, step by step; "" where nothing was changed, proposed or failed.

    `with_curation`: the lines in which the curation of each note is summed up are in it.
    """
    # Why a step failed that another process did, the ledger has in words that may quote.
    earlier = (DoneStep(one.name, StepReport(one.status, one.counts)) for one in report.earlier)
    steps = (*earlier, *report.steps)
    told = [one for step in steps for one in _told(report.cycle, step, with_curation=with_curation)]
    return f"{cycle_told(report.cycle)}: {'; '.join(told)}" if told else ""


def cycle_told(cycle: str) -> str:
    """What people read of which cycle it was."""
    return "run by hand" if cycle == BY_HAND else cycle


def came_to_anything(counts: Mapping[str, int]) -> bool:
    """Whether something was changed or proposed: to have looked at talk is nothing yet."""
    return any(number for what, number in counts.items() if what not in _CAME_TO_NOTHING)


def numbers_told(counts: Mapping[str, int]) -> str:
    """Numbers by what they count, as people read them: `+3 appended, -1 removed, 2 held`."""
    return ", ".join(_told_number(what, number) for what, number in counts.items())


def _told_number(what: str, number: int) -> str:
    name = _SHOWN.get(what, _ONE.get(what, what) if number == 1 else what)
    return f"{_SIGNED.get(what, '')}{number} {name}"


def news_of(counts: Mapping[str, int]) -> str:
    """The same without what did not happen: `269 messages read, nothing added`; "" for nothing."""
    happened = {what: number for what, number in counts.items() if number}
    if not happened or came_to_anything(happened):
        return numbers_told(happened)
    told = (
        f"{_told_number(what, number)}{' read' if what in _LOOKED_AT else ''}"
        for what, number in happened.items()
    )
    return f"{', '.join(told)}, nothing added"


def _told(cycle: str, step: DoneStep, *, with_curation: bool) -> Iterator[str]:
    report = step.report
    # The cycle `channels` begins with the step `channels`: it is named once.
    name = "" if step.name == cycle else f"{step.name} "
    if report.status.failure:
        # `problem` may quote what was said; it stands in `familiar sleep --status`.
        why = failures_told(report.failures)
        yield f"{name}{report.status.failure}{f': {why}' if why else ''}"
    if not report.changed and not came_to_anything(report.counts):
        return
    if step.name != "curate":
        yield f"{name}{news_of(report.counts)}"
    elif with_curation:
        names = ", ".join(report.changed) or "notes"
        yield f"{names} curated: {numbers_told(report.counts)}"
