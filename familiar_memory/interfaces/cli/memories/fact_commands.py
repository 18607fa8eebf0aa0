"""`familiar facts add`, `invalidate` and `delete`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.life.memories.record_change import RecordChange

__all__ = ["add", "delete", "invalidate"]

_REFUSED = 1


@command(
    "add",
    "familiar facts add Rowan works_at 'Acme Corp' --since 2026-01",
    "familiar facts add Lantern has_status open --place '#tavern'",
    "familiar facts add",
)
def add(
    ctx: typer.Context,
    subject: Annotated[
        str | None,
        typer.Argument(metavar="SUBJECT", help="A person or topic: a name, id or note."),
    ] = None,
    predicate: Annotated[
        str | None, typer.Argument(metavar="PREDICATE", help="Such as works_at or likes.")
    ] = None,
    object_: Annotated[
        str | None, typer.Argument(metavar="OBJECT", help="A text, or a link such as [[Acme]].")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DAY", help="Since when: a day, month or year.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DAY", help="Until when, if it is over.")
    ] = None,
    place: Annotated[
        str | None,
        typer.Option("--place", metavar="PLACE", help="Who may know it. Default: everyone."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen; write nothing.")
    ] = False,
) -> None:
    """Add a fact. It ends what it contradicts, whoever said that, and is not added twice.

    What is missing is asked for on a terminal. Lines that you wrote by hand are never struck: those
    that say something else are listed.
    """
    from familiar_memory.interfaces.cli.memories.fact_questions import asked_fact
    from familiar_memory.interfaces.cli.memories.told_change import tell_change

    run = Run(ctx)
    given = (subject, predicate, object_)
    if None in given and (run.out.is_json or not (sys.stdin.isatty() and sys.stderr.isatty())):
        missing = next(
            name
            for name, value in zip(("SUBJECT", "PREDICATE", "OBJECT"), given, strict=True)
            if value is None
        )
        raise UsageError(
            f"{missing} is missing, and there is no terminal to ask for it on",
            "familiar facts add SUBJECT PREDICATE OBJECT",
        )

    async def work(opened: Opened) -> RecordChange:
        fact = asked_fact(opened.parts.setup.vocabulary, given, since, until, place)
        return await opened.familiar.memories.add_fact(fact, dry_run=dry_run)

    tell_change(run, run.do(work, settled=True), dry_run=dry_run)


@command(
    "invalidate",
    "familiar facts invalidate people/Rowan.md#~1f0c22aa",
    "familiar facts invalidate people/Rowan.md:14 --on 2026-01-31",
)
def invalidate(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A fact: path#^id, path#~id or path:line.")
    ],
    on: Annotated[
        str | None, typer.Option("--on", metavar="DAY", help="When it ended. Default: today.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen; write nothing.")
    ] = False,
) -> None:
    """End a fact: it is struck through, and stays in its note and in the timeline."""
    from familiar_memory.interfaces.cli.memories.told_change import tell_change

    run = Run(ctx)

    async def work(opened: Opened) -> RecordChange:
        return await opened.familiar.memories.invalidate(name, on, dry_run=dry_run)

    tell_change(run, run.do(work, settled=True), dry_run=dry_run, named=name)


@command(
    "delete",
    "familiar facts delete people/Rowan.md#~1f0c22aa --dry-run",
    "familiar facts delete people/Rowan.md:14 --yes",
)
def delete(
    ctx: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A record: path#^id, path#~id or path:line.")
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen; write nothing.")
    ] = False,
) -> None:
    """Take a line out of its note. `familiar undo` brings it back; `familiar forget` is for good.

    If others were merged into it, they hold again.
    """
    from familiar_memory.interfaces.cli.memories.told_change import tell_change

    run = Run(ctx)
    out = run.out

    async def work(opened: Opened) -> RecordChange | None:
        memories = opened.familiar.memories
        if dry_run or yes:
            return await memories.delete(name, dry_run=dry_run)
        before = await memories.delete(name, dry_run=True)
        if before.is_done:
            if not _agreed(out, before.text):
                out.notice("nothing was changed")
                return None
            return await memories.delete(name, was=before.text)
        return before

    change = run.do(work, settled=True)
    if change is None:
        raise typer.Exit(_REFUSED)
    tell_change(run, change, dry_run=dry_run, named=name)


def _agreed(out: Output, text: str) -> bool:
    """Ask the person; where nobody can answer, only `--yes` is an answer."""
    if out.is_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError(
            "nothing was changed: there is no terminal to ask on",
            "--yes to delete without asking, --dry-run to look first",
        )
    out.notice(text)
    return typer.confirm("Delete this line?", err=True)
