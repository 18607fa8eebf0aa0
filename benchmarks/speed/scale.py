"""What a million tokens of dialogue cost, and 100,000 short turns; beside another checkout.

    python -m benchmarks.speed.scale [--against CHECKOUT] [--rounds N] [--long N] [--short N]

Each index is made, and each round asked, in a process of its own; with `--against` the two
checkouts take turns, so that a busy machine slows both, and a ratio is of rounds that
followed one another.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import orjson

from benchmarks.corpora.dialogues import DialogueCorpus
from benchmarks.corpora.english import english_vocabulary
from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Table, Target, markdown, milliseconds, show, times
from benchmarks.scratch import scratch_folder
from benchmarks.speed.checkouts import THIS, Asked, Checkout, Indexed, write_turns
from benchmarks.timing import percentile
from familiar_memory import Turn

__all__ = ["run"]

_CHARS_A_TOKEN = 4
_SHORT_WORDS = 20_000
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class _Aims:
    """p50 and p95 in ms, the index's file and the memory in MB."""

    p50: Target
    p95: Target | None = None
    index: Target | None = None
    memory: Target | None = None


_LONG = _Aims(Target(10, 6), Target(18, 12), Target(45, 30), Target(280, 230))
_SHORT = _Aims(Target(16, 10))


@dataclass(frozen=True, slots=True)
class _Measured:
    """One checkout: its index, and its rounds of questions."""

    indexed: Indexed
    rounds: tuple[Asked, ...]


def run(
    against: Path | None = None,
    rounds: int = 3,
    long: int = 2_000,
    short: int = 100_000,
    questions: int = 150,
) -> Iterator[Table]:
    """One table for long turns and one for short ones; 0 of either leaves it out.

    Raises:
        ValueError: `against` is no checkout.
    """
    checkouts = [Checkout(folder) for folder in (against, THIS) if folder is not None]
    if long:
        dialogue = DialogueCorpus()
        turns, asked = dialogue.turns(long), dialogue.questions(questions)
        yield _measured_table(checkouts, turns, asked, rounds, f"{long:,} long turns", _LONG)
    if short:
        talk = TurnsCorpus(vocabulary=english_vocabulary(_SHORT_WORDS, 11))
        turns, asked = talk.turns(short), talk.questions(questions)
        yield _measured_table(checkouts, turns, asked, rounds, f"{short:,} short turns", _SHORT)


def _measured_table(
    checkouts: Sequence[Checkout],
    turns: Iterator[Turn],
    questions: Sequence[str],
    rounds: int,
    what: str,
    aims: _Aims,
) -> Table:
    with scratch_folder() as folder:
        said = write_turns(turns, folder / "turns.jsonl")
        (folder / "questions.json").write_bytes(orjson.dumps(list(questions)))
        homes = [folder / f"home{number}" for number in range(len(checkouts))]
        indexed = [
            one.index(home, folder / "turns.jsonl")
            for one, home in zip(checkouts, homes, strict=True)
        ]
        asked = [
            [
                one.ask(home, folder / "questions.json")
                for one, home in zip(checkouts, homes, strict=True)
            ]
            for _ in range(rounds)
        ]
    measured = [
        _Measured(index, rounds_of)
        for index, rounds_of in zip(indexed, zip(*asked, strict=True), strict=True)
    ]
    title = f"{what}, {said / _CHARS_A_TOKEN / _MB:.2f} million tokens"
    return _table(title, measured, aims)


def _table(title: str, measured: Sequence[_Measured], aims: _Aims) -> Table:
    def clock(share: int) -> Callable[[Asked], float]:
        return lambda asked: percentile(asked.clock, share)

    rows = (
        _asked_row("search, p50", clock(50), measured, aims.p50),
        _asked_row("search, p95", clock(95), measured, aims.p95),
        _asked_row("processor, p50", lambda one: percentile(one.processor, 50), measured),
        _asked_row("first search of a process", lambda one: one.first, measured),
        _asked_row("one more turn until found", lambda one: median(one.one_more), measured),
        _row("memory of the process", _memory, measured, _megabytes, 1 / _MB, aims.memory),
        _row("index file", _index_bytes, measured, _megabytes, 1 / _MB, aims.index),
        _row("record and index all", lambda one: [one.indexed.seconds], measured, _seconds),
    )
    names = ("before", "now", "now / before") if len(measured) > 1 else ("now",)
    notes = (
        "The median of the rounds, each a fresh process; a ratio is the median of the ratios of"
        " rounds that followed one another.",
    )
    return Table(title, ("", *names, "reach / aim"), rows, notes)


def _asked_row(
    name: str,
    part: Callable[[Asked], float],
    measured: Sequence[_Measured],
    target: Target | None = None,
) -> tuple[str, ...]:
    def values(one: _Measured) -> list[float]:
        return [part(asked) for asked in one.rounds]

    return _row(name, values, measured, milliseconds, 1_000, target)


def _row(
    name: str,
    values: Callable[[_Measured], list[float]],
    measured: Sequence[_Measured],
    shown: Callable[[float], str],
    scale: float = 1.0,
    target: Target | None = None,
) -> tuple[str, ...]:
    """A row of medians, their ratio if there are two, and a verdict on the last, scaled."""
    found = [values(one) for one in measured]
    cells = [shown(median(one)) for one in found]
    if len(found) > 1:
        before, now = found
        cells.append(times(median(n / b for n, b in zip(now, before, strict=True))))
    verdict = ""
    if target is not None:
        verdict = f"{target.bounds}: {target.verdict(scale * median(found[-1]))}"
    return name, *cells, verdict


def _memory(one: _Measured) -> list[float]:
    return [float(asked.resident_bytes) for asked in one.rounds]


def _index_bytes(one: _Measured) -> list[float]:
    return [float(one.indexed.index_bytes)]


def _megabytes(size: float) -> str:
    return f"{size / _MB:.0f} MB"


def _seconds(taken: float) -> str:
    return f"{taken:.1f} s"


def main() -> None:
    """Run this benchmark alone."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        prog="python -m benchmarks.speed.scale",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--against", type=Path, help="the folder of another checkout: before")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--long", type=int, default=2_000, help="turns; 0: none")
    parser.add_argument("--short", type=int, default=100_000, help="turns; 0: none")
    parser.add_argument("--questions", type=int, default=150)
    parser.add_argument("--markdown", action="store_true", help="for the documentation")
    given = vars(parser.parse_args())
    as_markdown = given.pop("markdown")
    for table in run(**given):
        if as_markdown:
            print(f"{markdown(table)}\n", flush=True)
        else:
            show([table])


if __name__ == "__main__":
    main()
