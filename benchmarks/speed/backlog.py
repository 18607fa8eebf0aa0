"""How fast the writer works off a backlog, without the time that a model takes.

python -m benchmarks.speed.backlog [--turns N …]

The floor is what nobody can do without: reading the turns, and writing the bytes of the notes that
come out once, each file synchronised with the disk. The model of the second row answers at once.
Seconds are of the processor, so that what else the machine does counts for little.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from familiar_memory.history.history_store import HistoryStore
from soak.backlog import backlog, write

__all__ = ["Measured", "main", "measure"]

_PAGE = 1_000


class Measured(NamedTuple):
    """Seconds for so many turns: of the floor, of the engine, and of it with a model."""

    turns: int
    floor_s: float
    by_code_s: float
    with_model_s: float


def measure(turns: int, batch_turns: int = 200) -> Measured:
    """Write the same backlog up with each, in a folder of its own."""
    with tempfile.TemporaryDirectory() as given:
        folder = Path(given)
        begun = folder / "begun"
        begun.mkdir()
        with HistoryStore(begun / "history.sqlite") as history:
            backlog(history, turns)
        by_code_s = _written(begun, folder / "by_code", batch_turns, with_model=False)
        with_model_s = _written(begun, folder / "with_model", batch_turns, with_model=True)
        floor_s = _seconds(lambda: _floor(folder / "by_code", folder / "floor"))
        return Measured(turns, floor_s, by_code_s, with_model_s)


def main(arguments: list[str] | None = None) -> None:
    """A row for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, nargs="*", default=[1_250, 2_500, 5_000, 10_000])
    given = parser.parse_args(arguments)
    measure(50)  # Patterns are compiled by the first run.
    print("turns   floor s   no model: s  turns/s  × floor   model: s  turns/s  × floor")
    for turns in given.turns:
        one = measure(turns)
        print(
            f"{turns:>6,} {one.floor_s:>8.2f}  {_row(one, one.by_code_s)}  "
            f"{_row(one, one.with_model_s)}",
            flush=True,
        )


def _written(begun: Path, to: Path, batch_turns: int, *, with_model: bool) -> float:
    """Seconds for all of it."""
    shutil.copytree(begun, to)
    return _seconds(lambda: write(to, batch_turns, with_model=with_model))


def _row(one: Measured, took: float) -> str:
    return f"{took:>11.1f} {one.turns / took:>8,.0f} {took / one.floor_s:>8.1f}"


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _floor(written: Path, to: Path) -> None:
    """Read every turn, and write every note once."""
    read = 0
    with HistoryStore(written / "history.sqlite") as history:
        while page := history.turns_after(read, _PAGE):
            read = page[-1].id
    to.mkdir()
    for number, file in enumerate(sorted((written / "memory").rglob("*.md"))):
        with (to / f"{number}.md").open("wb") as out:
            out.write(file.read_bytes())
            out.flush()
            os.fsync(out.fileno())


if __name__ == "__main__":
    main()
