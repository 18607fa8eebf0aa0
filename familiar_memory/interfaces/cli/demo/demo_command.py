"""`familiar demo`: a made-up community, three weeks of talk, and what is left of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["demo"]

_FINDINGS = 1


@command("demo", "familiar demo", "familiar demo --keep .demo")
def demo(
    ctx: typer.Context,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep the familiar in this folder. Default: delete it afterwards.",
        ),
    ] = None,
    no_pager: Annotated[
        bool, typer.Option("--no-pager", help="Print all of it at once, also on a terminal.")
    ] = False,
) -> None:
    """See it work: a sample chat becomes notes, and questions find their context.

    Needs no key, no model and no network. Your own familiars are not touched.
    """
    import asyncio

    from familiar_memory.interfaces.cli.demo.chapters import play, show_end
    from familiar_memory.interfaces.cli.demo.home import demo_home

    run = Run(ctx)
    kept = keep or run.call.home
    with run.out.in_pages(is_wanted=not no_pager):
        with demo_home(kept) as home:
            answers = asyncio.run(play(home, run.out))
        if not run.out.is_json:
            show_end(kept, run.out)
    if run.out.is_json:
        return
    if any(answer.leaks for answer in answers):
        raise typer.Exit(_FINDINGS)
