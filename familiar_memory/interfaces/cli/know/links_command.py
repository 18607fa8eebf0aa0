"""`familiar links`: where the links of a note lead, and which lead to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import AuthorOption, PlaceOption
from familiar_memory.knowledge.entities.walk import MOST_DEPTH

if TYPE_CHECKING:
    from familiar_memory.inspection.links.answer import BackLinks, LinkedNotes

__all__ = ["links"]


@command(
    "links",
    "familiar links topics/tea.md",
    "familiar links Rowan --depth 2",
    "familiar links Rowan --back",
    "familiar links topics/tea.md --back --place discord-lantern.tavern --json",
)
def links(
    ctx: typer.Context,
    note: Annotated[
        str,
        typer.Argument(metavar="NOTE", help="A path, or a name by which a link may mean it."),
    ],
    depth: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_DEPTH,
            help="How far to follow: 0 lists the links of the note, 1 those of the notes they lead "
            "to as well.",
        ),
    ] = 1,
    back: Annotated[
        bool, typer.Option("--back", help="List the links that lead to the note instead.")
    ] = False,
    place: PlaceOption = None,
    author: AuthorOption = None,
) -> None:
    """Show where the links of a note lead, and what they lead on to.

    Wiki links and Markdown links count, in the text and in properties. A link to a note that was
    renamed is followed, and one that leads nowhere is listed as such. Exit code 1 when there is no
    such note.
    """
    from familiar_memory.interfaces.cli.know.asked_facts import AskedAs, reader_of, tell_known
    from familiar_memory.interfaces.cli.know.links_view import show_back_links, show_links
    from familiar_memory.interfaces.json_values.links import back_links_json, linked_notes_json

    run, asked_as = Run(ctx), AskedAs(place, author, None)

    async def followed(opened: Opened) -> LinkedNotes:
        reader = reader_of(opened, asked_as)
        return await opened.familiar.links.follow(
            note, depth, place=reader.place, author=reader.author
        )

    async def leading_here(opened: Opened) -> BackLinks:
        reader = reader_of(opened, asked_as)
        return await opened.familiar.links.back(note, place=reader.place, author=reader.author)

    unknown, is_by_key = f"there is no note {note!r}", place is not None
    if back:
        found = run.do(leading_here, settled=True)
        show = partial(show_back_links, is_by_key=is_by_key)
        tell_known(run, found, show, back_links_json, None if found.found else unknown)
    else:
        linked = run.do(followed, settled=True)
        told = partial(show_links, is_by_key=is_by_key)
        tell_known(run, linked, told, linked_notes_json, None if linked.found else unknown)
