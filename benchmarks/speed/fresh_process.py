"""What a process that has just begun pays: run as a child, answers with one JSON line.

python -m benchmarks.speed.fresh_process HOME QUESTION...
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

__all__ = ["FreshProcess", "measure"]

_CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class FreshProcess:
    """Seconds of each step, and the memory held after all questions."""

    import_s: float
    open_s: float
    first_query_s: float
    second_query_s: float
    resident_mb: float


def measure(home: Path, name: str, questions: Sequence[str]) -> FreshProcess:
    """Start a process that opens this familiar and asks it these questions."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.speed.fresh_process", str(home), name, *questions],
        capture_output=True,
        check=True,
        cwd=_CHECKOUT,
    )
    return FreshProcess(**orjson.loads(done.stdout))


async def _ask(home: Path, name: str, questions: Sequence[str]) -> FreshProcess:
    begin = time.perf_counter()
    from familiar_memory import Familiar

    imported = time.perf_counter()
    familiar = Familiar.open(name, home=home)
    await familiar.start()
    opened = time.perf_counter()
    answered = []
    for question in questions:
        await familiar.search(question)
        answered.append(time.perf_counter())
    from benchmarks.timing import resident_mb

    resident = resident_mb()
    await familiar.close()
    return FreshProcess(
        imported - begin,
        opened - imported,
        answered[0] - opened,
        answered[1] - answered[0],
        resident or 0.0,
    )


def main() -> None:
    """Measure, and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("name")
    parser.add_argument("questions", nargs="+")
    arguments = parser.parse_args()
    found = asyncio.run(_ask(arguments.home, arguments.name, arguments.questions))
    sys.stdout.write(orjson.dumps(asdict(found)).decode())


if __name__ == "__main__":
    main()
