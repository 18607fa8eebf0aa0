"""`familiar undo`: take a change back, or all that were made with it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible
from familiar_memory.interfaces.cli.notes.change_view import short, who, word
from familiar_memory.interfaces.cli.notes.diff_view import diff_lines, show_diff

if TYPE_CHECKING:
    from datetime import tzinfo

    from familiar_memory.familiar import Familiar
    from familiar_memory.store.journal.journal import AuditJournal
    from familiar_memory.store.undo.plan import PlannedFile, UndoConflict, UndoPlan, UndoReport

__all__ = ["register"]

_EXAMPLES = examples(
    "familiar log",
    "familiar undo 4f3a12ab --dry-run",
    "familiar undo $(familiar log -n 1 --author human --ids)",
)
_CONFLICT = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("undo", cls=FamiliarCommand, epilog=_EXAMPLES)(_undo)


def _undo(
    ctx: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="ENTRY|BATCH", help="An id of `familiar log`; its beginning is enough."
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would become of each note, write nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="Of an edit that overwrote newer lines, also take back what was typed.",
        ),
    ] = False,
) -> None:
    """Take a change back, or a batch of them; what came later stays.

    An undo is a change too: it stands in the log and can itself be undone.
    Where later changes are in the way, nothing is written. Exit code 1 then.
    """
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar
    from familiar_memory.store.undo.plan import plan_undo

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> int:
        if not dry_run:
            familiar.refuse_read_only()
        zone = familiar.parts.settings.zone
        plan = await asyncio.to_thread(
            plan_undo, familiar.store, familiar.journal, target.strip(), whole=whole
        )
        if not out.is_json:
            _show_plan(plan, zone, out, dry_run=dry_run)
            _tell_batch(plan, familiar.journal, out)
        if plan.conflicts or dry_run or not plan.changes:
            if out.is_json:
                out.json(_as_json(plan, None, dry_run=dry_run))
            return _CONFLICT if plan.conflicts else 0
        if not yes and not _agreed(out):
            out.notice("nothing was changed")
            return _CONFLICT
        report = await asyncio.to_thread(plan.apply)
        if out.is_json:
            out.json(_as_json(plan, report, dry_run=False))
        else:
            _tell_done(report, out)
        return 0

    if code := with_familiar(call, out, work, settled=True):
        raise typer.Exit(code)


def _agreed(out: Output) -> bool:
    """Ask the person; where nobody can answer, only `--yes` is an answer."""
    if out.is_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "nothing was changed: nobody is here to say yes", "--yes does it, --dry-run shows it"
        )
    return typer.confirm("Do it?", err=True)


def _show_plan(plan: UndoPlan, zone: tzinfo, out: Output, *, dry_run: bool) -> None:
    from rich.text import Text

    for entry in plan.entries:
        moment = f"{entry.time.astimezone(zone):%Y-%m-%d %H:%M}"
        told = f"{moment}  {who(entry)} {word(entry)} {entry.path}"
        out.print(
            Text.assemble(("undo  ", "bold"), (short(entry.id), "yellow"), f"  {visible(told)}")
        )
    for file in plan.files:
        out.print(Text(_file_text(file), "" if file in plan.changes else "dim"))
        if dry_run and file.moved_from is None:
            _show_file_diff(file, out)
    for conflict in plan.conflicts:
        out.notice(f"conflict: {_conflict_text(conflict, zone)}", "red")
    if plan.conflicts:
        out.notice(
            "nothing was changed: undo the later changes first, or edit the note by hand", "red"
        )
    elif not plan.changes:
        out.notice("nothing to do: every note is as it was before the change")
    elif dry_run:
        out.notice("nothing was changed: this was a dry run")


def _conflict_text(conflict: UndoConflict, zone: tzinfo) -> str:
    later = "".join(
        f"\n  changed later: {short(entry.id)}  {entry.time.astimezone(zone):%Y-%m-%d %H:%M}"
        f"  {who(entry)} {word(entry)} it"
        for entry in conflict.later
    )
    return f"{conflict.path}: {conflict.why}{later}"


def _tell_batch(plan: UndoPlan, journal: AuditJournal, out: Output) -> None:
    """Where one change of several was named: how to take back all of them."""
    batch = plan.entries[0].batch
    if len(plan.entries) > 1 or batch is None:
        return
    others = sum(1 for _ in journal.entries(batch=batch)) - 1
    if others:
        out.notice(
            f"it was made together with {others} more: `familiar undo {short(batch)}`"
            " takes all back",
            "dim",
        )


def _file_text(file: PlannedFile) -> str:
    from familiar_memory.store.undo.plan import UndoWay

    path = visible(file.path)
    match file.way:
        case UndoWay.MOVED:
            return f"  {visible(file.moved_from or '')} goes back to {path}"
        case UndoWay.UNTOUCHED:
            return f"  {path} is as it was before, and stays"
        case UndoWay.MERGED:
            return f"  {path} loses this change; later edits stay"
        case UndoWay.REJOINED:
            return f"  {path} gets the overwritten lines again; what was typed stays"
        case _:
            pass
    if file.then is None:
        return f"  {path} goes: it was made by this change"
    if file.now is None:
        return f"  {path} comes back as it was"
    return f"  {path} becomes what it was before"


def _show_file_diff(file: PlannedFile, out: Output) -> None:
    for data in (file.now, file.then):
        try:
            (data or b"").decode("utf-8")
        except UnicodeDecodeError:
            out.print("    not text: the difference cannot be shown")
            return
    show_diff(diff_lines(file.path, file.now, file.then), out, "    ")


def _tell_done(report: UndoReport, out: Output) -> None:
    number = len(report.results)
    out.print(f"undone: {number} note{'' if number == 1 else 's'} changed")
    out.notice(f"`familiar undo {short(report.batch)}` takes that back again", "dim")


def _as_json(plan: UndoPlan, report: UndoReport | None, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "undone": [entry.id for entry in plan.entries],
        "batch": report.batch if report is not None else None,
        "notes": [_file_json(file, dry_run=dry_run) for file in plan.files],
        "conflicts": [
            {"path": one.path, "why": one.why, "later": [entry.id for entry in one.later]}
            for one in plan.conflicts
        ],
    }


def _file_json(file: PlannedFile, *, dry_run: bool) -> dict[str, Any]:
    value: dict[str, Any] = {
        "path": file.path,
        "way": file.way.value,
        "moved_from": file.moved_from,
        "exists": file.then is not None,
    }
    if dry_run:
        value["diff"] = list(diff_lines(file.path, file.now, file.then))
    return value
