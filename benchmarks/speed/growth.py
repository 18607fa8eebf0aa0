"""How the work grows with the tree: index, start, save and grep at several sizes.

python -m benchmarks.speed.growth [--sizes N,N,...] [--repeats N]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.corpora.notes import write_notes
from benchmarks.report import Table, Target, milliseconds, show, times
from benchmarks.scratch import NAME, scratch_familiar, settle_until_quiet
from benchmarks.speed.floors import bare_sweep, read_and_insert, read_and_look
from benchmarks.timing import Paired, paired, seconds
from familiar_memory import Familiar, MemoryStore
from familiar_memory.store import NoteStore

__all__ = ["exponent", "run"]

_SIZES = (1_000, 5_000, 20_000, 50_000)
_SAVED_MS = Target(100, 30)
_SAVES = 9
_NEEDLE = "Zanzibar-Protocol"
_ONE_IN = 200


@dataclass(frozen=True, slots=True)
class _Measured:
    """One tree; seconds, but for the ratios of `Paired`."""

    files: int
    cold_s: float
    cold_floor_s: float
    start: Paired
    saved_s: float
    saved_name_s: float
    grep: Paired
    narrowed_grep: Paired


def run(sizes: Sequence[int] = _SIZES, repeats: int = 7) -> list[Table]:
    """Measure every size, without a model, and fit how the time grows."""
    found = [_measure(files, repeats) for files in sizes]
    return [
        Table(
            "Growth with the number of notes (no model)",
            ("", *(f"{one.files:,}" for one in found), "grows as"),
            (
                _row("cold index", found, lambda one: one.cold_s),
                _ratios("- against read + FTS5", found, lambda one: one.cold_s / one.cold_floor_s),
                _row("start, nothing changed", found, lambda one: one.start.work_s),
                _ratios("- against scandir + stat", found, lambda one: one.start.ratio),
                _row("save, then found", found, lambda one: one.saved_s),
                _row("save that renames a person, then found", found, lambda one: one.saved_name_s),
                _row("grep, every file read", found, lambda one: one.grep.work_s),
                _ratios(f"- against {_searcher()}", found, lambda one: one.grep.ratio),
                _row("grep, with an index", found, lambda one: one.narrowed_grep.work_s),
                _ratios(f"- against {_searcher()}", found, lambda one: one.narrowed_grep.ratio),
            ),
            (
                "n^x: x is the slope of log time over log notes; 1 = in step with the tree.",
                f"Saved through the store, at the largest size: {_SAVED_MS.bounds} ms:"
                f" {_SAVED_MS.verdict(1000 * found[-1].saved_s)}.",
            ),
        )
    ]


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of log value over log size: how fast a value grows."""
    return float(np.polyfit(np.log(sizes), np.log(values), 1)[0])


def _row(
    name: str, found: Sequence[_Measured], of: Callable[[_Measured], float]
) -> tuple[str, ...]:
    values = [of(one) for one in found]
    grows = (
        f"n^{exponent([one.files for one in found], values):.2f}" if len(found) > 1 else "one size"
    )
    return (name, *map(milliseconds, values), grows)


def _ratios(
    name: str, found: Sequence[_Measured], of: Callable[[_Measured], float]
) -> tuple[str, ...]:
    return (name, *(times(of(one)) for one in found), "")


def _measure(files: int, repeats: int) -> _Measured:
    with scratch_familiar("none") as (home, familiar):
        memory = home / NAME / "memory"
        write_notes(memory, files)
        _plant(memory)
        floor_s = seconds(lambda: read_and_insert(memory, home / "floor.sqlite"))
        cold_s = seconds(lambda: asyncio.run(_settled(familiar)))
        asyncio.run(settle_until_quiet(Familiar.open(NAME, home=home)))
        start = paired(
            lambda: asyncio.run(_check(home)),
            lambda: seconds(lambda: bare_sweep(memory)),
            repeats,
            warm_up=True,
        )
        grep = _grep(MemoryStore(memory), memory, repeats)
        narrowed = asyncio.run(_narrowed_grep(home, memory, repeats))
        saved, named = asyncio.run(_saves(home))
    return _Measured(files, cold_s, floor_s, start, saved, named, grep, narrowed)


def _grep(store: NoteStore, memory: Path, repeats: int) -> Paired:
    return paired(
        lambda: seconds(lambda: store.grep(_NEEDLE)),
        lambda: seconds(lambda: _bare_grep(memory)),
        repeats,
        warm_up=True,
    )


async def _narrowed_grep(home: Path, memory: Path, repeats: int) -> Paired:
    """By the store of a familiar, which leaves out what its index rules out."""
    familiar = Familiar.open(NAME, home=home)
    await familiar.start()
    try:
        return _grep(familiar.store, memory, repeats)
    finally:
        await familiar.close()


async def _settled(familiar: Familiar) -> None:
    await familiar.start()
    await familiar.settle()
    await familiar.close()


async def _check(home: Path) -> float:
    """Seconds to find that nothing has changed, in a familiar that was just opened."""
    familiar = Familiar.open(NAME, home=home)
    await familiar.start()
    loop = asyncio.get_running_loop()
    begin = loop.time()
    report = await familiar.settle()
    checked_s = loop.time() - begin
    await familiar.close()
    if report.wrote:
        raise AssertionError("not a start without changes")
    return checked_s


async def _saves(home: Path) -> tuple[float, float]:
    """Median seconds from a save to a search that finds it: a new topic, a person renamed."""
    familiar = Familiar.open(NAME, home=home)
    await familiar.start()
    await familiar.search("anything")
    # The people of the corpus are every fourth note.
    paths = {"topics": "topics/s{}.md", "people": "people/discord-{}.md"}
    found: dict[str, list[float]] = {kind: [] for kind in paths}
    loop = asyncio.get_running_loop()
    for number in range(_SAVES):
        for kind, measured in found.items():
            word = f"quokkaville{kind}{number}"
            path = paths[kind].format(4 * number)
            begin = loop.time()
            familiar.store.write_file(path, f"# Saved {word}\n\n- Met {word}\n")
            hits = (await familiar.search(word, limit=3)).hits
            measured.append(loop.time() - begin)
            if not any(word in hit.text for hit in hits):
                raise AssertionError(f"{word} is not found")
    await familiar.close()
    return median(found["topics"]), median(found["people"])


def _plant(memory: Path) -> None:
    for file in sorted(memory.rglob("*.md"))[::_ONE_IN]:
        state = file.stat()
        with file.open("a", encoding="utf-8") as note:
            note.write(f"- Spoke of the {_NEEDLE} again\n")
        os.utime(file, ns=(state.st_mtime_ns, state.st_mtime_ns))


def _searcher() -> str:
    return "ripgrep" if shutil.which("rg") else "bare read and find"


def _bare_grep(memory: Path) -> None:
    if (ripgrep := shutil.which("rg")) is not None:
        command = [ripgrep, "--line-number", "--ignore-case", _NEEDLE, str(memory)]
        subprocess.run(command, capture_output=True, check=True)
    else:
        read_and_look(memory, _NEEDLE.lower().encode())


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.speed.growth")
    parser.add_argument("--sizes", default=",".join(map(str, _SIZES)))
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    show(run([int(size) for size in arguments.sizes.split(",")], arguments.repeats))


if __name__ == "__main__":
    main()
