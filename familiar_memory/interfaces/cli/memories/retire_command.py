"""`familiar retire`: a record that holds no more, or never did, is struck through and stays."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.shared_options import (
    DryRunOption,
    RecordArgument,
)

__all__ = ["retire"]


@command(
    "retire",
    "familiar retire people/Rowan.md#~1f0c22aa",
    "familiar retire people/Rowan.md:14 --until 2026-01-31",
    "familiar retire topics/kitchen.md#^k3f9a1 --wrong",
)
def retire(
    ctx: typer.Context,
    name: RecordArgument,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="DAY",
            help="When it ended: a year, month or day, or 3d ago. Default: today.",
        ),
    ] = None,
    wrong: Annotated[bool, typer.Option("--wrong", help="It never held.")] = False,
    dry_run: DryRunOption = False,
) -> None:
    """Retire a record: it is struck through, stays in its note, and is not recalled any more."""
    from familiar_memory.interfaces.cli.memories.given_day import given_day
    from familiar_memory.interfaces.cli.memories.told_change import CLI, change_record

    change_record(
        ctx,
        lambda opened: opened.familiar.memories.retire(
            name, given_day(opened, until), wrong=wrong, dry_run=dry_run, source=CLI
        ),
        dry_run=dry_run,
        named=name,
    )
