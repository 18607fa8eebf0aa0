"""What one checkout of familiar_memory does with some turns: run as a script, prints JSON.

    python -P checkout_child.py index HOME TURNS.jsonl
    python -P checkout_child.py ask HOME QUESTIONS.json

Which checkout is for PYTHONPATH to say. So that any may be measured, older ones too, this
imports nothing of the benchmarks, and uses the public API alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter, process_time

import familiar_memory
from familiar_memory import Familiar, Turn

_NAME = "bench"
_BATCH = 5_000
_LIMIT = 10
_MORE = 7
_PAGE_BYTES = 4096


async def _index(home: Path, file: Path) -> dict[str, object]:
    """Seconds of the clock to record and index all turns; bytes of the index's file."""
    lines = file.read_text("utf-8").splitlines()
    turns = [Turn.from_json(json.loads(line)) for line in lines]
    begin = perf_counter()
    async with Familiar.create(_NAME, home=home, embedder="static") as familiar:
        for at in range(0, len(turns), _BATCH):
            await familiar.record_many(turns[at : at + _BATCH])
        await familiar.settle()
        seconds = perf_counter() - begin
    # Closed: what stood in the log beside the database is in it.
    size = sum(one.stat().st_size for one in home.rglob(".index/embeddings.sqlite*"))
    return {"seconds": seconds, "index_bytes": size}


async def _ask(home: Path, file: Path) -> dict[str, object]:
    """Seconds: of the first search, of each other one by clock and processor, and of a turn."""
    questions = json.loads(file.read_text("utf-8"))
    async with Familiar.open(_NAME, home=home) as familiar:
        begin = perf_counter()
        await familiar.search(questions[0], limit=_LIMIT)
        first = perf_counter() - begin
        taken = []
        for question in questions[1:]:
            begin, cpu = perf_counter(), process_time()
            await familiar.search(question, limit=_LIMIT)
            taken.append((perf_counter() - begin, process_time() - cpu))
        resident = _resident_bytes()
        more = [await _one_more(familiar, home, number) for number in range(_MORE)]
    return {
        "first": first,
        "clock": [clock for clock, _ in taken],
        "processor": [cpu for _, cpu in taken],
        "resident_bytes": resident,
        "one_more": more,
    }


async def _one_more(familiar: Familiar, home: Path, number: int) -> float:
    """Seconds from a new turn to a search that finds it."""
    word = f"quokka{home.name}{perf_counter():.9f}".replace(".", "x")
    turn = Turn.from_json(
        {
            "ref": word,
            "timestamp": f"2026-01-01T10:00:0{number}+00:00",
            "channel": "later",
            "author": {"platform": "desk", "user_id": "1", "display_name": "Rowan"},
            "text": f"I met them in {word} today.",
        }
    )
    begin = perf_counter()
    await familiar.record(turn)
    hits = (await familiar.search(word, limit=3)).hits
    if not any(word in hit.text for hit in hits):
        raise AssertionError(f"{word} was just said, and is not found")
    return perf_counter() - begin


def _resident_bytes() -> int:
    """The memory that this process holds now; 0 where the system does not tell."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * _PAGE_BYTES if status.exists() else 0


def main() -> None:
    """Do one of the two, and print what it took as one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", choices=("index", "ask"))
    parser.add_argument("home", type=Path)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    work = _index if given.work == "index" else _ask
    found: Mapping[str, object] = asyncio.run(work(given.home, given.file))
    where = str(Path(familiar_memory.__file__).resolve().parent.parent)
    sys.stdout.write(json.dumps({**found, "checkout": where}))


if __name__ == "__main__":
    main()
