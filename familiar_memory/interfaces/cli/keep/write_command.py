"""`familiar write`: turn what was said into notes."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["write"]

_PARTIAL = 3


@command("write", "familiar write", "familiar write --dry-run --verbose")
def write(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be written; write nothing.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show why proposals were not applied.")
    ] = False,
) -> None:
    """Turn unprocessed messages into notes."""
    from familiar_memory.inspection.written import written
    from familiar_memory.interfaces.cli.keep.write_view import show_written
    from familiar_memory.interfaces.cli.keep.writing import run_writer
    from familiar_memory.writers.report import WriteReport

    run = Run(ctx)

    async def work(opened: Opened) -> WriteReport:
        return await run_writer(opened.familiar, run.out, dry_run=dry_run)

    report = run.do(work)
    run.tell(written(report), partial(show_written, verbose=verbose))
    if not report.is_complete:
        raise typer.Exit(_PARTIAL)
