"""How long a recall takes among many turns, where its time goes, and what it costs the processor.

python -m benchmarks.speed.recall [--turns N] [--questions N] [--rounds N] [--notes]
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import islice
from time import perf_counter, process_time, thread_time

from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Limit, Table, milliseconds, show
from benchmarks.scratch import scratch_familiar
from benchmarks.timing import percentile
from familiar_memory import Familiar, Mode, RecallRequest, Turn

__all__ = ["run"]

_BATCH = 5_000
_LIMITS = ((10_000, Limit(8, "ms"), Limit(12, "ms")), (100_000, Limit(18, "ms"), Limit(28, "ms")))
"""(up to so many turns, p50, p95); beyond the last there is none"""
_MODES = (Mode.TEXT, Mode.VOICE)

_Measured = dict[Mode, list[tuple[float, float]]]
"""(seconds on the clock, seconds of the processor in all threads) by mode"""


def run(
    turns: int = 10_000, questions: int = 100, rounds: int = 3, *, with_notes: bool = False
) -> list[Table]:
    """Index so many turns with `static`, write notes about them if asked to, and recall."""
    corpus = TurnsCorpus()
    said = corpus.turns(turns)
    asked = corpus.questions(questions)
    with scratch_familiar("static") as (_, familiar):
        measured, steps = asyncio.run(
            _measure(familiar, corpus, said, asked, rounds, with_notes=with_notes)
        )
    what = f"{turns:,} turns{', written up' if with_notes else ''}"
    return [_speed_table(what, turns, measured), _step_table(what, steps)]


async def _measure(
    familiar: Familiar,
    corpus: TurnsCorpus,
    said: Iterator[Turn],
    asked: Sequence[str],
    rounds: int,
    *,
    with_notes: bool,
) -> tuple[_Measured, dict[str, list[float]]]:
    await familiar.start()
    while batch := list(islice(said, _BATCH)):
        await familiar.record_many(batch)
    await familiar.settle()
    if with_notes:
        await familiar.write()
        await familiar.settle()
    author, place = corpus.authors[0], corpus.places[0]

    async def recall(question: str, mode: Mode) -> None:
        await familiar.recall(RecallRequest(question, author, place, mode=mode))

    measured: _Measured = {mode: [] for mode in _MODES}
    for mode in _MODES:
        # The index is read into memory, models are loaded, notes are parsed.
        for question in asked[:5]:
            await recall(question, mode)
    for _ in range(rounds):
        for mode in _MODES:
            for question in asked:
                begin, cpu = perf_counter(), process_time()
                await recall(question, mode)
                measured[mode].append((perf_counter() - begin, process_time() - cpu))
    steps = _watched(familiar)
    for question in asked:
        for taken in steps.values():
            taken.append(0.0)
        await recall(question, Mode.TEXT)
    await familiar.close()
    return measured, steps


def _watched(familiar: Familiar) -> dict[str, list[float]]:
    """Seconds of its own thread that each part takes, one entry a recall."""
    parts = familiar.parts
    watched: dict[str, list[float]] = {}
    for name, provider in parts.answering.recall.sources.parts.items():
        _watch(provider, "load", name, watched)
    _watch(parts.searching.search, "search", "the search", watched)
    _watch(parts.indexing.notes, "load", "reading notes (also within others)", watched)
    return watched


def _watch(owner: object, method: str, name: str, watched: dict[str, list[float]]) -> None:
    inner: Callable[..., object] = getattr(owner, method)
    taken = watched[name] = []

    @wraps(inner)
    def timed(*given: object, **named: object) -> object:
        begin = thread_time()
        try:
            return inner(*given, **named)
        finally:
            taken[-1] += thread_time() - begin

    setattr(owner, method, timed)


def _speed_table(what: str, turns: int, measured: _Measured) -> Table:
    rows = []
    for mode, pairs in measured.items():
        clock = [taken for taken, _ in pairs]
        p50, p95 = percentile(clock, 50), percentile(clock, 95)
        cpu = [cpu for _, cpu in pairs]
        shown = map(milliseconds, (p50, p95, percentile(cpu, 50), percentile(cpu, 95)))
        rows.append((f"recall, {mode.value} mode", *shown, *_verdicts(turns, p50, p95)))
    return Table(
        f"Recall among {what}",
        ("", "p50", "p95", "processor, p50", "processor, p95", "limit of p50", "limit of p95"),
        tuple(rows),
    )


def _verdicts(turns: int, p50: float, p95: float) -> tuple[str, str]:
    for most, middle, slow in _LIMITS:
        if turns <= most:
            return middle.verdict(1e3 * p50), slow.verdict(1e3 * p95)
    return "", ""


def _step_table(what: str, steps: dict[str, list[float]]) -> Table:
    rows = tuple((name, milliseconds(percentile(taken, 50))) for name, taken in steps.items())
    return Table(f"In their threads, text mode, {what}", ("step", "processor, p50"), rows)


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.speed.recall")
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--notes", action="store_true", help="write the turns up first")
    given = parser.parse_args()
    show(run(given.turns, given.questions, given.rounds, with_notes=given.notes))


if __name__ == "__main__":
    main()
