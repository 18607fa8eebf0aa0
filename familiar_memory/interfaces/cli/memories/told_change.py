"""A change of a record by a command: made, told, and the exit code that goes with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.json_values.memories import record_change_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from familiar_memory.interfaces.cli.frame.opened import Opened
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.life.records.record_change import RecordChange

__all__ = ["change_record"]

_CODES = {
    "not found": 1,
    "ambiguous": 1,
    "conflict": 1,
    "held": 1,
    "refused": 1,
    "failed": 3,
}
"""What was not done; that it was so already is no failure."""
_SHORT = 8


def change_record(
    ctx: typer.Context, make: Callable[[Opened], Awaitable[RecordChange]], *, dry_run: bool
) -> None:
    """Make a change, and print what became of the record.

    Raises:
        Exit: with 1 where it was not done, with 3 where the note could not be written.
    """
    run = Run(ctx)
    change = run.do(make, settled=True)
    run.tell(change, lambda told, out: _show(told, out, dry_run=dry_run), record_change_json)
    if code := _CODES.get(change.kind.value):
        raise typer.Exit(code)


def _show(change: RecordChange, out: Output, *, dry_run: bool) -> None:
    if change.name is None:
        reason = f": {change.reason}" if change.reason else ""
        out.notice(f"{change.kind.value}{reason}", "yellow")
        return
    out.print(f"{change.kind.value}: {visible(change.text)}")
    made = "  (a new note)" if change.is_in_new_note else ""
    out.print(f"  {visible(str(change.name))}{made}")
    for words, names in (
        ("ended", change.ended),
        ("live again", change.restored),
        ("written by hand, and says something else", change.contradicts),
    ):
        for name in names:
            out.print(f"  {words}: {visible(str(name))}")
    if not change.is_done and change.reason:
        out.notice(f"nothing was changed: {change.reason}", "dim")
    elif dry_run:
        out.notice("nothing was changed: this was a dry run", "dim")
    elif change.batch is not None:
        out.notice(f"`familiar undo {change.batch[:_SHORT]}` undoes it", "dim")
