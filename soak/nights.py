"""`python -m soak.nights`: a familiar is killed again and again while it goes through its nights.

Nights that nobody disturbed are the measure: every file of the tree, every batch and every
watermark have to be what they are there. What was cut off is taken up again, and what was done
before changes nothing when it is done once more.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from familiar_memory import Familiar
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.testing import FixedClock
from soak.backlog import backlog, state_of
from soak.deaths import Killed, Life, die_again_and_again, tell_of

__all__ = ["kill_nights", "main"]

_SETTINGS = """
[character]
timezone = "Europe/Ljubljana"
[index]
embedder = "none"
[sleep_cycle]
curate_user_memory = true
curate_topics = true
curate_channels = true
memory_retention_days = 4
[channel_sleep_cycle]
memory_retention_days = 4
"""
_FIRST = datetime(2026, 1, 6, 1, 30, tzinfo=UTC)


def kill_nights(folder: Path, turns: int, kills: int, seed: int) -> Killed:
    """Live through days and nights undisturbed, and once more with so many deaths."""
    with HistoryStore(folder / "said.sqlite") as history:
        backlog(history, turns, seed)
        said = [stored.turn for stored in history.turns_after(0, turns)]
    life = Life(
        begin=_found,
        go_on=lambda home: asyncio.run(_live(home, said)),
        state=lambda home: state_of(home / "ember"),
    )
    return die_again_and_again(folder, life, kills, seed)


def main(arguments: list[str] | None = None) -> int:
    """Do it, and say what came out; 1 where anything is different."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        done = kill_nights(Path(folder), given.turns, given.kills, given.seed)
    return tell_of(done, given.turns, time.monotonic() - began)


def _found(home: Path) -> None:
    """A familiar that has something to do in every step of its nights."""
    home.mkdir(parents=True)
    Familiar.create("ember", home=home)
    (home / "ember" / "character.toml").write_text(_SETTINGS, "utf-8")


async def _live(home: Path, said: list[Turn]) -> None:
    """Each day is recorded, then its night is gone through, if it was not."""
    clock = FixedClock(_FIRST)
    familiar = Familiar(FamiliarPaths(home, "ember"), clock=clock)
    await familiar.start()
    try:
        while said:
            today = [turn for turn in said if turn.timestamp < clock.now()]
            said = said[len(today) :]
            await _one_day(familiar, clock, today)
            clock.advance(timedelta(days=1))
    finally:
        await familiar.close()


async def _one_day(familiar: Familiar, clock: FixedClock, today: list[Turn]) -> None:
    last = familiar.history.nights.last("consolidation")
    if last is not None and last.ended is not None and last.began >= clock.now():
        return
    await familiar.record_many(today)
    reports = await familiar.sleep.run()
    failed = [(one.name, one.report.problem) for report in reports for one in report.failed]
    if failed:
        raise AssertionError(failed)


if __name__ == "__main__":
    sys.exit(main())
