"""The first step of a night: what was said is written up, facts and all."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.history.nights.night import StepStatus
from familiar_memory.inspection.writer.written import written
from familiar_memory.life.writing import Writing
from familiar_memory.maintenance.sleep.failures import StepFailure, status_with
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.writers.report import WriteReport

__all__ = ["WriteStep"]

_DONE = (BatchStatus.APPLIED, BatchStatus.EMPTY)
_WHY = {
    BatchStatus.STAGED: "not written yet",
    BatchStatus.REFUSED: "the model refused",
    BatchStatus.UNPARSABLE: "the reply of the model could not be used",
    BatchStatus.FAILED: "not written up",
    BatchStatus.RETURNED: "not written up",
    BatchStatus.QUARANTINED: "put aside after too many attempts",
}


class WriteStep:
    """Runs the writer for all talk that waits, with its own watermark, retries and model.

    So facts are kept whatever the other steps find to remember.
    """

    def __init__(self, writing: Writing) -> None:
        self._writing = writing

    async def run(self, night: Night) -> StepReport:
        """Do it, as `familiar write` does."""
        report = await self._writing.written(dry_run=night.is_dry_run, progress=None)
        done = written(report)
        counts = {"turns": done.turns, "added": done.counts.added, "retired": done.counts.retired}
        counts |= {"held": done.counts.held} if done.counts.held else {}
        changed = tuple(one.path for one in done.notes)
        if not done.batches and not report.stopped:
            return StepReport(StepStatus.NOTHING)
        failures = tuple(dict.fromkeys(_failures(report)))
        is_any_done = any(one.status in _DONE for one in report.batches)
        status = status_with(failures, StepStatus.DONE, is_any_done=is_any_done)
        return StepReport(status, counts, changed, problem=report.stopped, failures=failures)


def _failures(report: WriteReport) -> Iterator[StepFailure]:
    """The talk that waits or was put aside, and the notes that could not be written."""
    for batch in report.batches:
        if batch.status not in _DONE:
            yield StepFailure(f"turns {batch.first} to {batch.last}", _WHY[batch.status])
        yield from (StepFailure(one.path, one.reason) for one in batch.applied.failures)
    if report.stopped and all(batch.status in _DONE for batch in report.batches):
        yield StepFailure("", "it was stopped")
