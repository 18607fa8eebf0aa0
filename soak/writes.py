"""`python -m soak.writes`: the writer is killed again and again over a long backlog of turns.

A run that nobody disturbed is the measure: every file of the tree, the ledger and the watermarks
have to be what they are there. The model is a pure function of what it is shown, and takes no time.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from familiar_memory.history.history_store import HistoryStore
from soak.backlog import backlog, state_of, write
from soak.deaths import Killed, Life, die_again_and_again, tell_of

__all__ = ["kill_again_and_again", "main"]


def kill_again_and_again(
    folder: Path, turns: int, kills: int, seed: int, *, batch_turns: int
) -> Killed:
    """Write a backlog up undisturbed, and once more with so many deaths; what is different."""
    said = folder / "said"
    said.mkdir(parents=True)
    with HistoryStore(said / "history.sqlite") as history:
        backlog(history, turns, seed)
    life = Life(
        begin=lambda home: _copied(said, home),
        go_on=lambda home: _write_all(home, batch_turns),
        state=state_of,
    )
    return die_again_and_again(folder, life, kills, seed)


def main(arguments: list[str] | None = None) -> int:
    """Do it, and say what came out; 1 where anything is different."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--batch-turns", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        done = kill_again_and_again(
            Path(folder), given.turns, given.kills, given.seed, batch_turns=given.batch_turns
        )
    return tell_of(done, given.turns, time.monotonic() - began)


def _copied(said: Path, home: Path) -> None:
    shutil.copytree(said, home)


def _write_all(folder: Path, batch_turns: int) -> None:
    if not (report := write(folder, batch_turns)).is_complete:
        raise AssertionError(f"the run did not end: {report}")


if __name__ == "__main__":
    sys.exit(main())
