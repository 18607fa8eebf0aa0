"""What a familiar costs in a household, asleep and awake, and how fast it wakes up and records.

python -m benchmarks.speed.household [--familiars N] [--turns N] [--awake N] [--samples N]

Each familiar is a folder of its own, 7 MB for 2,000 turns: a thousand take 7 GB of the disk
that TMPDIR names, and some ten minutes, most of them for the first meeting of each.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Limit, Table, milliseconds, show, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.speed.floors import bare_log
from benchmarks.timing import percentile, resident_mb, seconds
from familiar_memory import Familiar, Household, RecallRequest, Turn

__all__ = ["run"]

_ASLEEP_KB = Limit(100, "kB")
_AWAKE_MB = Limit(3, "MB")
_WAKE_MS = Limit(60, "ms")
_RECORD_MS = Limit(5, "ms")
_SPARE_DISK = 1.2
"""So much more than the copies themselves take must be free."""
_BATCH = 2_000
_INSERT = "INSERT INTO turns(place, ref, author, text, said) VALUES (?, ?, ?, ?, ?)"


class _Found(NamedTuple):
    """Seconds, but for memory, which is in MB."""

    asleep_mb: float
    awake_mb: float
    left_mb: float
    """of all together, when nobody is awake any more"""
    wake: Sequence[float]
    wake_floor: Sequence[float]
    first_recall: Sequence[float]
    record: Sequence[float]
    record_floor: Sequence[float]


def run(
    familiars: int = 1_000, turns: int = 2_000, awake: int = 50, samples: int = 400
) -> list[Table]:
    """Fill one familiar, copy its folder, and live with all of them in one process."""
    corpus = TurnsCorpus()
    with scratch_familiar() as (home, familiar):
        asyncio.run(_fill(familiar, list(corpus.turns(turns))))
        names = [f"{NAME}-{number}" for number in range(familiars)]
        _copy(home, names)
        later = list(corpus.turns(turns + 2 * samples))[turns:]
        found = asyncio.run(_live(home, names, awake, corpus.questions(50), later, samples))
    return [_table(familiars, turns, awake, found)]


def _copy(home: Path, names: Sequence[str]) -> None:
    size = sum(file.stat().st_size for file in (home / NAME).rglob("*"))
    free = shutil.disk_usage(home).free
    if size * len(names) * _SPARE_DISK > free:
        raise SystemExit(
            f"{len(names):,} folders of {size / 1e6:.0f} MB do not fit into the {free / 1e9:.1f} GB"
            f" that are free in {home.parent}; TMPDIR names another disk"
        )
    for name in names:
        shutil.copytree(home / NAME, home / name)
    if hasattr(os, "sync"):
        # Or the disk is still busy with the copies while others are measured.
        os.sync()


async def _fill(familiar: Familiar, turns: Sequence[Turn]) -> None:
    async with familiar:
        for begin in range(0, len(turns), _BATCH):
            await familiar.record_many(turns[begin : begin + _BATCH])
        await familiar.write()
        await familiar.settle()


async def _live(
    home: Path,
    names: Sequence[str],
    awake: int,
    questions: Sequence[str],
    later: Sequence[Turn],
    samples: int,
) -> _Found:
    chosen = random.Random(5)
    async with Household(home, most_awake=awake) as household:
        # The model, and all that is loaded once in a process, is no familiar's.
        for name in names[:3]:
            await _meet(household, name, questions[0])
            await household.put_to_sleep(name)
        nobody_mb = _resident_mb()
        for name in names[:awake]:
            await _meet(household, name, questions[0])
        awake_mb = (_resident_mb() - nobody_mb) / len(household.awake)
        for name in names[awake:]:
            await _meet(household, name, questions[0])
        # From here on as many are awake as before, and the allocator has what it keeps for
        # them: whatever more there is afterwards belongs to those who fell asleep.
        before = _resident_mb()
        waking: list[tuple[float, float, float]] = []
        for number, name in enumerate(names):
            question = questions[number % len(questions)]
            waking.append(await _wake(household, home / name, name, question))
        asleep_mb = (_resident_mb() - before) / len(names)
        with bare_log(home / "floor.sqlite") as floor:
            recorded = [
                await _record(household, chosen.choice(household.awake), turn, floor)
                for turn in later[:samples]
            ]
        for name in household.awake:
            await household.put_to_sleep(name)
        left_mb = _resident_mb() - nobody_mb
    return _Found(
        asleep_mb=max(asleep_mb, 0.0),
        awake_mb=awake_mb,
        left_mb=left_mb,
        wake=[one[0] for one in waking],
        wake_floor=[one[1] for one in waking],
        first_recall=[one[2] for one in waking],
        record=[one[0] for one in recorded],
        record_floor=[one[1] for one in recorded],
    )


async def _meet(household: Household, name: str, question: str) -> None:
    """Wake it up, and let it answer: copies have new stamps, and each note is read once."""
    async with household.familiar(name) as familiar:
        await familiar.settle()
        await familiar.recall(RecallRequest(question))


async def _wake(
    household: Household, folder: Path, name: str, question: str
) -> tuple[float, float, float]:
    """Until it can be used; the floor; and the first answer after that."""
    loop = asyncio.get_running_loop()
    floor = seconds(lambda: _read_all(folder))
    begin = loop.time()
    async with household.familiar(name) as familiar:
        woken = loop.time()
        await familiar.recall(RecallRequest(question))
        answered = loop.time()
    return woken - begin, floor, answered - woken


def _read_all(folder: Path) -> None:
    """Open the same databases, and read the bytes that answers come from."""
    for file in (folder / "history.sqlite", folder / "memory" / ".index" / "embeddings.sqlite"):
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        file.read_bytes()


async def _record(
    household: Household, name: str, turn: Turn, floor: sqlite3.Connection
) -> tuple[float, float]:
    loop = asyncio.get_running_loop()
    row = (turn.place.slug, turn.ref, turn.author.slug, turn.text, turn.timestamp.timestamp())
    floor_s = seconds(lambda: floor.execute(_INSERT, row))
    begin = loop.time()
    await household.record(name, turn)
    return loop.time() - begin, floor_s


def _resident_mb() -> float:
    gc.collect()
    found = resident_mb()
    if found is None:
        raise SystemExit("this system does not tell how much memory a process holds")
    return found


def _table(familiars: int, turns: int, awake: int, found: _Found) -> Table:
    wake_ms, record_ms = (1000 * percentile(one, 95) for one in (found.wake, found.record))
    asleep_kb = 1000 * found.asleep_mb
    rows = (
        ("memory asleep", f"{asleep_kb:.0f} kB", "", "", _ASLEEP_KB.verdict(asleep_kb)),
        (
            "memory awake",
            f"{found.awake_mb:.2f} MB",
            "",
            "",
            _AWAKE_MB.verdict(found.awake_mb),
        ),
        ("left when all sleep, together", f"{found.left_mb:.0f} MB", "", "", ""),
        (
            *_row("waking up", found.wake, found.wake_floor),
            f"p95 {_WAKE_MS.verdict(wake_ms)}",
        ),
        (*_row("first answer after that", found.first_recall, found.wake_floor), ""),
        (
            *_row("record", found.record, found.record_floor),
            f"p95 {_RECORD_MS.verdict(record_ms)}",
        ),
    )
    return Table(
        f"A household of {familiars:,} familiars of {turns:,} turns, {awake} awake",
        ("", "p50", "p95", "times the floor", "limit"),
        rows,
        (
            "Awake: after an answer, beside the process, the model, and what else is loaded once.",
            "Asleep: how much the process grows with each that falls asleep, others being awake.",
            "Each waking sends another to sleep. Its floor: open both databases, read their bytes.",
            "The floor of record: one row, WAL, synchronous=FULL, an empty table.",
        ),
    )


def _row(name: str, ours: Sequence[float], floor: Sequence[float]) -> tuple[str, str, str, str]:
    ratio = median(one / bare for one, bare in zip(ours, floor, strict=True))
    return name, milliseconds(median(ours)), milliseconds(percentile(ours, 95)), times(ratio)


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(
        description=__doc__, prog="python -m benchmarks.speed.household"
    )
    parser.add_argument("--familiars", type=int, default=1_000)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--awake", type=int, default=50)
    parser.add_argument("--samples", type=int, default=400)
    arguments = parser.parse_args()
    show(run(arguments.familiars, arguments.turns, arguments.awake, arguments.samples))


if __name__ == "__main__":
    main()
