"""How a night looks: a row a step, what would change as a diff, and what failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from familiar_memory.history.nights.night import StepStatus
from familiar_memory.inspection.changes.diff import diff_lines
from familiar_memory.interfaces.cli.frame.output import Output, how_many
from familiar_memory.interfaces.cli.notes.diff_view import show_diff
from familiar_memory.interfaces.json_values.encoder import as_json
from familiar_memory.life.sleep.report import DoneStep, SleepReport
from familiar_memory.life.sleep.summary import news_of
from familiar_memory.maintenance.sleep.step import Preview, StepReport

__all__ = ["reports_json", "show_reports"]

_WORDS = {
    StepStatus.DONE: "",
    StepStatus.NOTHING: "nothing to do",
    StepStatus.OFF: "switched off",
    StepStatus.PARTLY: StepStatus.PARTLY.failure,
    StepStatus.FAILED: StepStatus.FAILED.failure,
}


def show_reports(reports: Sequence[SleepReport], out: Output) -> None:
    """A row a step; below, the sentences of the steps, their diffs, and what failed."""
    steps = [one for report in reports for one in report.steps]
    resumed = [name for report in reports for name in report.resumed]
    if resumed:
        out.print(f"an earlier run was cut off; it had done: {', '.join(resumed)}")
    if steps:
        out.table(("step", "result"), [(one.name, _what(one)) for one in steps])
    elif not resumed:
        out.print("every cycle is switched off; --step STEP still runs one")
    for step in steps:
        for line in step.report.lines:
            out.print(f"{step.name}: {line}")
    for preview in (one for step in steps for one in step.report.previews):
        show_diff(_diff(preview), out)
    for told in _written_twice(steps):
        out.print(told)
    changed = {path for step in steps for path in step.report.changed}
    if any(report.is_dry_run for report in reports):
        out.print(f"{how_many(len(changed), 'note')} would change; nothing was written")
    for step in steps:
        for failure in _failures(step.report):
            out.notice(f"{step.name}: {failure}", "red")


def reports_json(reports: Sequence[SleepReport]) -> list[dict[str, Any]]:
    """Each run with its steps; of a dry run the diffs too."""
    return [
        {
            "cycle": report.cycle,
            "at": as_json(report.at),
            "dry_run": report.is_dry_run,
            "resumed": list(report.resumed),
            "steps": [_step_json(one) for one in report.steps],
        }
        for report in reports
    ]


def _written_twice(steps: Sequence[DoneStep]) -> Iterator[str]:
    """Of a dry run: the notes of which several steps show what they would do, and what that is."""
    writers: dict[str, list[str]] = {}
    for step in steps:
        for path in dict.fromkeys(one.path for one in step.report.previews):
            writers.setdefault(path, []).append(step.name)
    notes: dict[str, list[str]] = {}
    for path, names in writers.items():
        if len(names) > 1:
            notes.setdefault(" and ".join(names), []).append(path)
    for who, paths in notes.items():
        yield (
            f"{who} write {', '.join(paths)}: each is shown alone; in a real night, the later one"
            " adds to the note, without near-duplicates"
        )


def _what(step: DoneStep) -> str:
    word, numbers = _WORDS[step.report.status], news_of(step.report.counts)
    return ": ".join(one for one in (word, numbers) if one) or _WORDS[StepStatus.NOTHING]


def _failures(report: StepReport) -> Iterator[str]:
    if report.problem:
        yield report.problem
        return
    for one in report.failures:
        yield f"{one.what}: {one.why}" if one.what else one.why


def _diff(preview: Preview) -> Iterator[str]:
    before, after = (text.encode() if text else None for text in (preview.before, preview.after))
    return diff_lines(preview.path, before, after)


def _step_json(step: DoneStep) -> dict[str, Any]:
    report = step.report
    found: dict[str, Any] = {
        "step": step.name,
        "status": report.status.value,
        "counts": dict(report.counts),
        "changed": list(report.changed),
        "lines": list(report.lines),
    }
    if report.problem:
        found["problem"] = report.problem
    if any(one.what for one in report.failures):
        found["failures"] = {one.what: one.why for one in report.failures}
    if report.previews:
        found["diffs"] = {one.path: list(_diff(one)) for one in report.previews}
    return found
