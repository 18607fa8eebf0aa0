"""`familiar facts`: what is known, and what held at a moment; `familiar facts …` changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import reading_group
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import AuthorOption, PlaceOption

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from familiar_memory.inspection.knowledge.fact import FactAnswer

__all__ = ["facts"]

_HERE = "familiar_memory.interfaces.cli.memories.fact_commands"
_COMMANDS = {
    "add": f"{_HERE}:add",
    "invalidate": f"{_HERE}:invalidate",
    "delete": f"{_HERE}:delete",
}


@reading_group(
    "facts",
    _COMMANDS,
    "familiar facts",
    "familiar facts --entity Rowan",
    "familiar facts --entity Rowan --as-of 2024-06-01",
    "familiar facts --predicate works_at --json",
    "familiar facts --entity topics/acme-corp.md --place discord-lantern.tavern",
)
def facts(
    ctx: typer.Context,
    entity: Annotated[
        str | None,
        typer.Option(
            "--entity",
            metavar="WHO",
            help="Only facts about this person or subject, and facts that name them: a name,"
            " alias, slug, platform:id, or path.",
        ),
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="WHEN",
            help="What held then (a day, month or year: its end). Default: now.",
        ),
    ] = None,
    predicate: Annotated[
        str | None,
        typer.Option("--predicate", metavar="P", help="Only facts of this kind: works_at, …"),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what has ended, was wrong, or is yet to come.")
    ] = False,
    place: PlaceOption = None,
    author: AuthorOption = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="N", min=1, help="The most facts.")
    ] = None,
) -> None:
    """Show what is known: every fact that holds, with when and from whom it was learned.

    Exit code 1 when nothing is known.
    """
    if ctx.invoked_subcommand is not None:
        return
    from familiar_memory.interfaces.cli.know.asked_facts import AskedAs, Reader, tell_facts
    from familiar_memory.interfaces.cli.know.fact_view import show_facts

    def ask(opened: Opened, reader: Reader) -> Awaitable[FactAnswer]:
        return opened.familiar.knowledge.facts(
            entity,
            predicate=predicate,
            as_of=reader.as_of,
            place=reader.place,
            author=reader.author,
            include_retired=everything,
            limit=limit,
        )

    nothing = f"no such fact is known{'' if entity is None else f' of {entity!r}'}"
    when = "now" if as_of is None else "then"
    others = f"that holds {when}; --all shows what does not"
    tell_facts(Run(ctx), entity, AskedAs(place, author, as_of), ask, show_facts, nothing, others)
