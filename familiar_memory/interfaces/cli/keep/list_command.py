"""`familiar list`: which familiars there are."""

from __future__ import annotations

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["list_"]

_NOTHING = 1


@command("list", "familiar list", "familiar list --home ~/bots")
def list_(ctx: typer.Context) -> None:
    """List your familiars, with the size and the latest activity of each.

    Exit code 1 when there are none.
    """
    from familiar_memory.inspection.homes import FamiliarHere, familiars_here
    from familiar_memory.inspection.sizes import size_text
    from familiar_memory.interfaces.cli.frame.output import Output
    from familiar_memory.interfaces.json_values.encoder import as_json

    def show(found: list[FamiliarHere], out: Output) -> None:
        if not found:
            out.notice(f"there is no familiar in {home}: `familiar init ID` makes one")
            return
        rows = [
            (
                one.id,
                size_text(one.bytes),
                f"{one.last_activity.astimezone():%Y-%m-%d %H:%M}" if one.last_activity else "",
            )
            for one in found
        ]
        out.table(("familiar", ">size", "last activity"), rows)

    run = Run(ctx)
    home = run.call.home_folder()
    found = familiars_here(home)
    run.tell(found, show, lambda all_: {"home": str(home), "familiars": as_json(all_)})
    if not found:
        raise typer.Exit(_NOTHING)
