"""What one more turn of a session costs the processor, in short sessions and in long ones.

python -m benchmarks.speed.session_growth [--samples N]
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import median

from benchmarks.alone import alone
from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import scratch_folder
from familiar_memory import Author, EmbeddingIndex, HistoryStore, Place, Turn
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.models.static import StaticEmbedder
from familiar_memory.history.source import ConversationSource
from familiar_memory.index.schema import IndexIdentity
from familiar_memory.sync.update import Updater, build_if_stale

__all__ = ["run"]

_LENGTHS = (5, 54, 104, 194)
_GROWS = Target(2, 1.3)
_FIRST = datetime(2026, 2, 2, 8, 0, tzinfo=UTC)


def run(samples: int = 21) -> list[Table]:
    """Fill sessions of several lengths, and add one turn to each: record it, and index it."""
    embedder = StaticEmbedder()
    with scratch_folder() as folder:
        costs = _costs(folder, embedder, samples)
    short, long = median(costs[_LENGTHS[0]]), median(costs[_LENGTHS[-1]])
    rows = [(f"{n:,}", milliseconds(median(c)), milliseconds(max(c))) for n, c in costs.items()]
    ratio = long / short
    return [
        Table(
            "One more turn of a session: processor time of recording and indexing it",
            ("turns before", "p50", "slowest"),
            tuple(rows),
            (
                f"{times(ratio)} from the shortest to the longest"
                f" ({_GROWS.bounds}): {_GROWS.verdict(ratio)}",
            ),
        )
    ]


def _costs(folder: Path, embedder: Embedder, samples: int) -> dict[int, list[float]]:
    """Seconds of processor time by the length of the session, one sample a session."""
    texts = _texts()
    rooms = {n: [_room(n, s) for s in range(samples)] for n in _LENGTHS}
    with HistoryStore(folder / "history.sqlite") as history:
        for length, places in rooms.items():
            for place in places:
                history.record_many([_turn(place, n, next(texts)) for n in range(length)])
        space = embedder.id
        identity = IndexIdentity(space.key, space.dimension, "1")
        index = EmbeddingIndex(folder / "index.sqlite", identity)
        source = ConversationSource(history)
        build_if_stale(index, (source,), embedder)
        updater = Updater(index, Embedders(embedder))
        costs: dict[int, list[float]] = {n: [] for n in _LENGTHS}
        for sample in range(samples):
            for length in _LENGTHS:
                place = rooms[length][sample]
                turn = _turn(place, length, next(texts))
                begin = time.thread_time()
                history.record(turn)
                updater.update(source, [f"{place.slug}/00000001"])
                costs[length].append(time.thread_time() - begin)
        index.close()
    return costs


def _room(length: int, sample: int) -> Place:
    return Place("bench", f"room-{length}-{sample}", "guild")


def _turn(place: Place, number: int, text: str) -> Turn:
    author = Author("bench", str(number % 4), f"Person {number % 4}")
    at = _FIRST + timedelta(minutes=number)
    return Turn(f"{place.channel}-{number}", at, place, author, text)


def _texts() -> Iterator[str]:
    corpus = TurnsCorpus()
    for _ in count():
        yield from (turn.text for turn in corpus.turns(1_000))


if __name__ == "__main__":
    alone(run)
