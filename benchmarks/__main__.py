"""Run every benchmark and print the tables.

python -m benchmarks [--data FOLDER ...] [--quick | --full]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchmarks.imports import chats
from benchmarks.known import measured as known
from benchmarks.recall import __main__ as recall
from benchmarks.report import Table, machine, show
from benchmarks.speed import (
    changes,
    cold_index,
    facts,
    graph,
    grep,
    growth,
    household,
    kept_nights,
    lore,
    noop_start,
    reading,
    record,
    scale,
    search,
    session_growth,
    start,
)
from benchmarks.speed import recall as recall_speed

_Run = Callable[[], Iterable[Table]]


def _usual() -> Iterator[_Run]:
    yield known.run
    yield cold_index.run
    yield noop_start.run
    yield start.run
    yield kept_nights.run
    yield search.run
    yield recall_speed.run
    yield lambda: household.run(familiars=200)
    yield reading.run
    yield record.run
    yield session_growth.run
    yield grep.run
    yield lore.run
    yield facts.run
    yield graph.run
    yield changes.run
    yield lambda: growth.run((1_000, 5_000, 20_000))
    yield chats.run
    yield lambda: scale.run(short=20_000)


def _quick() -> Iterator[_Run]:
    yield known.run
    yield lambda: cold_index.run(files=1_000, repeats=3)
    yield lambda: noop_start.run(files=2_000, repeats=7)
    yield lambda: start.run(repeats=3)
    yield lambda: kept_nights.run(files=500, repeats=3)
    yield lambda: search.run(passages=5_000, questions=60)
    yield lambda: recall_speed.run(turns=5_000, questions=40, rounds=2)
    yield lambda: household.run(familiars=30, awake=10, samples=100)
    yield lambda: reading.run(messages=100)
    yield lambda: record.run(turns=10_000, samples=100)
    yield lambda: session_growth.run(samples=9)
    yield lambda: grep.run(files=2_000, repeats=5)
    yield lambda: lore.run(repeats=9)
    yield lambda: facts.run(facts=2_000, notes=400, samples=60)
    yield lambda: graph.run(facts=2_000, notes=400, samples=60)
    yield lambda: changes.run(facts=2_000, notes=400, samples=40)
    yield lambda: growth.run((500, 2_000), repeats=3)
    yield lambda: chats.run(megabytes=5)
    yield lambda: scale.run(rounds=1, long=200, short=2_000, questions=40)


def _full() -> Iterator[_Run]:
    yield from _usual()
    yield lambda: noop_start.run(files=50_000, repeats=9)
    yield lambda: search.run(passages=100_000)
    yield lambda: recall_speed.run(turns=100_000)
    yield household.run
    yield lambda: reading.run(messages=100)
    yield lambda: record.run(turns=1_000_000)
    yield lambda: grep.run(files=20_000)
    yield scale.run
    yield growth.run


def main() -> None:
    """Show each table as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks")
    parser.add_argument(
        "--data", type=Path, action="append", default=[], help="a folder of conversations"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="small sizes, two minutes")
    size.add_argument("--full", action="store_true", help="also the sizes of the design, long")
    arguments = parser.parse_args()
    print(machine())
    folders = [folder for folder in arguments.data if folder.is_dir()]
    for folder in arguments.data:
        if folder not in folders:
            print(f"{folder} is left out: it is not there", file=sys.stderr)
    if folders:
        show(recall.run(folders, quick=arguments.quick))
    else:
        print("what recall finds is left out: no folder of conversations", file=sys.stderr)
    for run in _quick() if arguments.quick else _full() if arguments.full else _usual():
        show(run())


if __name__ == "__main__":
    main()
