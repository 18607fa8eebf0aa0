"""`familiar grep`: the lines of notes that fit a pattern."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.errors import NotFoundError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_notes
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["grep"]

_NOTHING = 1


@command("grep", "familiar grep heron", "familiar grep 'works_at:: .*' people --limit 20")
def grep(
    ctx: typer.Context,
    pattern: Annotated[str, typer.Argument(metavar="PATTERN", help="A regular expression.")],
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A note, by path, name or id; or a folder. Default: all.",
            autocompletion=complete_notes,
        ),
    ] = "",
    case_sensitive: Annotated[
        bool, typer.Option("--case-sensitive", "-s", help="Match upper and lower case exactly.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-n", metavar="N", min=1, help="The most matches to print."),
    ] = None,
) -> None:
    """Search the notes line by line.

    Prints path:line:text. Exit code 1 when no line matches.
    """
    from familiar_memory.inspection.named import named_place
    from familiar_memory.interfaces.cli.ask.grep_view import show_matches
    from familiar_memory.interfaces.json_values.answers import grep_json
    from familiar_memory.store.base import GrepResult

    run = Run(ctx)

    async def work(opened: Opened) -> GrepResult:
        store = opened.parts.store
        where = named_place(opened.parts, path.lstrip("/"))
        if where and not store.exists(where):
            raise NotFoundError(f"{where!r} is not in the memory", "`familiar show` lists it")
        return store.grep(pattern, where, case_insensitive=not case_sensitive, limit=limit)

    found = run.do(work)
    run.tell(found, show_matches, grep_json)
    if not found:
        raise typer.Exit(_NOTHING)
