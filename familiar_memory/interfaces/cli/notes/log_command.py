"""`familiar log`: who changed what, and when."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.moments import day_text, read_moment
from familiar_memory.interfaces.cli.frame.note_places import place_of, was_ever
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible
from familiar_memory.interfaces.cli.notes.change_view import (
    Versions,
    change_json,
    lines_text,
    short,
    style_of,
    versions_of,
    who,
    word,
)
from familiar_memory.interfaces.cli.notes.diff_view import diff_lines, show_diff

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo

    from rich.table import Table
    from rich.text import Text

    from familiar_memory.familiar import Familiar
    from familiar_memory.store.journal.entry import JournalEntry

__all__ = ["register"]

_EXAMPLES = examples(
    "familiar log",
    "familiar log people/discord-42 --diff",
    "familiar log --author human --since yesterday",
)
_NOTHING = 1
_LIMIT = 20
_WIDE = 110
_WIDEST = 22
_LINE_STYLES = {"+": "green", "-": "red"}
_DONE_STYLES = {"given up": "red", "cut off": "red", "first seen": "dim", "deleted": "yellow"}


@dataclass(frozen=True, slots=True)
class _Question:
    """What was asked for, as given."""

    path: str
    author: str | None
    batch: str | None
    ref: str | None
    since: str | None
    limit: int


@dataclass(frozen=True, slots=True)
class _Answer:
    """Changes, newest first, with what each led from and to."""

    changes: tuple[tuple[JournalEntry, Versions], ...]
    has_more: bool
    path: str
    zone: tzinfo


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("log", cls=FamiliarCommand, epilog=_EXAMPLES)(_log)


def _log(
    ctx: typer.Context,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A note or a folder. Default: all.")
    ] = "",
    author: Annotated[
        str | None,
        typer.Option(
            "--author", metavar="SOURCE", help="human, memory_writer, import, cli, undo, …"
        ),
    ] = None,
    batch: Annotated[
        str | None, typer.Option("--batch", metavar="ID", help="Changes that were made together.")
    ] = None,
    ref: Annotated[
        str | None, typer.Option("--ref", metavar="REF", help="Changes made from this turn.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="A day, an instant, or 6h, 3d, 2w ago."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=0, help="Most changes; 0: all of them.")
    ] = _LIMIT,
    diff: Annotated[bool, typer.Option("--diff", "-d", help="Show what each change did.")] = False,
    ids: Annotated[
        bool, typer.Option("--ids", help="Print only the ids, one a line, as `undo` takes them.")
    ] = False,
) -> None:
    """Tell who changed which note, and when; the newest change comes first.

    `familiar undo ID` takes a change back. Exit code 1 when there is none.
    """
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)
    question = _Question(path, author, batch, ref, since, limit)

    async def work(familiar: Familiar) -> _Answer:
        return await asyncio.to_thread(_answer, familiar, question)

    answer = with_familiar(call, out, work, settled=True)
    if out.is_json:
        changes = [_as_json(entry, seen, answer.zone, diff) for entry, seen in answer.changes]
        out.json({"changes": changes, "truncated": answer.has_more})
    elif ids:
        for entry, _ in answer.changes:
            out.raw(f"{entry.id}\n")
    elif diff:
        _show_diffs(answer, out)
    elif out.is_rich:
        _show_for_a_person(answer, out)
    else:
        _show_table(answer, out)
    if answer.has_more and not (out.is_json or ids):
        out.notice(f"there are more: only the newest {limit} are shown; --limit 0 shows all", "dim")
    if not answer.changes:
        if not out.is_json:
            out.notice(_nothing_text(answer.path, question))
        raise typer.Exit(_NOTHING)


def _answer(familiar: Familiar, question: _Question) -> _Answer:
    zone = familiar.parts.settings.zone
    path = place_of(question.path, was_ever(familiar))
    found = _found(familiar, question, path)
    most = question.limit or None
    entries = list(islice(found, most))
    has_more = most is not None and next(found, None) is not None
    changes = tuple((entry, versions_of(entry, familiar.journal)) for entry in entries)
    return _Answer(changes, has_more, path, zone)


def _found(familiar: Familiar, question: _Question, path: str) -> Iterator[JournalEntry]:
    from familiar_memory.store.journal.entry import BASELINE_SOURCE

    since = None
    if question.since is not None:
        since = read_moment(question.since, familiar.parts.settings.zone, familiar.now())
    batch = question.batch
    if batch is not None:
        # The beginning of an id is enough here too.
        batch = next((e.batch for e in familiar.journal.find(batch) if e.batch), batch)
    entries = familiar.journal.entries(
        path or None,
        source=question.author,
        refs=None if question.ref is None else {question.ref},
        batch=batch,
        newest_first=True,
        follow=True,
    )
    # The first sight of every file says little, unless one file is asked about.
    hides_baseline = not path and question.author != BASELINE_SOURCE
    for entry in entries:
        if since is not None and entry.time < since:
            continue
        if not (hides_baseline and entry.source == BASELINE_SOURCE):
            yield entry


def _nothing_text(path: str, question: _Question) -> str:
    about = f" of {path}" if path else ""
    narrowed = any((question.author, question.batch, question.ref, question.since))
    such = "no such change" if narrowed else "no change"
    return f"{such}{about} is known" + ("" if about or narrowed else " yet")


def _as_json(entry: JournalEntry, seen: Versions, zone: tzinfo, diff: bool) -> dict[str, Any]:
    value = change_json(entry, seen, zone)
    if diff:
        lines = None if seen.problem else list(diff_lines(entry.path, seen.before, seen.after))
        value |= {"diff": lines, "diff_problem": seen.problem or None}
    return value


def _place(entry: JournalEntry) -> str:
    return entry.path if entry.moved_to is None else f"{entry.path} → {entry.moved_to}"


def _show_table(answer: _Answer, out: Output) -> None:
    """One line a change, aligned: for a pipe."""
    if not answer.changes:
        return
    rows = [
        (
            short(entry.id),
            f"{entry.time.astimezone(answer.zone):%Y-%m-%d %H:%M}",
            who(entry),
            word(entry),
            _place(entry),
            lines_text(entry, seen),
            short(entry.batch or ""),
        )
        for entry, seen in answer.changes
    ]
    out.table(("id", "time", "who", "what", "note", "lines", "batch"), rows)


def _show_for_a_person(answer: _Answer, out: Output) -> None:
    """A heading a day, a line a change; the batch only where there is room for it."""
    from rich.text import Text

    is_wide = out.console.width >= _WIDE
    rows = [(entry, _cells(entry, seen, answer.zone)) for entry, seen in answer.changes]
    widths = [max((cells[at].cell_len for _, cells in rows), default=0) for at in range(5)]
    for number, (day, changes) in enumerate(
        groupby(rows, key=lambda row: row[0].time.astimezone(answer.zone).date())
    ):
        if number:
            out.print()
        out.print(Text(day_text(day), "bold"))
        table = _grid(widths)
        for entry, cells in changes:
            if is_wide and entry.batch:
                cells[-1].append(f"  in {short(entry.batch)}", "dim")
            table.add_row(*cells)
        out.print(table)


def _grid(widths: list[int]) -> Table:
    """A table without lines: the first columns as wide as given, the last as there is room."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for width in widths:
        table.add_column(width=min(width, _WIDEST), overflow="fold")
    table.add_column(overflow="fold")
    return table


def _cells(entry: JournalEntry, seen: Versions, zone: tzinfo) -> list[Text]:
    from rich.text import Text

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


def _show_diffs(answer: _Answer, out: Output) -> None:
    from rich.text import Text

    for number, (entry, seen) in enumerate(answer.changes):
        if number:
            out.print()
        moment = f"{entry.time.astimezone(answer.zone):%Y-%m-%d %H:%M}"
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
