"""`familiar doctor`: what is wrong, and how to mend it."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["doctor"]

_FINDINGS = 1


@command("doctor", "familiar doctor", "familiar doctor --fix", "familiar doctor --ping")
def doctor(
    ctx: typer.Context,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix",
            help="First make the safe repairs: settle writes that a crash cut off, delete their"
            " temporary files, tidy the journal.",
        ),
    ] = False,
    ping: Annotated[
        bool,
        typer.Option(
            "--ping", help="Also test every configured chat model with a one-word question."
        ),
    ] = False,
) -> None:
    """Check files, notes, links and names, and say how to fix what is wrong.

    Exit code 1 when anything is found.
    """
    from familiar_memory.interfaces.cli.upkeep.examination import examine, show_checks
    from familiar_memory.interfaces.json_values.reports import checks_json

    run = Run(ctx)
    checks, done = examine(run, fix=fix, ping=ping)
    if run.out.is_json:
        run.out.json(checks_json(checks, done if fix else None))
    else:
        show_checks(checks, done, run.out)
    if any(check.findings for check in checks):
        raise typer.Exit(_FINDINGS)
