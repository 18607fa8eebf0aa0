"""What it costs to add a fact that ends another, beyond the write itself.

python -m benchmarks.speed.changes [--facts N] [--notes N] [--samples N]
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks.alone import alone
from benchmarks.corpora.facts import FactsCorpus, KnownName, write_facts
from benchmarks.report import Limit, Table, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.timing import percentile
from familiar_memory import Familiar, NewFact, NewMemory, StoreMemory

__all__ = ["run"]

_BEYOND_MS = Limit(30, "ms")
_LENGTHS = (20, 100, 400)
"""Lines of the longer notes: most of the corpus have five."""
_EACH = 20
"""Notes of each length: each gets a few lines longer on the way."""
_Taken = tuple[float, float, float]
"""Seconds by the clock, of the processor, and of the bare write of the same bytes."""
_NOTES = (
    "Each of the facts measured ends the one before it. The floor writes the bytes of the changed"
    " note to a new file, flushes it (fsync), and renames it over the old one, right after each.",
    "Beyond the write = p95 of what remains by the clock when the floor is taken off, sample by"
    " sample. The journal and the index, which has its thread, are in it.",
)


_Change = Callable[[Familiar, KnownName, int], Awaitable[None]]
"""Changes the note of somebody; the number makes each change another."""


class _Case(NamedTuple):
    asked: list[KnownName]
    change: _Change


def run(facts: int = 10_000, notes: int = 2_000, samples: int = 100) -> list[Table]:
    """Let people move house again and again, in notes of the corpus and in longer ones."""
    with scratch_familiar("none") as (home, familiar):
        root = home / NAME / "memory"
        corpus = write_facts(root, facts, notes=notes)
        people = iter(random.Random(1).sample(corpus.people, _EACH * (len(_LENGTHS) + 1)))
        few = _repeated(list(islice(people, _EACH)), samples)
        size = f"{facts // notes} lines"
        cases = {f"a fact to a note of {size}{how}": _Case(few, one) for how, one in _HOWS.items()}
        cases |= {what: _Case(few, change) for what, change in _OTHERS.items()}
        for lines in _LENGTHS:
            long = list(islice(people, _EACH))
            for one in long:
                _lengthen(root / one.path, one, lines)
            cases[f"a fact to a note of {lines} lines"] = _Case(_repeated(long, samples), _by_path)
        measured = asyncio.run(_measured(familiar, root, cases))
    columns = (
        *("add", "p50", "p95", "processor, p50", "processor, p95"),
        *("floor, p50", "floor, p95", "p50 by its floor", "beyond the write, p95", "limit"),
    )
    rows = tuple(_row(name, taken) for name, taken in measured.items())
    title = f"A fact that ends another, {facts:,} facts in {notes:,} notes"
    return [Table(title, columns, rows, _NOTES)]


def _repeated(people: Sequence[KnownName], samples: int) -> list[KnownName]:
    return [people[n % len(people)] for n in range(samples)]


def _lengthen(path: Path, known: KnownName, lines: int) -> None:
    corpus = FactsCorpus(notes=8, seed=lines)
    more = [line for _, text in corpus.notes(8 * lines) for line in text.splitlines()]
    facts = [line for line in more if line.startswith(("- likes", "- plays", "- speaks", "- owns"))]
    kept = "".join(f"{line}\n" for line in facts[:lines])
    path.write_text(f"## Aliases\n\n- {known.name}\n\n## Facts\n\n{kept}", encoding="utf-8")


async def _measured(
    familiar: Familiar, root: Path, cases: dict[str, _Case]
) -> dict[str, list[_Taken]]:
    await familiar.start()
    await familiar.settle()
    found: dict[str, list[_Taken]] = {}
    for name, (asked, change) in cases.items():
        for one in dict.fromkeys(asked):
            await familiar.memories.add_fact(NewFact(one.path, "lives_in", f"before {name}"))
        await change(familiar, asked[0], 0)
        await familiar.settle()
        found[name] = []
        for number, one in enumerate(asked, start=1):
            begin, processor = perf_counter(), process_time()
            await change(familiar, one, number)
            taken = perf_counter() - begin, process_time() - processor
            found[name].append((*taken, _seconds(_bare_write(root / one.path))))
            await familiar.settle()
    await familiar.close()
    return found


async def _moved(familiar: Familiar, subject: str, number: int) -> None:
    done = await familiar.memories.add_fact(NewFact(subject, "lives_in", f"House Number {number}"))
    if len(done.ended) != 1:
        raise RuntimeError(f"nothing was ended of {subject}: {done}")


async def _by_path(familiar: Familiar, one: KnownName, number: int) -> None:
    await _moved(familiar, one.path, number)


async def _by_name(familiar: Familiar, one: KnownName, number: int) -> None:
    await _moved(familiar, one.name, number)


async def _by_id(familiar: Familiar, one: KnownName, number: int) -> None:
    await _moved(familiar, one.slug.replace("-", ":", 1), number)


async def _remembered(familiar: Familiar, one: KnownName, number: int) -> None:
    done = await familiar.memories.remember(NewMemory(f"has told story {number}", one.name))
    if not done.is_done:
        raise RuntimeError(f"nothing was kept of {one.name}: {done}")


async def _stored(familiar: Familiar, one: KnownName, number: int) -> None:
    said = f"{one.name} won {number} games of draughts"
    done = await familiar.tools.do(StoreMemory(type="episodic", subject=one.name, content=said))
    if not done.get("stored"):
        raise RuntimeError(f"nothing was stored of {one.name}: {done}")


_HOWS = {", by path": _by_path, ", by name": _by_name, ", by id": _by_id}
_OTHERS = {"a memory by name": _remembered, "a memory by name, as a model does": _stored}


def _bare_write(path: Path) -> Callable[[], None]:
    """The write of the same bytes beside the note, safe across a crash."""
    target = path.parent.parent / ".floor"
    data = path.read_bytes()

    def write() -> None:
        beside = target.with_suffix(".new")
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)

    return write


def _seconds(work: Callable[[], None]) -> float:
    begin = perf_counter()
    work()
    return perf_counter() - begin


def _row(name: str, taken: Sequence[_Taken]) -> tuple[str, ...]:
    clock, processor, floor = zip(*taken, strict=True)
    beyond = percentile([work - bare for work, _, bare in taken], 95)
    return (
        name,
        milliseconds(percentile(clock, 50)),
        milliseconds(percentile(clock, 95)),
        milliseconds(percentile(processor, 50)),
        milliseconds(percentile(processor, 95)),
        milliseconds(percentile(floor, 50)),
        milliseconds(percentile(floor, 95)),
        times(percentile(clock, 50) / percentile(floor, 50)),
        milliseconds(beyond),
        _BEYOND_MS.verdict(1e3 * beyond),
    )


if __name__ == "__main__":
    alone(run)
