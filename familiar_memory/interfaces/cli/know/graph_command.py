"""`familiar graph`: who and what is near to an entity, or who is known best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import AuthorOption, PlaceOption
from familiar_memory.knowledge.entities.walk import DEFAULT_DEPTH, MOST_DEPTH

if TYPE_CHECKING:
    from familiar_memory.inspection.knowledge.graph.answer import Entities, KnownGraph
    from familiar_memory.interfaces.cli.know.asked_facts import Reader

__all__ = ["graph"]

_LISTED = 30


@command(
    "graph",
    "familiar graph",
    "familiar graph Rowan",
    "familiar graph acme-corp --depth 1 --place discord-lantern.tavern",
    "familiar graph Rowan --as-of 2024-06-01 --json",
    "familiar graph --type organization",
)
def graph(
    ctx: typer.Context,
    entity: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENTITY]",
            help="A name, alias, slug, platform:id, or path. Default: list the best known.",
        ),
    ] = None,
    depth: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=MOST_DEPTH, help="The most steps from the entity."),
    ] = DEFAULT_DEPTH,
    kind: Annotated[
        str | None,
        typer.Option(
            "--type",
            metavar="TYPE",
            help="In the list: only person, organization, place, project, technology or concept.",
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
    place: PlaceOption = None,
    author: AuthorOption = None,
    limit: Annotated[
        int,
        typer.Option("--limit", "-n", metavar="N", min=1, help="The most entities of the list."),
    ] = _LISTED,
) -> None:
    """Show who and what is near to a person or subject, and how they are tied.

    Ties are facts, relations such as `part_of:: [[Acme]]`, and links between notes. Exit code 1
    when nothing is known.
    """
    from familiar_memory.interfaces.cli.know.asked_facts import (
        AskedAs,
        names_like,
        reader_of,
        tell_known,
    )
    from familiar_memory.interfaces.cli.know.graph_view import show_entities, show_graph
    from familiar_memory.interfaces.json_values.knowledge import entities_json, graph_json

    run, asked_as = Run(ctx), AskedAs(place, author, as_of)

    async def near(opened: Opened) -> tuple[KnownGraph, str]:
        reader: Reader = reader_of(opened, asked_as)
        graph = await opened.familiar.knowledge.graph(
            entity or "",
            depth=depth,
            as_of=reader.as_of,
            place=reader.place,
            author=reader.author,
        )
        return graph, "" if graph.found else await names_like(opened, entity or "", reader)

    async def known(opened: Opened) -> Entities:
        reader = reader_of(opened, asked_as)
        return await opened.familiar.knowledge.entities(
            kind=kind,
            as_of=reader.as_of,
            place=reader.place,
            author=reader.author,
            limit=limit,
        )

    if entity is None:
        listed = run.do(known, settled=True)
        nothing = None if listed.entities else "nobody and nothing is known"
        tell_known(run, listed, show_entities, entities_json, nothing)
    else:
        found, like = run.do(near, settled=True)
        nothing = None if found.found else f"nothing is known of {entity!r}{like}"
        tell_known(run, found, show_graph, graph_json, nothing)
