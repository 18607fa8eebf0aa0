"""A person with the notes open in an editor, which saves in one of several ways.

Each line has a mark that was never used before. What is acknowledged and not taken out
again by the person has to be somewhere at the end. Each editor has notes of its own, as
two people who save one file over one another lose lines with no engine at all.
"""

from __future__ import annotations

import random
import re
import shutil
import time
from pathlib import Path

from soak.world import World, sentence

__all__ = ["MARK", "run"]

MARK = re.compile(rb"mark-\d+-\d+x")
_NOTES = 20
_LINES = 12


def run(world: World, seed: int, number: int) -> None:
    """Edit until asked to stop."""
    dice = random.Random(f"{seed}/editor/{number}")
    log = world.log(f"editor-{number}")
    count = 0
    while world.goes_on():
        path = world.memory / "topics" / f"of-{number}-{dice.randrange(_NOTES)}.md"
        lines = _lines(path)
        mine = [line for line in lines if MARK.search(line)]
        if len(mine) > _LINES or (mine and dice.random() < 0.2):
            gone = dice.choice(mine)
            lines.remove(gone)
            log.note(f"- {_mark(gone)}")
        count += 1
        line = f"- {sentence(dice)} mark-{number}-{count}x".encode()
        lines.insert(dice.randint(1, len(lines)), line)
        _save(path, b"\n".join(lines) + b"\n", dice)
        log.note(f"+ {_mark(line)}")
        time.sleep(dice.random() * 0.05)


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except FileNotFoundError:
        return [f"# {path.stem}".encode()]


def _mark(line: bytes) -> str:
    found = MARK.search(line)
    assert found is not None
    return found[0].decode()


def _save(path: Path, data: bytes, dice: random.Random) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    way = dice.choice((_over_it, _rename_over, _swap))
    way(path, data)


def _over_it(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _rename_over(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_bytes(data)
    beside.replace(path)


def _swap(path: Path, data: bytes) -> None:
    swap = path.with_name(f".{path.name}.swp")
    swap.write_bytes(data)
    if path.exists():
        shutil.copyfile(path, path.with_name(f"{path.name}~"))
    path.write_bytes(data)
    path.with_name(f"{path.name}~").unlink(missing_ok=True)
    swap.unlink()
