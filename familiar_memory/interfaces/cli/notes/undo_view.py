"""How an undo looks: the plan, what is in the way, and what was done."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING

from rich.text import Text

from familiar_memory.inspection.changes.change import short, who, word
from familiar_memory.inspection.changes.diff import diff_lines
from familiar_memory.interfaces.cli.notes.diff_view import show_diff
from familiar_memory.store.undo.plan import (
    UndoWay,
)

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.store.journal.base import JournalReader
    from familiar_memory.store.undo.plan import (
        PlannedFile,
        UndoConflict,
        UndoPlan,
        UndoReport,
    )

__all__ = ["show_plan", "tell_batch", "tell_done"]


def show_plan(plan: UndoPlan, zone: tzinfo, out: Output, *, dry_run: bool) -> None:
    """What would be taken back, what becomes of each note, and what is in the way."""
    for entry in plan.entries:
        moment = f"{entry.time.astimezone(zone):%Y-%m-%d %H:%M}"
        told = f"{moment}  {who(entry)} {word(entry)} {entry.path}"
        out.print(Text.assemble(("undo  ", "bold"), (short(entry.id), "yellow"), f"  {told}"))
    # Where something is in the way, nothing becomes of any note.
    for file in () if plan.conflicts else plan.files:
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
        is_kept = any(file.way is UndoWay.KEPT for file in plan.files)
        why = "nothing else was changed" if is_kept else "every note is as it was before the change"
        out.notice(f"nothing to do: {why}")
    elif dry_run:
        out.notice("nothing was changed: this was a dry run")


def _conflict_text(conflict: UndoConflict, zone: tzinfo) -> str:
    later = "".join(
        f"\n  changed later: {short(entry.id)}  {entry.time.astimezone(zone):%Y-%m-%d %H:%M}"
        f"  {who(entry)} {word(entry)} it"
        for entry in conflict.later
    )
    return f"{conflict.path}: {conflict.why}{later}"


def tell_batch(plan: UndoPlan, journal: JournalReader, out: Output) -> None:
    """Where one change of several was named: how to take back all of them."""
    batch = plan.entries[0].batch
    if len(plan.entries) > 1 or batch is None:
        return
    others = sum(1 for _ in journal.entries(batch=batch)) - 1
    if others:
        out.notice(
            f"it was made together with {others} more: `familiar undo {short(batch)}`"
            " undoes them all",
            "dim",
        )


def _file_text(file: PlannedFile) -> str:
    path = file.path
    match file.way:
        case UndoWay.MOVED:
            return f"  {file.moved_from or ''} goes back to {path}"
        case UndoWay.UNTOUCHED:
            return f"  {path} is as it was before, and stays"
        case UndoWay.KEPT:
            return f"  {path} stays as it is: what was decided there stays decided"
        case UndoWay.MERGED:
            return f"  {path} loses this change; later edits stay"
        case UndoWay.REJOINED:
            return f"  {path} gets the overwritten lines again; what was typed stays"
        case _:
            pass
    if file.then is None:
        return f"  {path} is removed: this change created it"
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


def tell_done(report: UndoReport, out: Output) -> None:
    """What was done, and how to take it back again."""
    number = len(report.results)
    out.print(f"undone: {number} note{'' if number == 1 else 's'} changed")
    out.notice(f"`familiar undo {short(report.batch)}` undoes this undo", "dim")
