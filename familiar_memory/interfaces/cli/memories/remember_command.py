"""`familiar remember`: keep a text, about somebody, something or nothing in particular."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.shared_options import (
    DryRunOption,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from familiar_memory.interfaces.cli.frame.opened import Opened
    from familiar_memory.life.records.record_change import RecordChange

__all__ = ["remember"]


@command(
    "remember",
    'familiar remember "The spare key is under the blue pot"',
    'familiar remember "Prefers short answers" --about Rowan --importance 8',
    'familiar remember "The stove is broken" --about kitchen --ttl 7d --tags house',
    'familiar remember "Movie night is on Friday" --place "#tavern" --dry-run',
)
def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to remember, on one line.")],
    about: Annotated[
        str | None,
        typer.Option(
            "--about",
            metavar="WHO|TOPIC",
            help="A person or topic: a name, id (discord:42) or note. A new name is a new topic.",
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--type", metavar="TYPE", help="semantic, episodic or procedural."),
    ] = None,
    tags: Annotated[
        str | None, typer.Option("--tags", metavar="A,B", help="Tags, divided by commas.")
    ] = None,
    importance: Annotated[
        int | None, typer.Option("--importance", metavar="1..10", help="Default: 5.")
    ] = None,
    ttl: Annotated[
        str | None,
        typer.Option(
            "--ttl", metavar="TIME", help="How long to keep it: 30m, 1h, 7d, 2w, a date or time."
        ),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option("--place", metavar="PLACE", help="Who may know it. Default: everyone."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="DAY", help="Since when it holds: a year, month or day, or 3d ago."
        ),
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DAY", help="Until when it holds, likewise.")
    ] = None,
    dry_run: DryRunOption = False,
) -> None:
    """Remember a text: one line in the note of whom or what it is about.

    What stands there already is not added again. A text such as "works_at:: Acme" is a fact;
    `familiar facts add` adds those too.
    """
    from familiar_memory.interfaces.cli.memories.given_day import given_day
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record
    from familiar_memory.life.memories.requests import NewMemory

    given = {
        "type": kind,
        "tags": None if tags is None else tuple(filter(None, map(str.strip, tags.split(",")))),
        "importance": importance,
        "ttl": ttl,
    }
    fields = {name: value for name, value in given.items() if value is not None}

    def keep(opened: Opened) -> Awaitable[RecordChange]:
        days = {"since": given_day(opened, since), "until": given_day(opened, until)}
        dated = {name: day for name, day in days.items() if day is not None}
        memory = NewMemory(text, about, place, fields | dated)
        return opened.familiar.memories.remember(memory, dry_run=dry_run, source=CLI)

    change_record(
        ctx,
        keep,
        dry_run=dry_run,
        may_name=about is not None,
    )
