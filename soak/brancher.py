"""Somebody who checks out branches: hundreds of files come, go and change at once."""

from __future__ import annotations

import random
import time
from pathlib import Path

from soak.world import World, sentence

__all__ = ["check_out", "run"]

_FILES = 300
_ABSENT = 60


def run(world: World, seed: int) -> None:
    """Go from one branch to another."""
    dice = random.Random(f"{seed}/brancher")
    log = world.log("brancher")
    for count in range(1_000_000):
        if not world.goes_on():
            return
        check_out(world.memory / "garden", branch=dice.randrange(4), files=_FILES)
        log.note(f"checkout {count}")
        time.sleep(dice.random())


def check_out(folder: Path, *, branch: int, files: int, absent: int = _ABSENT) -> None:
    """Make the folder what it is on this branch, as git does: remove, then write, file by file."""
    folder.mkdir(parents=True, exist_ok=True)
    dice = random.Random(branch)
    missing = set(dice.sample(range(files), absent))
    for number in range(files):
        file = folder / f"{number // 50}" / f"note-{number}.md"
        file.unlink(missing_ok=True)
        if number not in missing:
            file.parent.mkdir(exist_ok=True)
            file.write_text(f"# Note {number}\n\n- {sentence(dice)} on branch {branch}\n", "utf-8")
