"""`familiar undo`: take a change back, or all that were made with it."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_changes
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import YesOption

__all__ = ["undo"]

_CONFLICT = 1


@command(
    "undo",
    "familiar log",
    "familiar undo 4f3a12ab --dry-run",
    "familiar undo $(familiar log -n 1 --author human --ids)",
)
def undo(
    ctx: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            metavar="ENTRY|BATCH",
            help="An id from `familiar log`; its first characters are enough.",
            autocompletion=complete_changes,
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen to each note; write nothing.")
    ] = False,
    yes: YesOption = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="If an edit overwrote newer lines, also undo what was typed.",
        ),
    ] = False,
) -> None:
    """Undo a change, or a batch of them; later changes stay.

    An undo is a change too: it is logged and can itself be undone.
    If later changes are in the way, nothing is written, and the exit code is 1.
    """
    import asyncio

    from familiar_memory.interfaces.cli.notes.undo_view import show_plan, tell_batch, tell_done
    from familiar_memory.interfaces.json_values.changes import undo_json
    from familiar_memory.store.undo.plan import plan_undo

    run = Run(ctx)
    out = run.out

    async def work(opened: Opened) -> int:
        parts = opened.parts
        if not dry_run:
            opened.familiar.parts.files.refuse_read_only()
        plan = await asyncio.to_thread(
            plan_undo, parts.store, parts.files.journal, target.strip(), whole=whole
        )
        if not out.is_json:
            show_plan(plan, parts.setup.settings.zone, out, dry_run=dry_run)
            tell_batch(plan, parts.files.journal, out)
        if plan.conflicts or dry_run or not plan.changes:
            if out.is_json:
                out.json(undo_json(plan, None, dry_run=dry_run))
            return _CONFLICT if plan.conflicts else 0
        if not yes and not run.is_agreed("Go ahead?"):
            return _CONFLICT
        report = await asyncio.to_thread(plan.apply)
        run.tell(report, tell_done, lambda done: undo_json(plan, done, dry_run=False))
        return 0

    if code := run.do(work, settled=True):
        raise typer.Exit(code)
