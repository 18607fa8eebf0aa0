"""How an export looks: the file, and what in it is not for everyone."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.inspection.sizes import size_text
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.json_values.reports import Exported
from familiar_memory.transfer.exporter import Confidence, Export

__all__ = ["Exported", "show_export", "told", "told_remarks"]


def show_export(exported: Exported, out: Output) -> None:
    """The file and its size; what the exporter remarks on stderr."""
    export = exported.export
    out.print(f"{exported.file}: {size_text(exported.size)}{_in_all(export.confidences)}")
    for remark in told_remarks(export):
        out.notice(remark)


def told_remarks(export: Export) -> list[str]:
    """What could not be carried over, a line each."""
    return [
        f"{remark.location}: {remark.text}" if remark.location else remark.text
        for remark in export.remarks
    ]


def told(one: Confidence) -> str:
    """Which lines are for whom, and whether they go out."""
    lines = _lines(one.lines)
    what = f"the whole note ({lines})" if one.is_whole else lines
    fate = "left out" if one.is_left_out else "in the file"
    return f"{one.path}: only for {one.audience}, {fate}: {what}"


def _in_all(confidences: Sequence[Confidence]) -> str:
    if not confidences:
        return ""
    lines = _lines(sum(one.lines for one in confidences))
    number = len({one.path for one in confidences})
    notes = "1 note" if number == 1 else f"{number:,} notes"
    if confidences[0].is_left_out:
        return f", without {lines} of {notes} that are not for everyone"
    return (
        f", with {lines} of {notes} that are not for everyone"
        " (--set audience=everyone leaves them out)"
    )


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number:,} lines"
