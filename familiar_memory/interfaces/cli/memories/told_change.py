"""A change of a record by a command: made, told, and the exit code that goes with it."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import typer

from familiar_memory.inspection.near_names import near_names
from familiar_memory.interfaces.cli.frame.output import undo_hint
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.json_values.memories import record_change_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from familiar_memory.interfaces.cli.frame.opened import Opened
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.life.records.record_change import RecordChange

__all__ = ["CLI", "change_record"]

CLI = "cli"
"""Who makes a change, in the journal."""
_NOT_DONE, _NOT_WRITTEN = 1, 3
_INDENT, _STEP = 2, 2
_READ = 5_000
"""Names among which one like a new one is looked for."""
_WOULD = {
    "added": "would add",
    "changed": "would change",
    "counted again": "would count again",
    "retired": "would retire",
    "deleted": "would delete",
    "merged": "would merge",
    "moved": "would move",
}
"""What a dry run says in the place of what was done."""


def change_record(
    ctx: typer.Context,
    make: Callable[[Opened], Awaitable[RecordChange]],
    *,
    dry_run: bool,
    named: str | None = None,
    may_name: bool = False,
) -> None:
    """Make a change, and print what became of the record, which was asked for as `named`.

    `may_name`: it may be about somebody new; names like that are told, in case one was meant.

    Raises:
        Exit: with 1 where it was not done, with 3 where the note could not be written.
    """
    run = Run(ctx)

    async def work(opened: Opened) -> tuple[RecordChange, str]:
        change = await make(opened)
        return change, await _like(opened, change) if may_name else ""

    change, like = run.do(work, settled=True)
    run.tell(change, lambda told, out: _show(told, out, named, dry_run=dry_run), record_change_json)
    if like:
        run.out.notice(f"nothing was called so before; there is already: {like}", "yellow")
    if change.kind.is_failure:
        raise typer.Exit(_NOT_WRITTEN if change.kind.value == "failed" else _NOT_DONE)


async def _like(opened: Opened, change: RecordChange) -> str:
    """Names like that of a note that was made: who mistyped it is told. "" where none is."""
    if change.name is None or not change.is_in_new_note:
        return ""
    name = PurePosixPath(change.name.note).stem
    known = await opened.familiar.knowledge.entities(limit=_READ)
    others = (one.name for one in known.entities if one.name.casefold() != name.casefold())
    return ", ".join(near_names(name, others))


def _show(change: RecordChange, out: Output, named: str | None, *, dry_run: bool) -> None:
    from rich.text import Text

    if change.name is None:
        told = (change.kind.value, named, change.reason)
        out.notice(": ".join(filter(None, told)), "yellow")
        return
    done = _WOULD.get(change.kind.value, change.kind.value) if dry_run else change.kind.value
    out.print(f"{done}: {change.text}")
    made = "  (a new note)" if change.is_in_new_note else ""
    out.print(f"  {change.name!s}{made}")
    said = dict(change.said)
    for words, names in (
        ("would end" if dry_run else "ended", change.ended),
        ("would hold again" if dry_run else "holds again", change.restored),
        ("written by hand, and says something else", change.contradicts),
    ):
        for name in names:
            parts = (Text(f"{words}: {said[name]}"), Text(str(name), "dim"))
            out.hang_parts(parts, _INDENT + _STEP, _INDENT)
    if not change.is_done and change.reason:
        out.notice(f"nothing was changed: {change.reason}", "dim")
        return
    if change.reason:
        out.notice(change.reason, "yellow")
    if dry_run:
        out.notice("nothing was changed: this was a dry run", "dim")
    elif change.batch is not None:
        out.notice(undo_hint(change.batch), "dim")
