"""How fast it is told who is near to whom, among 10,000 facts in 2,000 notes.

python -m benchmarks.speed.graph [--facts N] [--notes N] [--samples N]
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.alone import alone
from benchmarks.corpora.facts import FactsCorpus, KnownName, write_facts
from benchmarks.report import Limit, Table, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.timing import each_s, percentile
from familiar_memory import Familiar

__all__ = ["run"]

_MOST_MS = Limit(30, "ms")
_DEPTH = 2
_Ask = Callable[[KnownName], Awaitable[object]]


def run(facts: int = 10_000, notes: int = 2_000, samples: int = 300) -> list[Table]:
    """Ask for the neighbourhood of people and subjects, also right after a note has changed."""
    with scratch_familiar("none") as (home, familiar):
        root = home / NAME / "memory"
        corpus = write_facts(root, facts, notes=notes)
        asked = random.Random(1).choices(corpus.names, k=samples)
        # The one known to most: the worst case of a question.
        asked += [corpus.subjects[0], corpus.people[0]] * (samples // 20)
        measured = asyncio.run(_measured(familiar, root, asked))
    floors = each_s(_Bare(FactsCorpus(notes).notes(facts)), asked)
    return [
        Table(
            f"Who is near to whom, {facts:,} facts in {notes:,} notes",
            ("", "p50", "p95", "floor, p95", "p95 by its floor", "limit of p95"),
            tuple(_row(name, taken, floors) for name, taken in measured.items()),
            (
                f"The floor walks {_DEPTH} steps over a bare dictionary of links, both ways; it"
                " counts and dates nothing, and looks at no file.",
                "A note that has changed is indexed before the clock starts; that what was read is"
                " brought up to date is in the time.",
            ),
        )
    ]


async def _measured(
    familiar: Familiar, root: Path, asked: Sequence[KnownName]
) -> dict[str, list[float]]:
    await familiar.start()
    await familiar.settle()
    known = familiar.knowledge
    questions: dict[str, _Ask] = {
        f"graph, depth {_DEPTH}": lambda one: known.graph(one.path, depth=_DEPTH),
        "graph, depth 1": lambda one: known.graph(one.path, depth=1),
        "the best known": lambda one: known.entities(limit=30),
    }
    found = {}
    for name, ask in questions.items():
        await ask(asked[0])
        found[name] = [await _timed(ask, one) for one in asked]
    changed = []
    for one in asked[: len(asked) // 10]:
        with (root / one.path).open("a", encoding="utf-8") as note:
            note.write("- knows:: Somebody Else (2026-01-01)\n")
        await familiar.settle()
        changed.append(await _timed(questions[f"graph, depth {_DEPTH}"], one))
    found["graph, after a change"] = changed
    await familiar.close()
    return found


async def _timed(ask: _Ask, one: KnownName) -> float:
    begin = perf_counter()
    await ask(one)
    return perf_counter() - begin


class _Bare:
    """Who is linked with whom, and nothing else."""

    def __init__(self, notes: Iterable[tuple[str, str]]) -> None:
        self._near: dict[str, set[str]] = {}
        for path, text in notes:
            for line in text.splitlines():
                linked = line.partition("](")[2].partition(")")[0].rpartition("/")[2]
                one, other = Path(path).stem, linked.removesuffix(".md")
                if other:
                    self._near.setdefault(one, set()).add(other)
                    self._near.setdefault(other, set()).add(one)

    def __call__(self, one: KnownName) -> int:
        """How many are at most so many steps away."""
        distances, waiting = {one.slug: 0}, deque([one.slug])
        while waiting:
            node = waiting.popleft()
            if distances[node] == _DEPTH:
                continue
            for other in self._near.get(node, ()):
                if other not in distances:
                    distances[other] = distances[node] + 1
                    waiting.append(other)
        return len(distances)


def _row(name: str, taken: Sequence[float], floors: Sequence[float]) -> tuple[str, ...]:
    p95, floor = percentile(taken, 95), percentile(floors, 95)
    return (
        name,
        milliseconds(percentile(taken, 50)),
        milliseconds(p95),
        milliseconds(floor),
        times(p95 / floor),
        _MOST_MS.verdict(1e3 * p95) if name.startswith("graph, depth") else "",
    )


if __name__ == "__main__":
    alone(run)
