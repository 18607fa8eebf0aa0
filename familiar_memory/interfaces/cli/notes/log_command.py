"""`familiar log`: who changed what, and when."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_changes, complete_notes
from familiar_memory.interfaces.cli.frame.moments import read_moment
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.changes.log import LogQuery

__all__ = ["log"]

_NOTHING = 1
_LIMIT = 20


@command(
    "log",
    "familiar log",
    "familiar log Rowan --diff",
    "familiar log --author human --since yesterday",
    "familiar log --curation --since 3d",
)
def log(
    ctx: typer.Context,
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A note, by path, name or id; or a folder. Default: all.",
            autocompletion=complete_notes,
        ),
    ] = "",
    author: Annotated[
        str | None,
        typer.Option(
            "--author",
            metavar="SOURCE",
            help="human, memory_writer, import, cli, undo, …; sleep is all that nights did besides"
            " writing up talk.",
        ),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch",
            metavar="ID",
            help="Only changes made together, by the id of their batch.",
            autocompletion=complete_changes,
        ),
    ] = None,
    ref: Annotated[
        str | None,
        typer.Option("--ref", metavar="REF", help="Only changes made because of this turn."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="DATE", help="A year, month, day or instant, or 6h, 3d, 2w ago."
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(
            "--limit", "-n", metavar="N", min=0, help="The most changes to show; 0 shows all."
        ),
    ] = _LIMIT,
    diff: Annotated[bool, typer.Option("--diff", "-d", help="Show what each change did.")] = False,
    ids: Annotated[
        bool, typer.Option("--ids", help="Print only the ids, one per line, for `undo`.")
    ] = False,
    curation: Annotated[
        bool,
        typer.Option(
            "--curation", help="What curation was asked to do at night, and what became of it."
        ),
    ] = False,
) -> None:
    """Show who changed which note, and when; newest first.

    `familiar undo ID` undoes a change. Exit code 1 when there are none.
    """
    from familiar_memory.inspection.changes.log import ChangeLog, LogQuery, changes_asked_for
    from familiar_memory.interfaces.cli.notes.log_view import show_changes, show_diffs
    from familiar_memory.interfaces.json_values.changes import log_json

    def query(parts: Parts) -> LogQuery:
        moment = None
        if since is not None:
            moment = read_moment(since, parts.setup.settings.zone, parts.setup.clock.now())
        return LogQuery(path, author, batch, ref, moment, limit)

    def asked(parts: Parts) -> ChangeLog:
        return changes_asked_for(parts, query(parts))

    run = Run(ctx)
    out = run.out
    if curation:
        if any((author, batch, ref, diff, ids)):
            raise UsageError(
                "the log of curation has no author, batch, turn, diff or id",
                "--curation with PATH, --since and --limit",
            )
        _show_curation(run, query)
        return
    found = run.ask(asked, settled=True)
    if ids and not out.is_json:
        for entry, _ in found.changes:
            out.raw(f"{entry.id}\n")
    else:
        show = show_diffs if diff else show_changes
        run.tell(found, show, partial(log_json, diff=diff))
    if found.has_more and not (out.is_json or ids):
        out.notice(f"there are more: only the newest {limit} are shown; --limit 0 shows all", "dim")
    if not found.changes:
        if not out.is_json:
            narrowed = any((author, batch, ref, since))
            out.notice(_nothing_text(found.path, is_narrowed=narrowed))
        raise typer.Exit(_NOTHING)


def _show_curation(run: Run, query: Callable[[Parts], LogQuery]) -> None:
    from familiar_memory.inspection.changes.curated import curation_asked_for
    from familiar_memory.interfaces.cli.notes.curation_view import show_curation
    from familiar_memory.interfaces.json_values.changes import curation_json

    found = run.ask(lambda parts: curation_asked_for(parts, query(parts)), settled=True)
    run.tell(found, show_curation, curation_json)
    if found.has_more and not run.out.is_json:
        run.out.notice("there are more: --limit 0 shows all", "dim")
    if not found.ops:
        if not run.out.is_json:
            which = "such entry" if found.path else "entry yet"
            run.out.notice(f"the log of curation has no {which}")
        raise typer.Exit(_NOTHING)


def _nothing_text(path: str, *, is_narrowed: bool) -> str:
    about = f" of {path}" if path else ""
    such = "no such change" if is_narrowed else "no change"
    return f"{such}{about} is known" + ("" if about or is_narrowed else " yet")
