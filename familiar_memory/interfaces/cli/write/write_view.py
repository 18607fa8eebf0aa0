"""How a run of the writer looks: the notes it changed, and what went wrong."""

from __future__ import annotations

from dataclasses import asdict

from familiar_memory.inspection.writer.written import Written
from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_written"]


def show_written(done: Written, out: Output, *, verbose: bool) -> None:
    """A row a note and the counts; with `verbose`, also why proposals were not applied."""
    if not done.batches:
        out.print("nothing new was said: there is nothing to write")
        return
    if done.notes:
        out.table(("note", ">changes"), [(one.path, str(one.changes)) for one in done.notes])
    # What stood there already is no news; --verbose names it.
    news = {
        word: number for word, number in asdict(done.counts).items() if number and word != "skipped"
    }
    told = ", ".join(f"{number} {word}" for word, number in news.items())
    verb = "would become" if done.dry_run else "became"
    turns = f"{done.turns} turn{'' if done.turns == 1 else 's'}"
    notes = f"{len(done.notes)} note{'' if len(done.notes) == 1 else 's'}"
    out.print(f"{turns} {verb} {notes}: {told or 'no change'}")
    for batch in done.batches:
        if batch.problem:
            out.notice(f"turns {batch.first}–{batch.last}: {batch.status}: {batch.problem}", "red")
    if verbose:
        for one in done.not_applied:
            times = f" ({one.count} times)" if one.count > 1 else ""
            reason = one.reason or "no reason given"
            out.notice(f"{one.verdict}: {one.path}: {reason}{times}")
