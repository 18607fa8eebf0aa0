"""How long a start takes when nothing has changed, against a bare scandir + stat sweep.

python -m benchmarks.speed.noop_start [--files N] [--repeats N]
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.alone import alone
from benchmarks.corpora.notes import write_notes
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar, settle_until_quiet
from benchmarks.speed.floors import bare_sweep
from benchmarks.timing import paired, seconds
from familiar_memory import Familiar

__all__ = ["run"]

_TARGET = Target(1.5, 1.2)


def run(files: int = 5_000, repeats: int = 15) -> list[Table]:
    """Index once, then start again and again."""
    with scratch_familiar("none") as (home, familiar):
        memory = home / NAME / "memory"
        write_notes(memory, files)
        asyncio.run(settle_until_quiet(familiar))
        starts = []

        def started() -> float:
            open_s, check_s = asyncio.run(_started(home, files))
            starts.append((open_s, check_s))
            return check_s

        result = paired(started, lambda: seconds(lambda: bare_sweep(memory)), repeats, warm_up=True)
    whole = sorted(opened + checked for opened, checked in starts)[len(starts) // 2]
    return [
        Table(
            f"Start with nothing changed: {files:,} notes",
            ("", "bare sweep", "ours", "ratio", _TARGET.bounds),
            (
                (
                    "the check alone (sync_all)",
                    milliseconds(result.floor_s),
                    milliseconds(result.work_s),
                    times(result.ratio),
                    _TARGET.verdict(result.ratio),
                ),
                (
                    "open the familiar and check",
                    milliseconds(result.floor_s),
                    milliseconds(whole),
                    times(whole / result.floor_s),
                    "",
                ),
            ),
            ("The sweep only lists; the check also compares with what is indexed, key by key.",),
        )
    ]


async def _started(home: Path, files: int) -> tuple[float, float]:
    """Seconds to open, and to find that nothing has changed."""
    loop = asyncio.get_running_loop()
    begin = loop.time()
    familiar = Familiar.open(NAME, home=home)
    await familiar.start()
    opened = loop.time()
    report = await familiar.settle()
    checked = loop.time()
    await familiar.close()
    if report.unchanged != files or report.wrote:
        raise AssertionError(f"not a start without changes: {report.unchanged} unchanged")
    return opened - begin, checked - opened


if __name__ == "__main__":
    alone(run)
