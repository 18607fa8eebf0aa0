"""Whether writing up the newest talk costs more when much has been said before.

python -m benchmarks.notes.growth [--turns N] [--batch N] [--days N]

Every batch is recorded and written up by a writer of its own, as each `familiar write` has one.
On each of the days somebody has another job: each time a line is struck, and one comes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.alone import alone
from benchmarks.corpora.vocabulary import Vocabulary
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import scratch_folder
from familiar_memory import Author, HistoryStore, Place, Turn
from familiar_memory.markdown.record.read_lines import forget_lines
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.writers.extractive import ExtractiveWriter
from familiar_memory.writers.memory_writer import MemoryWriter
from familiar_memory.writers.writing import WritingRules

__all__ = ["run"]

_PEOPLE, _ROOMS = 12, 3
_TOPICS = ("Gladys", "Lantern Night", "Fenlight", "Marjorie", "The Parsnip", "Tromso")
_TOLD = (
    "We decided that {topic} moves to {day} March.",
    "I painted {topic} on Friday, because the {word} was wet.",
    "I am going to bring a {word} to {topic} tomorrow.",
    "so {topic} is the {word} that we built",
    "I have a {word} and I love the {word}s of {topic}.",
)
_FIRST = datetime(2024, 1, 1, 9, tzinfo=UTC)
_EARLY = 10
"""The batch that later ones are compared with: by then the writer knows of a full past."""
_AROUND = 5
"""Batches of which the median is taken, before and after."""
_GROWS = Target(1.3, 1.1)
_SHOWN = (10, 20, 50, 100, 150, 200, 400, 800)


def run(turns: int = 40_000, batch: int = 200, days: int = 400) -> list[Table]:
    """Write up made-up talk of a dozen people who keep coming back to six topics."""
    with scratch_folder() as folder:
        store = MemoryStore(folder / "memory")
        costs = _costs(folder / "history.sqlite", store, _talk(turns), batch)
        largest = sorted(
            ((store.root / path).stat().st_size, path) for path in store.glob("**/*.md")
        )
    with scratch_folder() as folder:
        store = MemoryStore(folder / "memory")
        changes = _costs(folder / "history.sqlite", store, _jobs(days), 1)
    kinds = {path.split("/")[0]: (size, path) for size, path in largest}
    return [
        _growth(f"Writing up the k-th {batch} turns: processor time", costs, batch),
        _growth("Writing up the k-th job of one person: processor time", changes, 1),
        Table(
            "The largest note of each kind",
            ("folder", "note", "bytes"),
            tuple((kind, path, f"{size:,}") for kind, (size, path) in sorted(kinds.items())),
        ),
    ]


def _growth(title: str, costs: list[float], batch: int) -> Table:
    early = _near(costs, min(_EARLY, len(costs)))
    ratio = _near(costs, len(costs)) / early
    shown = [number for number in _SHOWN if number < len(costs)] + [len(costs)]
    rows = [
        (f"{n:,}", f"{n * batch:,}", milliseconds(_near(costs, n)), times(_near(costs, n) / early))
        for n in shown
    ]
    return Table(
        title,
        ("batch", "turns", "median of those near it", f"to batch {_EARLY}"),
        tuple(rows),
        (f"{times(ratio)} at the end ({_GROWS.bounds}): {_GROWS.verdict(ratio)}",),
    )


def _costs(file: Path, store: MemoryStore, said: Iterator[Turn], batch: int) -> list[float]:
    """Seconds of processor time of each batch, in order; the history is kept in a file."""
    costs = []
    with HistoryStore(file) as history:
        while len(turns := list(islice(said, batch))) == batch:
            history.record_many(turns)
            # Each `familiar write` has a process of its own, which remembers no line.
            forget_lines()
            begin = time.process_time()
            writer = MemoryWriter(
                history, store, ExtractiveWriter(), _now, WritingRules(UTC), batch_turns=batch
            )
            writer.run()
            costs.append(time.process_time() - begin)
    return costs


def _near(costs: list[float], number: int) -> float:
    """The median of the costs around the batch of a number, from 1."""
    return median(costs[max(0, number - 1 - _AROUND) : number + _AROUND])


def _now() -> datetime:
    return datetime.now(UTC)


def _jobs(days: int) -> Iterator[Turn]:
    """One person, who works somewhere else each day."""
    where = Vocabulary(8_000, 17).words
    for day in range(days):
        yield Turn(
            f"t{day}",
            _FIRST + timedelta(days=day),
            Place("discord", "room-0", "lantern"),
            Author("discord", "0", "Rowan"),
            f"I work at {where[day % len(where)].title()} Industries now.",
        )


def _talk(count: int) -> Iterator[Turn]:
    """Mostly chatter, now and then something worth a line; pauses of hours, the same each time."""
    chance = random.Random(17)
    vocabulary = Vocabulary(8_000, 17)
    names = [word.title() for word in vocabulary.words[900 : 900 + _PEOPLE]]
    rooms = [Place("discord", f"room-{n}", "lantern") for n in range(_ROOMS)]
    at = _FIRST
    for number in range(count):
        at += timedelta(hours=7) if chance.random() < 0.02 else timedelta(seconds=50)
        who = chance.randrange(_PEOPLE)
        if chance.random() < 0.15:
            (word,) = vocabulary.content(1)
            text = chance.choice(_TOLD).format(
                topic=chance.choice(_TOPICS), day=chance.randint(1, 31), word=word
            )
        else:
            text = vocabulary.sentence(vocabulary.length(12))
        yield Turn(
            f"t{number}",
            at,
            chance.choice(rooms),
            Author("discord", str(who), names[who]),
            text,
        )


if __name__ == "__main__":
    alone(run)
