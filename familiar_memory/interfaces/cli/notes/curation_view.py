"""How the log of curation looks: a line an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.text.one_line import one_line
from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.inspection.changes.curated import CuratedLog
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_curation"]

_HEADS = ("time", "note", "for", "operation", "section", "what", "outcome")


def show_curation(found: CuratedLog, out: Output) -> None:
    """What was asked for, and what became of it."""
    rows = [
        (
            f"{one.time.astimezone(found.zone):%Y-%m-%d %H:%M}",
            one.note,
            one.reach,
            one.op,
            one_line(visible(one.heading)),
            one_line(visible(one.text)),
            one.came,
        )
        for one in found.ops
    ]
    if rows:
        out.table(_HEADS, rows)
