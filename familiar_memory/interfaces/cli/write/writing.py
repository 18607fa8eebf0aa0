"""One run of the writer for one command."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from familiar_memory.familiar import Familiar
from familiar_memory.interfaces.cli.frame.output import Output, how_many
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.retries.patience import A_MOMENT
from familiar_memory.writers.retries.replay import Replay

__all__ = ["run_replay", "run_writer"]


async def run_writer(familiar: Familiar, out: Output, *, dry_run: bool = False) -> WriteReport:
    """Write up what waits, with a progress bar."""
    waiting = _waiting(familiar)
    try:
        with _counted(out, waiting) as told:
            return await familiar.writing.write(dry_run=dry_run, progress=told, patience=A_MOMENT)
    except asyncio.CancelledError:
        if not dry_run:
            _tell_left(out, waiting, _waiting(familiar))
        raise


async def run_replay(familiar: Familiar, out: Output, ids: Collection[int] | None) -> Replay:
    """Write up what was put aside, with a progress bar."""
    status = await familiar.writing.status()
    some = (one for one in status.put_aside if ids is None or one.id in ids)
    with _counted(out, sum(one.turns for one in some)) as told:
        return await familiar.writing.replay(ids, progress=told, patience=A_MOMENT)


def _waiting(familiar: Familiar) -> int:
    return familiar.history.count_after(familiar.history.watermark())


def _tell_left(out: Output, before: int, left: int) -> None:
    """Ctrl-C loses nothing: what is written up stays so, and the next run does the rest."""
    written = how_many(max(before - left, 0), "turn")
    waits = "waits" if left == 1 else "wait"
    out.notice(f"{written} written up; {how_many(left, 'turn')} {waits} for the next run", "yellow")


@contextmanager
def _counted(out: Output, waiting: int) -> Iterator[Callable[[BatchReport], None]]:
    """A bar that hears of each batch; it is as long as what waits, and what comes meanwhile."""
    done = 0
    with out.progress("writing") as progress:

        def told(batch: BatchReport) -> None:
            nonlocal done
            done += 0 if batch.is_passed_over else batch.turns
            if progress is not None:
                progress(done, max(done, waiting))

        if progress is not None and waiting:
            progress(0, waiting)
        yield told
