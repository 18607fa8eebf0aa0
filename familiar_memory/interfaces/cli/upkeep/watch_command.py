"""`familiar watch`: keep the index in step with the tree, and report what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.sync.report import SyncReport

__all__ = ["watch"]

_PARTIAL = 3


@command("watch", "familiar watch", "familiar watch --once", "familiar watch --json")
def watch(
    ctx: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", help="Compare everything once, report what changed, and exit.")
    ] = False,
) -> None:
    """Watch the notes: index every save as it happens and print it; Ctrl-C stops.

    Safe to run alongside a bot, which does the same on its own.
    With --once, exit code 3 when a note cannot be indexed.
    """
    from familiar_memory.interfaces.cli.upkeep.watching import follow, follow_until_told

    run = Run(ctx)

    async def work(opened: Opened) -> SyncReport:
        if once:
            return await follow(opened.parts, run.out, None)
        return await follow_until_told(opened.parts, run.out)

    report = run.do(work)
    if once and report.failed:
        raise typer.Exit(_PARTIAL)
