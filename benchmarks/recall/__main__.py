"""How many of the turns that answer a question are found, in every kind of talk, beside peers.

    python -m benchmarks.recall --data FOLDER [--data FOLDER ...] [--quick] [--markdown]

A folder holds conversations of one kind: `NAME/turns.jsonl` and `NAME/questions.jsonl`. One
familiar a conversation, no chat model; all through the public API but for the ablations,
which give the same search other weights. `--tune` chooses the constants anew, with one
kind of talk held out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.recall.data import load_talk
from benchmarks.recall.measured import measure
from benchmarks.recall.tables import ablation_table, interval_table, kind_table, overview
from benchmarks.recall.tuning import held_out
from benchmarks.report import Table, markdown, show

__all__ = ["run"]


def run(
    folders: Sequence[Path], *, quick: bool = False, tune: bool = False, embedder: str = "static"
) -> Iterator[Table]:
    """The tables of these folders; `quick` leaves out ablations and what `write()` changes."""
    talks = [load_talk(folder) for folder in folders]
    measured = [measure(talk, embedder, quick=quick) for talk in talks]
    yield overview(measured)
    yield interval_table(measured)
    yield from map(kind_table, measured)
    if not quick:
        yield ablation_table(measured)
    if tune:
        yield held_out(talks)


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m benchmarks.recall",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--data", type=Path, required=True, action="append", help="a folder of conversations"
    )
    parser.add_argument("--quick", action="store_true", help="no ablations, no write()")
    parser.add_argument("--tune", action="store_true", help="choose constants, one kind held out")
    parser.add_argument("--embedder", default="static", help="of the familiar; peers keep static")
    parser.add_argument("--markdown", action="store_true", help="for the documentation")
    given = parser.parse_args()
    tables = run(given.data, quick=given.quick, tune=given.tune, embedder=given.embedder)
    if not given.markdown:
        show(tables)
        return
    for table in tables:
        print(f"{markdown(table)}\n")


if __name__ == "__main__":
    main()
