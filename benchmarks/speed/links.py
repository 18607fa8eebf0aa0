"""How fast links are followed, and those that lead to a note found, among 10,000 notes.

python -m benchmarks.speed.links [--notes N] [--samples N]
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.alone import alone
from benchmarks.report import Limit, Table, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.timing import percentile
from familiar_memory import Familiar, Place

__all__ = ["run"]

_FOLLOW_MS, _FAR_MS, _BACK_MS = Limit(100, "ms"), Limit(1_000, "ms"), Limit(1_500, "ms")
_LINKS = 5
_ROOM = Place("discord", "tavern", "lantern")
_Ask = Callable[[str], Awaitable[object]]


def run(notes: int = 10_000, samples: int = 40) -> list[Table]:
    """Ask for links of notes that each link to five others, and for those that lead to them."""
    with scratch_familiar("none") as (home, familiar):
        root = home / NAME / "memory"
        stems = _write(root, notes)
        asked = random.Random(1).sample(stems, samples)
        floor = [_read_s(root) for _ in range(3)]
        measured = asyncio.run(_measured(familiar, asked))
    return [
        Table(
            f"Links of {notes:,} notes, {_LINKS} each",
            ("", "p50", "p95", "floor", "p50 by its floor", "limit of p95"),
            tuple(_row(name, taken, limit, min(floor)) for name, taken, limit in measured),
            ("The floor reads every byte of every note, which what leads to a note is found in.",),
        )
    ]


def _write(root: Path, notes: int) -> list[str]:
    chance = random.Random(7)
    stems = [f"Note {number:05}" for number in range(notes)]
    for folder in range(10):
        (root / "topics" / f"f{folder}").mkdir(parents=True, exist_ok=True)
    for number, stem in enumerate(stems):
        lines = "".join(
            f"- Has to do with [[{chance.choice(stems)}]] since spring.\n" for _ in range(_LINKS)
        )
        text = f"# {stem}\n\nWords that say what it is about, and no more.\n\n{lines}"
        (root / "topics" / f"f{number % 10}" / f"{stem}.md").write_text(text, "utf-8")
    return stems


def _read_s(root: Path) -> float:
    begun = perf_counter()
    for path in root.rglob("*.md"):
        path.read_bytes()
    return perf_counter() - begun


async def _measured(
    familiar: Familiar, asked: Sequence[str]
) -> list[tuple[str, list[float], Limit]]:
    await familiar.start()
    await familiar.settle()
    links = familiar.links
    questions: dict[str, tuple[_Ask, Limit]] = {
        "follow, depth 1": (lambda one: links.follow(one), _FOLLOW_MS),
        "follow, depth 3": (lambda one: links.follow(one, 3), _FAR_MS),
        "back": (lambda one: links.back(one), _BACK_MS),
        "back, in a room": (lambda one: links.back(one, place=_ROOM), _BACK_MS),
    }
    found = []
    for name, (ask, limit) in questions.items():
        await ask(asked[0])
        found.append((name, [await _timed(ask, one) for one in asked], limit))
    await familiar.close()
    return found


async def _timed(ask: _Ask, one: str) -> float:
    begun = perf_counter()
    await ask(one)
    return perf_counter() - begun


def _row(name: str, taken: Sequence[float], limit: Limit, floor: float) -> tuple[str, ...]:
    middle, late = percentile(taken, 50), percentile(taken, 95)
    return (
        name,
        milliseconds(middle),
        milliseconds(late),
        milliseconds(floor),
        times(middle / floor),
        limit.verdict(1e3 * late),
    )


if __name__ == "__main__":
    alone(run)
