"""What a night costs in which no note has changed, against one that reads all of them anew.

python -m benchmarks.speed.kept_nights [--files N] [--repeats N]
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.corpora.notes import write_notes
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar, settle_until_quiet
from benchmarks.timing import Paired, paired
from familiar_memory import Familiar

__all__ = ["run"]

_TARGET = Target(0.4, 0.2)
_STEPS = ("housekeep", "consolidate")
_KEPT = ("surveyed.json", "consolidated.json")
_YOUNG_S = 2.5
"""Of a note that was saved less than two seconds before nothing is kept."""


def run(files: int = 2_000, repeats: int = 7) -> list[Table]:
    """Index once, then sleep again and again, with and without what is kept of the notes."""
    with scratch_familiar("none") as (home, familiar):
        memory = home / NAME / "memory"
        write_notes(memory, files)
        asyncio.run(settle_until_quiet(familiar))
        time.sleep(_YOUNG_S)
        found = {step: asyncio.run(_nights(home, step, repeats)) for step in _STEPS}
    rows = [
        (
            step,
            milliseconds(one.floor_s),
            milliseconds(one.work_s),
            milliseconds(one.work_s / files),
            times(one.ratio),
            _TARGET.verdict(one.ratio),
        )
        for step, one in found.items()
    ]
    return [
        Table(
            f"A night in which no note has changed: {files:,} notes",
            ("", "all read anew", "ours", "a note", "ratio", _TARGET.bounds),
            tuple(rows),
            ("Seconds of the processor. The floor is the same night without the kept files.",),
        )
    ]


async def _nights(home: Path, step: str, repeats: int) -> Paired:
    familiar = Familiar.open(NAME, home=home)
    await familiar.start()
    index = home / NAME / "memory" / ".index"
    loop = asyncio.get_running_loop()

    def night() -> float:
        begin = time.process_time()
        asyncio.run_coroutine_threadsafe(familiar.sleep.run([step]), loop).result()
        return time.process_time() - begin

    def anew() -> float:
        for name in _KEPT:
            (index / name).unlink(missing_ok=True)
        return night()

    try:
        return await asyncio.to_thread(paired, night, anew, repeats, warm_up=True)
    finally:
        await familiar.close()


if __name__ == "__main__":
    alone(run)
