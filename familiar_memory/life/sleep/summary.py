"""A night in a line: numbers and names of notes, and no words of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from familiar_memory.history.nights.night import StepStatus
from familiar_memory.life.sleep.report import DoneStep, SleepReport
from familiar_memory.maintenance.sleep.failures import failures_told
from familiar_memory.maintenance.sleep.step import StepReport

__all__ = ["news_of", "numbers_told", "summary_line"]

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


def summary_line(report: SleepReport, *, with_curation: bool = True) -> str:
    """What the night came to, step by step; "" where there is nothing to be said.

    `with_curation`: the lines in which the curation of each note is summed up are in it.
    """
    # Why a step failed that another process did, the ledger has in words that may quote.
    earlier = (DoneStep(one.name, StepReport(one.status, one.counts)) for one in report.earlier)
    steps = (*earlier, *report.steps)
    told = [one for step in steps for one in _told(step, with_curation=with_curation)]
    return f"{report.cycle}: {'; '.join(told)}" if told else ""


def numbers_told(counts: Mapping[str, int]) -> str:
    """Numbers by what they count, as people read them: `+3 appended, -1 removed, 2 held`."""
    return ", ".join(_told_number(what, number) for what, number in counts.items())


def _told_number(what: str, number: int) -> str:
    name = _ONE.get(what, what) if number == 1 else what
    return f"{_SIGNED.get(what, '')}{number} {name}"


def news_of(counts: Mapping[str, int]) -> str:
    """The same without what did not happen."""
    return numbers_told({what: number for what, number in counts.items() if number})


def _told(step: DoneStep, *, with_curation: bool) -> Iterator[str]:
    report = step.report
    if report.status.failure:
        # `problem` may quote what was said; it stands in `familiar sleep --status`.
        why = failures_told(report.failures)
        yield f"{step.name} {report.status.failure}{f': {why}' if why else ''}"
    if step.name == "curate":
        if with_curation and (report.changed or any(report.counts.get(what) for what in _SIGNED)):
            names = ", ".join(report.changed) or "notes"
            yield f"{names} curated: {numbers_told(report.counts)}"
        return
    news = news_of(report.counts)
    if news and report.status is not StepStatus.OFF:
        yield f"{step.name} {news}"
