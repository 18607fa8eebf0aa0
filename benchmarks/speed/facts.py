"""How fast it is told what is known of somebody, among 10,000 facts in 2,000 notes.

python -m benchmarks.speed.facts [--facts N] [--notes N] [--samples N]
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.alone import alone
from benchmarks.corpora.facts import FactsCorpus, KnownName, write_facts
from benchmarks.report import Limit, Table, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.timing import each_s, percentile
from familiar_memory import Familiar

__all__ = ["run"]

_MOST_MS = Limit(20, "ms")
_Ask = Callable[[KnownName], Awaitable[object]]
_Taken = list[tuple[float, float]]
"""Seconds by the clock, and of the processor."""
_NOTES = (
    "The floor reads the lines of the same entity from a bare table of SQLite, and looks at the"
    " state of each file that they stand in.",
)


def run(facts: int = 10_000, notes: int = 2_000, samples: int = 300) -> list[Table]:
    """Ask for the facts and for the timeline of people and subjects, by name and by path."""
    with scratch_familiar("none") as (home, familiar):
        root = home / NAME / "memory"
        corpus = write_facts(root, facts, notes=notes)
        asked = random.Random(1).choices(corpus.names, k=samples)
        known_best = [corpus.subjects[0]] * (samples // 3)
        with _bare(root, corpus, facts) as floor:
            floors = each_s(floor, asked), each_s(floor, known_best)
            lines = floor.lines(corpus.subjects[0])
        measured = asyncio.run(_measured(familiar, asked, known_best))
    rows = [_row(name, taken, floors[0]) for name, (taken, _) in measured.items()]
    rows += [
        _row(f"{name}, of who is known best", taken, floors[1])
        for name, (_, taken) in measured.items()
    ]
    title = f"What is known of somebody, {facts:,} facts in {notes:,} notes"
    columns = ("", "p50", "p95", "processor, p95", "floor, p95", "p95 by its floor", "limit of p95")
    best = f"{lines} lines name who is known best."
    return [Table(title, columns, tuple(rows), (*_NOTES, best))]


async def _measured(
    familiar: Familiar, asked: Sequence[KnownName], known_best: Sequence[KnownName]
) -> dict[str, tuple[_Taken, _Taken]]:
    await familiar.start()
    await familiar.settle()
    known = familiar.knowledge
    questions: dict[str, _Ask] = {
        "facts": lambda one: known.facts(one.name),
        "facts, also those that ended": lambda one: known.facts(one.path, include_retired=True),
        "timeline": lambda one: known.timeline(one.name),
    }
    found = {}
    for name, ask in questions.items():
        await ask(asked[0])
        found[name] = (await _each(ask, asked), await _each(ask, known_best))
    await familiar.close()
    return found


async def _each(ask: _Ask, asked: Sequence[KnownName]) -> _Taken:
    found = []
    for one in asked:
        begin, processor = perf_counter(), process_time()
        await ask(one)
        found.append((perf_counter() - begin, process_time() - processor))
    return found


class _Bare:
    """A table of lines by whom they name, and the question put to it."""

    def __init__(self, root: Path, notes: Iterable[tuple[str, str]]) -> None:
        self._root = root
        self._connection = sqlite3.connect(":memory:")
        self._connection.execute("CREATE TABLE facts(entity TEXT, path TEXT, line TEXT)")
        self._connection.execute("CREATE INDEX entity ON facts(entity)")
        for path, text in notes:
            for line in text.splitlines():
                linked = line.partition("](")[2].partition(")")[0].rpartition("/")[2]
                for entity in {Path(path).stem, linked.removesuffix(".md")} - {""}:
                    row = (entity, path, line)
                    self._connection.execute("INSERT INTO facts VALUES (?, ?, ?)", row)

    def __call__(self, one: KnownName) -> int:
        """Read the lines, and look at the files that they stand in."""
        return sum((self._root / path).stat().st_size for path in {p for p, _ in self._rows(one)})

    def lines(self, one: KnownName) -> int:
        """How many lines name somebody."""
        return len(self._rows(one))

    def close(self) -> None:
        """Let go of the table."""
        self._connection.close()

    def _rows(self, one: KnownName) -> list[tuple[str, str]]:
        query = "SELECT path, line FROM facts WHERE entity = ?"
        return self._connection.execute(query, (one.slug,)).fetchall()


@contextlib.contextmanager
def _bare(root: Path, corpus: FactsCorpus, facts: int) -> Iterator[_Bare]:
    with contextlib.closing(_Bare(root, FactsCorpus(len(corpus.names)).notes(facts))) as bare:
        yield bare


def _row(name: str, taken: _Taken, floors: Sequence[float]) -> tuple[str, ...]:
    clock, processor = zip(*taken, strict=True)
    p95, floor = percentile(clock, 95), percentile(floors, 95)
    return (
        name,
        milliseconds(percentile(clock, 50)),
        milliseconds(p95),
        milliseconds(percentile(processor, 95)),
        milliseconds(floor),
        times(p95 / floor),
        _MOST_MS.verdict(1e3 * p95),
    )


if __name__ == "__main__":
    alone(run)
