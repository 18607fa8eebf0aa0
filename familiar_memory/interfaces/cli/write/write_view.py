"""How a run of the writer looks: the notes it changed, and what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.inspection.writer.written import Written, WrittenBatch
from familiar_memory.interfaces.cli.frame.output import Output, how_many

__all__ = ["show_written"]

_DEALT_WITH = (BatchStatus.APPLIED, BatchStatus.EMPTY)
# A batch that a person put back says so by its status until it is written.
_FAILED_AS: Mapping[str, str] = {
    BatchStatus.RETURNED: "failed again",
    BatchStatus.APPLIED: "written in part",
}


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
    dealt = sum(one.turns for one in done.batches if one.status in _DEALT_WITH)
    if dealt or not done.turns:
        notes = how_many(len(done.notes), "note")
        out.print(f"{how_many(dealt, 'turn')} {verb} {notes}: {told or 'no change'}")
    aside = sum(one.turns for one in done.batches if one.status == BatchStatus.QUARANTINED)
    if waiting := done.turns - dealt - aside:
        out.print(f"{how_many(waiting, 'turn')} {'waits' if waiting == 1 else 'wait'}")
    for batch in done.batches:
        if batch.problem:
            out.notice(_problem(batch), "red")
    if verbose:
        for one in done.not_applied:
            times = f" ({one.count} times)" if one.count > 1 else ""
            reason = one.reason or "no reason given"
            out.notice(f"{one.verdict}: {one.path}: {reason}{times}")


def _problem(batch: WrittenBatch) -> str:
    where = f"turns {batch.first}–{batch.last}"
    if batch.status != BatchStatus.QUARANTINED:
        return f"{where}: {_FAILED_AS.get(batch.status, batch.status)}: {batch.problem}"
    return (
        f"{where}: put aside: {batch.problem}\n"
        "  `familiar write --status` shows it, `familiar write --replay ID` writes it up after all"
    )
