"""How a log looks: a line a change, by day for a person; or what each did to the text."""

from __future__ import annotations

from datetime import tzinfo
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from familiar_memory.inspection.changes.change import short, who, word
from familiar_memory.inspection.changes.diff import diff_lines
from familiar_memory.interfaces.cli.frame.moments import day_text
from familiar_memory.interfaces.cli.frame.output import visible
from familiar_memory.interfaces.cli.notes.change_view import lines_text, style_of
from familiar_memory.interfaces.cli.notes.diff_view import show_diff

if TYPE_CHECKING:
    from familiar_memory.inspection.changes.change import Versions
    from familiar_memory.inspection.changes.log import ChangeLog
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["show_changes", "show_diffs"]

_WIDE = 110
"""Columns from which a change fits on one line."""
_WIDEST = 22
"""Columns of who made a change; a longer name is folded."""
_BETWEEN = 2
_FOR_THE_NOTE = 24
"""Columns in which most names of notes stand on one line or two."""
_SPARE = (4, 2, 0)
"""Cells that are left out where there is no room: lines, who, when."""
_LINE_STYLES = {"+": "green", "-": "red"}
_DONE_STYLES = {"given up": "red", "cut off": "red", "first seen": "dim", "deleted": "yellow"}


def show_changes(found: ChangeLog, out: Output) -> None:
    """A line a change: aligned in a pipe, under its day for a person."""
    (_show_for_a_person if out.is_rich else _show_table)(found, out)


def _place(entry: JournalEntry) -> str:
    return entry.path if entry.moved_to is None else f"{entry.path} → {entry.moved_to}"


def _show_table(found: ChangeLog, out: Output) -> None:
    """One line a change, aligned: for a pipe."""
    if not found.changes:
        return
    rows = [
        (
            short(entry.id),
            f"{entry.time.astimezone(found.zone):%Y-%m-%d %H:%M}",
            who(entry),
            word(entry),
            _place(entry),
            lines_text(entry, seen),
            short(entry.batch or ""),
        )
        for entry, seen in found.changes
    ]
    out.table(("id", "time", "who", "what", "note", "lines", "batch"), rows)


def _show_for_a_person(found: ChangeLog, out: Output) -> None:
    """A heading a day, a line a change; the batch only where there is room for it."""
    is_wide = out.console.width >= _WIDE
    rows = [(entry, _cells(entry, seen, found.zone)) for entry, seen in found.changes]
    widths = [max((cells[at].cell_len for _, cells in rows), default=0) for at in range(5)]
    kept = _fitting(widths, out.console.width)
    for number, (day, changes) in enumerate(
        groupby(rows, key=lambda row: row[0].time.astimezone(found.zone).date())
    ):
        if number:
            out.print()
        out.print(Text(day_text(day), "bold"))
        table = _grid([widths[at] for at in kept])
        for entry, cells in changes:
            if is_wide and entry.batch:
                cells[-1].append(f"  in {short(entry.batch)}", "dim")
            table.add_row(*(cells[at] for at in kept), cells[-1])
        out.print(table)


def _fitting(widths: list[int], columns: int) -> list[int]:
    """Which cells before the note are shown, by number: the note needs some room."""
    kept = list(range(len(widths)))
    for spare in _SPARE:
        if sum(min(widths[at], _WIDEST) + _BETWEEN for at in kept) + _FOR_THE_NOTE <= columns:
            break
        kept.remove(spare)
    return kept


def _grid(widths: list[int]) -> Table:
    """A table without lines: the first columns as wide as given, the last as there is room."""
    table = Table.grid(padding=(0, _BETWEEN, 0, 0))
    for width in widths:
        # Its own width and no less: half an id names nothing.
        table.add_column(width=min(width, _WIDEST), min_width=min(width, _WIDEST), overflow="fold")
    table.add_column(overflow="fold")
    return table


def _cells(entry: JournalEntry, seen: Versions, zone: tzinfo) -> list[Text]:
    done = word(entry)
    lines = Text()
    told = lines_text(entry, seen)
    for part in told.split(" "):
        style = "" if told.endswith("B") else _LINE_STYLES.get(part[:1], "")
        lines.append(" " if lines else "").append(part, style)
    return [
        Text(f"{entry.time.astimezone(zone):%H:%M}", "dim"),
        Text(short(entry.id), "yellow"),
        Text(visible(who(entry)), style_of(entry)),
        Text(done, _DONE_STYLES.get(done, "")),
        lines,
        Text(visible(_place(entry))),
    ]


def show_diffs(found: ChangeLog, out: Output) -> None:
    """Each change, and what it did to the text."""
    for number, (entry, seen) in enumerate(found.changes):
        if number:
            out.print()
        moment = f"{entry.time.astimezone(found.zone):%Y-%m-%d %H:%M}"
        head = Text.assemble(
            (short(entry.id), "yellow"),
            f"  {moment}  ",
            (visible(who(entry)), style_of(entry)),
            f"  {word(entry)} ",
            (visible(_place(entry)), "bold"),
        )
        if entry.batch:
            head.append(f"  in {short(entry.batch)}", "dim")
        if entry.refs:
            head.append(f"  from {visible(', '.join(entry.refs))}", "dim")
        out.print(head)
        if seen.problem:
            out.print(Text(f"    {seen.problem}", "dim"))
        else:
            show_diff(diff_lines(entry.path, seen.before, seen.after), out, "    ")
