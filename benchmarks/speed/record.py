"""What keeping one turn costs, against a bare insert that is as safe; and who spoke last.

python -m benchmarks.speed.record [--turns N] [--samples N]
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks.alone import alone
from benchmarks.corpora.turns import TurnsCorpus
from benchmarks.report import Table, Target, milliseconds, times
from benchmarks.scratch import NAME, scratch_familiar
from benchmarks.speed.floors import bare_log
from benchmarks.timing import each_s, percentile, seconds
from familiar_memory import Familiar, HistoryStore, Turn

__all__ = ["run"]

_RECORD = Target(2, 1.3)
_RECENT_MS = Target(5, 1)
_BATCH = 5_000
_ASKED = 200
_INSERT = "INSERT INTO turns(place, ref, author, text, said) VALUES (?, ?, ?, ?, ?)"


def run(turns: int = 200_000, samples: int = 400) -> list[Table]:
    """Fill a history, then add turns one by one, by turns with the floor."""
    corpus = TurnsCorpus()
    stream = corpus.turns(turns + 2 * samples)
    with scratch_familiar("none") as (home, familiar):
        with HistoryStore(home / NAME / "history.sqlite") as history:
            _fill(history, islice(stream, turns), turns)
            with bare_log(home / "floor.sqlite") as floor:
                store = [_both(history, floor, turn) for turn in islice(stream, samples)]
            asked = [corpus.places[n % len(corpus.places)] for n in range(_ASKED)]
            recent = each_s(history.recent_distinct_authors, asked)
        whole = asyncio.run(_through_familiar(familiar, home, list(stream)))
    return [_record_table(turns, store, whole), _recent_table(turns, recent)]


def _fill(history: HistoryStore, stream: Iterator[Turn], turns: int) -> None:
    for _ in range(0, turns, _BATCH):
        history.record_many(list(islice(stream, _BATCH)))


def _both(history: HistoryStore, floor: sqlite3.Connection, turn: Turn) -> tuple[float, float]:
    """Seconds of ours and of the floor, for one turn."""
    return seconds(lambda: history.record(turn)), seconds(lambda: _insert(floor, turn))


def _insert(floor: sqlite3.Connection, turn: Turn) -> None:
    said = turn.timestamp.timestamp()
    floor.execute(_INSERT, (turn.place.slug, turn.ref, turn.author.slug, turn.text, said))


async def _through_familiar(
    familiar: Familiar, home: Path, turns: Sequence[Turn]
) -> list[tuple[float, float]]:
    """The same through the public API; its own indexing goes on in the background.

    The index of the old turns is not built: it would only be waited for.
    """
    loop = asyncio.get_running_loop()
    await familiar.start()
    found = []
    with bare_log(home / "second-floor.sqlite") as floor:
        for turn in turns:
            begin = loop.time()
            await familiar.record(turn)
            ours = loop.time() - begin
            found.append((ours, seconds(lambda turn=turn: _insert(floor, turn))))  # type: ignore[misc]
    await familiar.close()
    return found


def _record_table(
    turns: int, store: Sequence[tuple[float, float]], whole: Sequence[tuple[float, float]]
) -> Table:
    rows = []
    for name, pairs in (("HistoryStore.record", store), ("await Familiar.record", whole)):
        ours, floor = [p[0] for p in pairs], [p[1] for p in pairs]
        ratio = median(ours) / median(floor)
        rows.append(
            (
                name,
                milliseconds(median(floor)),
                milliseconds(median(ours)),
                milliseconds(percentile(ours, 95)),
                times(ratio),
                _RECORD.verdict(ratio),
            )
        )
    return Table(
        f"Recording one turn, after {turns:,}",
        ("", "bare insert p50", "ours p50", "ours p95", "ratio", _RECORD.bounds),
        tuple(rows),
        ("The floor: one row, WAL, synchronous=FULL, no index, an empty table.",),
    )


def _recent_table(turns: int, recent: Sequence[float]) -> Table:
    p50 = percentile(recent, 50)
    return Table(
        f"recent_distinct_authors(5), {turns:,} turns",
        ("", "p50", "p95", f"{_RECENT_MS.bounds} ms"),
        (
            (
                "HistoryStore",
                milliseconds(p50),
                milliseconds(percentile(recent, 95)),
                _RECENT_MS.verdict(1000 * p50),
            ),
        ),
    )


if __name__ == "__main__":
    alone(run)
