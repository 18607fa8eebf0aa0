"""How long the first index of 5,000 notes takes, against reading and one bare insert.

python -m benchmarks.speed.cold_index [--files N] [--repeats N] [--profile]
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import shutil
import sys
from pathlib import Path

from benchmarks.corpora.notes import write_notes
from benchmarks.report import Table, Target, milliseconds, show, times
from benchmarks.scratch import NAME, scratch_familiar, scratch_folder
from benchmarks.speed.floors import read_and_insert
from benchmarks.timing import Paired, paired, seconds
from familiar_memory import Familiar

__all__ = ["run"]

_TARGET = Target(12, 6)
_PROFILE_LINES = 30


def run(files: int = 5_000, repeats: int = 5) -> list[Table]:
    """Index the same notes with vectors and without, by turns with the floor."""
    rows = []
    size = 0
    for embedder in ("static", "none"):
        with scratch_familiar(embedder) as (home, familiar):
            memory = home / NAME / "memory"
            size = write_notes(memory, files)
            result = _measured(home, memory, repeats)
            rows.append(
                (
                    f"embedder {embedder}",
                    milliseconds(result.floor_s),
                    milliseconds(result.work_s),
                    f"{files / result.work_s:,.0f}",
                    times(result.ratio),
                    _TARGET.verdict(result.ratio),
                )
            )
            del familiar
    return [
        Table(
            f"Cold index: {files:,} notes, {size / files:.0f} bytes each",
            ("", "bare read + FTS5", "cold index", "files/s", "ratio", _TARGET.bounds),
            tuple(rows),
            (
                "Each time a new index file; reading the model is included, the operating"
                " system's file cache is warm for both.",
            ),
        )
    ]


def _measured(home: Path, memory: Path, repeats: int) -> Paired:
    with scratch_folder() as floors:
        made = iter(range(repeats + 1))
        return paired(
            lambda: _cold(home, memory),
            lambda: seconds(lambda: read_and_insert(memory, floors / f"{next(made)}.sqlite")),
            repeats,
            warm_up=True,
        )


def _cold(home: Path, memory: Path) -> float:
    """Throw the index away, open the familiar, and time until all is indexed."""
    shutil.rmtree(memory / ".index", ignore_errors=True)

    async def index() -> None:
        familiar = Familiar.open(NAME, home=home)
        await familiar.start()
        try:
            report = await familiar.settle()
        finally:
            await familiar.close()
        if report.failed:
            raise AssertionError(f"{len(report.failed)} notes failed")

    return seconds(lambda: asyncio.run(index()))


def profile(files: int) -> None:
    """Print where a cold index spends its time."""
    with scratch_familiar("static") as (home, familiar):
        write_notes(home / NAME / "memory", files)
        asyncio.run(familiar.start())
        profiler = cProfile.Profile()
        profiler.runcall(familiar.parts.indexing.synchroniser.sync_all)
        asyncio.run(familiar.close())
    statistics = pstats.Stats(profiler, stream=sys.stdout).strip_dirs()
    statistics.sort_stats("cumulative").print_stats(_PROFILE_LINES)
    statistics.sort_stats("tottime").print_stats(_PROFILE_LINES)


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(
        description=__doc__, prog="python -m benchmarks.speed.cold_index"
    )
    parser.add_argument("--files", type=int, default=5_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--profile", action="store_true", help="where the time goes, instead")
    arguments = parser.parse_args()
    if arguments.profile:
        profile(arguments.files)
    else:
        show(run(arguments.files, arguments.repeats))


if __name__ == "__main__":
    main()
