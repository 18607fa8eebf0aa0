"""The first step of a night: what was said is written up, facts and all."""

from __future__ import annotations

from familiar_memory.history.nights.night import StepStatus
from familiar_memory.inspection.writer.written import written
from familiar_memory.life.writing import Writing
from familiar_memory.maintenance.sleep.step import Night, StepReport

__all__ = ["WriteStep"]


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
        if report.stopped:
            return StepReport(StepStatus.FAILED, counts, changed, problem=report.stopped)
        if not done.batches:
            return StepReport(StepStatus.NOTHING)
        return StepReport(StepStatus.DONE, counts, changed)
