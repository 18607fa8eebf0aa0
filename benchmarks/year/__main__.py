"""A year of a made-up community.

python -m benchmarks.year [--people 200] [--turns 100000] [--nights 365] [--seed 7]
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import orjson

from benchmarks.report import machine, show
from benchmarks.scratch import scratch_folder
from benchmarks.year.living import Lived, Year, live
from benchmarks.year.nights import NightFigures
from benchmarks.year.picture import drawn
from benchmarks.year.tables import tables


def main() -> None:
    """Live through it, and show what came of it; each night is a line as soon as it is over."""
    usual = Year()
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.year")
    for name in ("people", "turns", "nights", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    parser.add_argument("--log", type=Path, help="a file of JSON lines: nights, then answers")
    parser.add_argument("--picture", type=Path, help="an SVG file to draw the growth into")
    given = parser.parse_args()
    year = Year(given.people, given.turns, given.nights, given.seed)
    print(machine())
    with scratch_folder() as home:
        lived = asyncio.run(live(home, year, lambda one: _tell(one, given.log)))
    if given.log:
        _keep(lived, given.log)
    if given.picture:
        title = f"{year.nights} nights of {year.people} people and {year.turns:,} turns"
        given.picture.write_text(drawn(lived.nights, title), "utf-8")
    show(tables(lived))


def _tell(one: NightFigures, log: Path | None) -> None:
    if log is None:
        print(f"night {one.night + 1}: {one.turns} turns, {one.engine_cpu_s:.1f} s", flush=True)
        return
    with log.open("ab") as file:
        file.write(orjson.dumps(one.as_json()) + b"\n")


def _keep(lived: Lived, log: Path) -> None:
    with log.open("ab") as file:
        for one in lived.answers:
            file.write(
                orjson.dumps(
                    {
                        "kind": one.fact.kind,
                        "topic": one.fact.topic,
                        "group": one.fact.group,
                        "person": one.fact.person,
                        "when": one.when,
                        "expected": one.expected,
                        "current": one.current,
                        "hit": one.hit,
                        "wrong": [*one.wrong, *one.shown_wrong],
                        "told": one.told,
                        "is_right": one.is_right,
                        "said": [line for said in one.fact.sayings for line in said.lines],
                    }
                )
                + b"\n"
            )
        file.write(orjson.dumps({"leaks": lived.leaks}) + b"\n")


if __name__ == "__main__":
    main()
