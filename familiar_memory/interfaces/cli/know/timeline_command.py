"""`familiar timeline`: how the facts about somebody or something came and went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import AuthorOption, PlaceOption

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from familiar_memory.inspection.knowledge.fact import FactAnswer

__all__ = ["timeline"]


@command(
    "timeline",
    "familiar timeline Rowan",
    "familiar timeline acme-corp --as-of 2025-01-01",
    "familiar timeline discord:42 --place discord-lantern.tavern --json",
)
def timeline(
    ctx: typer.Context,
    entity: Annotated[
        str,
        typer.Argument(metavar="ENTITY", help="A name, alias, slug, platform:id, or path."),
    ],
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="WHEN",
            help="Only what had begun by then (a day, month or year: its end).",
        ),
    ] = None,
    place: PlaceOption = None,
    author: AuthorOption = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="N", min=1, help="The most entries.")
    ] = None,
) -> None:
    """Show every fact ever noted of a person or subject, in the order in which they began.

    What has ended and what was wrong is there too, with who said it, when it was learned, and
    what took its place. Exit code 1 when no fact is known.
    """
    from familiar_memory.interfaces.cli.know.asked_facts import AskedAs, Reader, tell_facts
    from familiar_memory.interfaces.cli.know.fact_view import show_timeline

    def ask(opened: Opened, reader: Reader) -> Awaitable[FactAnswer]:
        return opened.familiar.knowledge.timeline(
            entity,
            as_of=reader.as_of,
            place=reader.place,
            author=reader.author,
            limit=limit,
        )

    nothing = f"no fact is known of {entity!r}"
    others = "that had begun then; without --as-of there is more"
    asked = AskedAs(place, author, as_of)
    tell_facts(Run(ctx), entity, asked, ask, show_timeline, nothing, others)
