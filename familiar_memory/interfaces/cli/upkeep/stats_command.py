"""`familiar stats`: how much there is."""

from __future__ import annotations

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["stats"]


@command("stats", "familiar stats", "familiar stats --json")
def stats(ctx: typer.Context) -> None:
    """Count turns, notes and passages, and show how much disk space they take."""
    from familiar_memory.inspection.counts import counts
    from familiar_memory.inspection.room_labels import labels_of
    from familiar_memory.interfaces.cli.upkeep.stats_view import show_counts

    run = Run(ctx)
    counted, rooms = run.ask(
        lambda parts: (counts(parts), labels_of(parts.files.history.places())), settled=True
    )
    run.tell(counted, lambda value, out: show_counts(value, out, rooms if out.is_rich else {}))
