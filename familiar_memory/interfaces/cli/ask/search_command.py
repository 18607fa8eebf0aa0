"""`familiar search`: ranked passages for a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.ask.asking import (
    AskingCommand,
    lacks_beside,
    request_of,
    say_why_not,
)
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import AuthorOption, PlaceOption

if TYPE_CHECKING:
    from familiar_memory.domain.question.search import SearchResult

__all__ = ["search"]

_NOTHING = 1


@command(
    "search",
    'familiar search "what is Bex allergic to?"',
    'familiar search "the viva" --place discord-lantern.tavern --limit 3 --json',
    'familiar search "the viva" --why-not topics/thesis.md:12',
    'familiar search "where does Bex live?" --as-of 2026-02-10',
    'familiar search "deploy" --type procedural --tag work --since 2w --weight recency=0.3',
    'familiar search "what do we know?" --entity topics/acme-corp.md --profile memory_search',
    cls=AskingCommand,
)
def search(
    ctx: typer.Context,
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="A question, or a few words.")
    ],
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="The most hits to print.")
    ] = 10,
    place: PlaceOption = None,
    author: AuthorOption = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Also show every candidate, and why it was or was not returned."
        ),
    ] = False,
    why_not: Annotated[
        str | None,
        typer.Option(
            "--why-not",
            metavar="TEXT|PATH[:LINE]|REF",
            help="Instead of the hits, explain why this passage is not among them.",
        ),
    ] = None,
) -> None:
    """Find passages in notes and conversation.

    Exit code 1 when nothing is found. In a direct message, the person it is with is asking,
    unless --author says otherwise.

    --explain and --why-not are for you, the owner: they also list what --place may not see.
    """
    from familiar_memory.interfaces.cli.ask.explain_view import show_explanation
    from familiar_memory.interfaces.cli.ask.hit_view import show_hits
    from familiar_memory.interfaces.json_values.answers import search_json
    from familiar_memory.recall.explain.explanation import Explanation

    run = Run(ctx)
    out = run.out
    if why_not is not None:
        say_why_not(
            run, why_not, lambda opened: request_of(ctx, opened, question, author, place), limit
        )
        return

    async def work(opened: Opened) -> tuple[SearchResult, Explanation | None, list[str]]:
        request = request_of(ctx, opened, question, author, place)
        result = await opened.familiar.search(request, limit=limit)
        why = await opened.familiar.explain.search(request, limit) if explain else None
        return result, why, lacks_beside(opened, tuple((result.degraded or "").split("; ")))

    result, explained, lacks = run.do(work, settled=True)
    if out.is_json:
        out.json(search_json(result, explained))
    else:
        show_hits(result.hits, question, out)
        if explained is not None:
            show_explanation(explained, out)
        if lacks:
            out.notice(f"the answer may be incomplete: {'; '.join(lacks)}", "yellow")
        if not result.hits:
            out.notice("nothing found")
    if not result.hits:
        raise typer.Exit(_NOTHING)
