"""`familiar write`: turn what was said into notes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.writers.report import BatchReport, WriteReport

__all__ = ["register", "run_writer"]

_EXAMPLES = examples("familiar write", "familiar write --dry-run --verbose")
_PARTIAL = 3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("write", cls=FamiliarCommand, epilog=_EXAMPLES)(_write)


def _write(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say why proposals were not applied.")
    ] = False,
) -> None:
    """Run the writer over the turns that no note tells of yet."""
    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> WriteReport:
        return await run_writer(familiar, out, dry_run=dry_run)

    report = with_familiar(call, out, work)
    if out.is_json:
        out.json(_as_json(report))
    else:
        _show(report, out, verbose=verbose)
    if not report.is_complete:
        raise typer.Exit(_PARTIAL)


async def run_writer(familiar: Familiar, out: Output, *, dry_run: bool = False) -> WriteReport:
    """Write up what waits, with a progress bar."""
    waiting = familiar.history.latest_id() - familiar.history.watermark()
    done = 0
    with out.progress("writing") as progress:

        def told(batch: BatchReport) -> None:
            nonlocal done
            done += batch.turns
            if progress is not None:
                progress(done, waiting)

        return await familiar.write(dry_run=dry_run, progress=told)


def _as_json(report: WriteReport) -> dict[str, Any]:
    return {
        "dry_run": report.dry_run,
        "turns": report.turns,
        "counts": _counts(report),
        "notes": [{"path": path, "changes": changes} for path, changes in _changes(report).items()],
        "not_applied": [
            {"path": path, "verdict": verdict, "reason": reason, "count": number}
            for (path, verdict, reason), number in sorted(_not_applied(report).items())
        ],
        "batches": [
            {
                "first": batch.first,
                "last": batch.last,
                "turns": batch.turns,
                "status": batch.status.value,
                "problem": batch.problem,
            }
            for batch in report.batches
        ],
        "stopped": report.stopped or None,
    }


def _show(report: WriteReport, out: Output, *, verbose: bool) -> None:
    if not report.batches:
        out.print("nothing new was said: no turn waits for the writer")
        return
    changes = _changes(report)
    if changes:
        out.table(("note", ">changes"), [(path, str(n)) for path, n in changes.items()])
    counts = _counts(report)
    # What stood there already is no news; --verbose names it.
    news = {word: number for word, number in counts.items() if number and word != "skipped"}
    told = ", ".join(f"{number} {word}" for word, number in news.items())
    verb = "would become" if report.dry_run else "became"
    turns = f"{report.turns} turn{'' if report.turns == 1 else 's'}"
    notes = f"{len(changes)} note{'' if len(changes) == 1 else 's'}"
    out.print(f"{turns} {verb} {notes}: {told or 'no change'}")
    for batch in report.batches:
        if batch.problem:
            out.notice(f"turns {batch.first}–{batch.last}: {batch.status}: {batch.problem}", "red")
    if verbose:
        for (path, verdict, reason), number in sorted(_not_applied(report).items()):
            times = f" ({number} times)" if number > 1 else ""
            out.notice(f"{verdict}: {path}: {reason or 'no reason given'}{times}")


def _counts(report: WriteReport) -> dict[str, int]:
    """Proposals by what became of them; those that are not applied as `_not_applied` has them."""
    from familiar_memory.operations.outcome import Verdict
    from familiar_memory.operations.proposal import CorrectRecord, RetireRecord

    applied = [o.operation for batch in report.batches for o in batch.applied.applied]
    retired = sum(isinstance(operation, RetireRecord | CorrectRecord) for operation in applied)
    return {
        "added": len(applied) - retired,
        "retired": retired,
        "skipped": report.count(Verdict.SKIPPED),
        "rejected": report.count(Verdict.REJECTED),
        "failed": report.count(Verdict.FAILED),
    }


def _changes(report: WriteReport) -> dict[str, int]:
    """Applied proposals by note; a person's and a topic's names after the sessions'."""
    found = Counter(
        outcome.operation.path for batch in report.batches for outcome in batch.applied.applied
    )
    return dict(sorted(found.items()))


def _not_applied(report: WriteReport) -> Counter[tuple[str, str, str]]:
    return Counter(
        (outcome.operation.path, outcome.verdict.value, outcome.reason)
        for batch in report.batches
        for outcome in batch.applied.outcomes
        if outcome.verdict.value != "applied"
    )
