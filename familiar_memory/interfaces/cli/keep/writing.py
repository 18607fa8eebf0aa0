"""One run of the writer for one command."""

from __future__ import annotations

from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.writers.report import BatchReport, WriteReport

__all__ = ["run_writer"]


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

        if progress is not None and waiting:
            progress(0, waiting)
        return await familiar.write(dry_run=dry_run, progress=told)
