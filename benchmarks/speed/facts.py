"""How fast it is told what is known of somebody, among 10,000 facts in 2,000 notes.

python -m benchmarks.speed.facts [--facts N] [--notes N] [--samples N]
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.alone import alone
from benchmarks.corpora.facts import FactsCorpus, KnownName, write_facts
from benchmarks.report import Limit, Table, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.timing import each_s, percentile
from familiar_memory import Familiar

__all__ = ["run"]

_MOST_MS = Limit(20, "ms")
_Ask = Callable[[KnownName], Awaitable[object]]


def run(facts: int = 10_000, notes: int = 2_000, samples: int = 300) -> list[Table]:
    """Ask for the facts and for the timeline of people and subjects, by name and by path."""
    with scratch_familiar("none") as (home, familiar):
        root = home / NAME / "memory"
        corpus = write_facts(root, facts, notes=notes)
        asked = random.Random(1).choices(corpus.names, k=samples)
        # The one known to most: the worst case of a question.
        asked += [corpus.subjects[0], corpus.people[0]] * (samples // 20)
        measured = asyncio.run(_measured(familiar, asked))
        with _bare(root, corpus, facts) as floor:
            floors = each_s(floor, asked)
    title = f"What is known of somebody, {facts:,} facts in {notes:,} notes"
    columns = ("", "p50", "p95", "floor, p95", "p95 by its floor", "limit of p95")
    return [
        Table(
            title,
            columns,
            tuple(_row(n, taken, floors) for n, taken in measured.items()),
            (
                "The floor reads the lines of the same entity from a bare table of SQLite, and looks at"
                " the state of each file that they stand in.",
            ),
        )
    ]


async def _measured(familiar: Familiar, asked: Sequence[KnownName]) -> dict[str, list[float]]:
    await familiar.start()
    await familiar.settle()
    known = familiar.knowledge
    questions: dict[str, _Ask] = {
        "facts, by name": lambda one: known.facts(one.name),
        "facts, by path": lambda one: known.facts(one.path),
        "facts, as of a moment": lambda one: known.facts(one.path, include_retired=True),
        "timeline, by name": lambda one: known.timeline(one.name),
    }
    found = {}
    for name, ask in questions.items():
        await ask(asked[0])
        found[name] = await _each(ask, asked)
    await familiar.close()
    return found


async def _each(ask: _Ask, asked: Sequence[KnownName]) -> list[float]:
    found = []
    for one in asked:
        begin = perf_counter()
        await ask(one)
        found.append(perf_counter() - begin)
    return found


@contextlib.contextmanager
def _bare(root: Path, corpus: FactsCorpus, facts: int) -> Iterator[Callable[[KnownName], int]]:
    """A table of lines by whom they name, and the question put to it."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE facts(entity TEXT, path TEXT, line TEXT)")
        connection.execute("CREATE INDEX entity ON facts(entity)")
        for path, text in FactsCorpus(len(corpus.names)).notes(facts):
            for line in text.splitlines():
                linked = line.partition("](")[2].partition(")")[0].rpartition("/")[2]
                for entity in {Path(path).stem, linked.removesuffix(".md")} - {""}:
                    connection.execute("INSERT INTO facts VALUES (?, ?, ?)", (entity, path, line))

        def ask(one: KnownName) -> int:
            rows = connection.execute("SELECT path, line FROM facts WHERE entity = ?", (one.slug,))
            return sum(os.stat(root / path).st_size for path in {path for path, _ in rows})

        yield ask


def _row(name: str, taken: Sequence[float], floors: Sequence[float]) -> tuple[str, ...]:
    p95, floor = percentile(taken, 95), percentile(floors, 95)
    return (
        name,
        milliseconds(percentile(taken, 50)),
        milliseconds(p95),
        milliseconds(floor),
        times(p95 / floor),
        _MOST_MS.verdict(1e3 * p95),
    )


if __name__ == "__main__":
    alone(run)
