"""Two checkouts of familiar_memory on the same turns, each step in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from familiar_memory import Turn

__all__ = ["THIS", "Asked", "Checkout", "Indexed", "write_turns"]

THIS = Path(__file__).resolve().parents[2]
_CHILD = Path(__file__).with_name("checkout_child.py")


@dataclass(frozen=True, slots=True)
class Indexed:
    """Seconds to record and index all turns, and the bytes of the index's file."""

    seconds: float
    index_bytes: int


@dataclass(frozen=True, slots=True)
class Asked:
    """Seconds of the first search and of those after it; bytes held after them all.

    `one_more`: seconds from a new turn to a search that finds it.
    """

    first: float
    clock: list[float]
    processor: list[float]
    resident_bytes: int
    one_more: list[float]


@dataclass(frozen=True, slots=True)
class Checkout:
    """A folder that holds the package `familiar_memory`.

    Raises:
        ValueError: it holds none.
    """

    folder: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", self.folder.resolve())
        if not (self.folder / "familiar_memory" / "__init__.py").is_file():
            raise ValueError(
                f"{self.folder} was given as a checkout, and has no familiar_memory;"
                " accepted is the folder of a clone or a worktree"
            )

    def index(self, home: Path, turns: Path) -> Indexed:
        """Make a familiar of these turns in a new process."""
        return Indexed(**self._run("index", home, turns))

    def ask(self, home: Path, questions: Path) -> Asked:
        """Open it in a new process, and put these questions to it."""
        return Asked(**self._run("ask", home, questions))

    def _run(self, work: str, home: Path, file: Path) -> dict[str, Any]:
        paths = (self.folder, self.folder / "importers")
        done = subprocess.run(
            [sys.executable, "-P", str(_CHILD), work, str(home), str(file)],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))},
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{work} with {self.folder} failed: {done.stderr[-2000:]}")
        found: dict[str, Any] = orjson.loads(done.stdout)
        where = found.pop("checkout")
        if Path(where) != self.folder:
            raise RuntimeError(f"{self.folder} was to be measured, and {where} was imported")
        return found


def write_turns(turns: Iterable[Turn], file: Path) -> int:
    """Write turns as lines that every checkout reads; how many characters were said in all."""
    said = 0
    with file.open("wb") as out:
        for turn in turns:
            said += len(turn.text)
            out.write(orjson.dumps(_line(turn), option=orjson.OPT_APPEND_NEWLINE))
    return said


def _line(turn: Turn) -> dict[str, Any]:
    return {
        "ref": turn.ref,
        "timestamp": turn.timestamp,
        "channel": turn.place.channel,
        "author": {
            "platform": turn.author.platform,
            "user_id": turn.author.user_id,
            "display_name": turn.author.display_name,
        },
        "text": turn.text,
        "role": turn.role,
    }
