"""`familiar tidy`: name notes after the people and topics that they are about."""

from __future__ import annotations

from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.interfaces.cli.frame.shared_options import YesOption

__all__ = ["tidy"]

_REFUSED = 1


@command("tidy", "familiar tidy --dry-run", "familiar tidy --yes")
def tidy(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be renamed; write nothing.")
    ] = False,
    yes: YesOption = False,
) -> None:
    """Rename notes that are named by an id: people/discord-42.md becomes people/Rowan.md.

    The id moves into the note's properties, links in other notes follow, and `familiar undo` undoes
    all of it. Notes that you have named yourself stay as they are.
    """
    import asyncio

    from familiar_memory.store.journal.entry import new_entry_id
    from familiar_memory.writers.tidying import Tidying, TidyPlan

    run = Run(ctx)
    out = run.out

    async def work(opened: Opened) -> int:
        parts = opened.parts
        if not dry_run:
            parts.files.refuse_read_only()
        tidying = Tidying(parts.files.history, parts.store, parts.files.register)
        plan = await asyncio.to_thread(tidying.plan)
        if not out.is_json:
            _show(plan, out)
        batch = None
        if plan.renamed and not dry_run:
            if not yes and not run.is_agreed("Go ahead?"):
                return _REFUSED
            batch = new_entry_id()
            await asyncio.to_thread(tidying.carry_out, plan, batch)
        run.tell(plan, lambda plan, out: _done(plan, batch, out), lambda p: _json(p, batch))
        return 0

    def _json(plan: TidyPlan, batch: str | None) -> dict[str, object]:
        return {
            "batch": batch,
            "renamed": [{"from": one.old, "to": one.new} for one in plan.renamed],
            "relinked": list(plan.relinked),
        }

    def _show(plan: TidyPlan, out: Output) -> None:
        for one in plan.renamed:
            out.print(f"{one.old} → {one.new}")
        for path in plan.relinked:
            out.print(f"{path}: links follow")

    def _done(plan: TidyPlan, batch: str | None, out: Output) -> None:
        if not plan.renamed:
            out.notice("nothing to do: no note that is named by an id has a name from an open room")
        elif batch is None:
            out.notice("nothing was changed: this was a dry run")
        else:
            number = len(plan.renamed)
            many = "1 note was renamed" if number == 1 else f"{number} notes were renamed"
            out.notice(f"{many}; `familiar undo {batch[:8]}` undoes it")

    if code := run.do(work, settled=True):
        raise typer.Exit(code)
