"""`familiar facts add`, `invalidate` and `delete`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import (
    DryRunOption,
    RecordArgument,
    YesOption,
)

if TYPE_CHECKING:
    from familiar_memory.life.records.record_change import RecordChange

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
        str | None,
        typer.Option("--since", metavar="DAY", help="Since when: a year, month or day, or 3d ago."),
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DAY", help="Until when, if it is over.")
    ] = None,
    place: Annotated[
        str | None,
        typer.Option("--place", metavar="PLACE", help="Who may know it. Default: everyone."),
    ] = None,
    dry_run: DryRunOption = False,
) -> None:
    """Add a fact. It ends what it contradicts, whoever said that, and is not added twice.

    What is missing is asked for on a terminal. Lines that you wrote by hand are never struck: those
    that say something else are listed.
    """
    from familiar_memory.interfaces.cli.memories.fact_questions import asked_fact
    from familiar_memory.interfaces.cli.memories.given_day import given_day
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record

    given = (subject, predicate, object_)
    if None in given and not Run(ctx).can_ask:
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
        days = (given_day(opened, since), given_day(opened, until))
        fact = asked_fact(opened.parts.setup.vocabulary, given, days, place)
        return await opened.familiar.memories.add_fact(fact, dry_run=dry_run, source=CLI)

    change_record(ctx, work, dry_run=dry_run, may_name=True)


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
        str | None,
        typer.Option(
            "--on",
            metavar="DAY",
            help="When it ended: a year, month or day, or 3d ago. Default: today.",
        ),
    ] = None,
    dry_run: DryRunOption = False,
) -> None:
    """End a fact: it is struck through, and stays in its note and in the timeline."""
    from familiar_memory.interfaces.cli.memories.given_day import given_day
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record

    change_record(
        ctx,
        lambda opened: opened.familiar.memories.invalidate(
            name, given_day(opened, on), dry_run=dry_run, source=CLI
        ),
        dry_run=dry_run,
        named=name,
    )


@command(
    "delete",
    "familiar facts delete people/Rowan.md#~1f0c22aa --dry-run",
    "familiar facts delete people/Rowan.md:14 --yes",
)
def delete(
    ctx: typer.Context,
    name: RecordArgument,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Take a line out of its note. `familiar undo` brings it back; `familiar forget` is for good.

    If others were merged into it, they hold again.
    """
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record

    async def work(opened: Opened) -> RecordChange:
        memories = opened.familiar.memories
        if dry_run or yes:
            return await memories.delete(name, dry_run=dry_run, source=CLI)
        before = await memories.delete(name, dry_run=True, source=CLI)
        if not before.is_done:
            return before
        if not Run(ctx).is_agreed("Delete this line?", before.text):
            raise typer.Exit(_REFUSED)
        return await memories.delete(name, was=before.text, source=CLI)

    change_record(ctx, work, dry_run=dry_run, named=name)
