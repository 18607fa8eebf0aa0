"""`python -m soak`: a bot, editors, commands, checkouts and a killer on one tree; then an audit."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.context import SpawnProcess
from pathlib import Path

from soak import bot, brancher, editor, steward
from soak.audit import Question, audit
from soak.checkout import great_checkout
from soak.world import World, acknowledged

__all__ = ["main", "soak"]

_EDITORS = 2
_PATIENCE_S = 60.0
_SHOWN = 10
_spawn = multiprocessing.get_context("spawn")


@dataclass(slots=True)
class Cast:
    """Who is alive, who was killed, and who has fallen over by themselves."""

    world: World
    seed: int
    killed: Counter[str] = field(default_factory=Counter)
    fallen: list[str] = field(default_factory=list)
    _alive: dict[str, SpawnProcess] = field(default_factory=dict)
    _lives: Counter[str] = field(default_factory=Counter)

    def begin(self, actor: str, work: Callable[..., None], *more: int) -> None:
        """Start an actor."""
        self._alive[actor] = _spawn.Process(
            target=work, args=(self.world, self.seed, *more), name=actor
        )
        self._alive[actor].start()

    def live_again(self, actor: str, work: Callable[..., None]) -> None:
        """Start an actor that is told how often it has lived before."""
        self._lives[actor] += 1
        self.begin(actor, work, self._lives[actor])

    def kill(self, actor: str) -> None:
        """No warning, no last words."""
        process = self._alive[actor]
        if process.exitcode is not None:
            self.fallen.append(f"{actor} ended with {process.exitcode}")
        process.kill()
        process.join()
        self.killed[actor] += 1

    def end(self) -> None:
        """Ask everybody to finish, and wait."""
        self.world.ask_to_stop()
        for actor, process in self._alive.items():
            process.join(_PATIENCE_S)
            if process.exitcode is None:
                process.kill()
                process.join()
                self.fallen.append(f"{actor} did not end within {_PATIENCE_S:.0f} s")
            elif process.exitcode:
                self.fallen.append(f"{actor} ended with {process.exitcode}")


def soak(folder: Path, *, seconds: float, seed: int, files: int) -> list[Question]:
    """Let them all live for so long; what the audit found."""
    world = World(folder)
    world.found()
    dice = random.Random(seed)
    cast = Cast(world, seed)
    for number in range(_EDITORS):
        cast.begin(f"editor-{number}", editor.run, number)
    cast.begin("brancher", brancher.run)
    mortal: dict[str, Callable[..., None]] = {"bot": bot.run, "steward": steward.run}
    for actor, work in mortal.items():
        cast.live_again(actor, work)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(left, dice.uniform(1.0, 6.0)))
        actor = dice.choice(("bot", "bot", "steward"))
        cast.kill(actor)
        cast.live_again(actor, mortal[actor])
    cast.end()
    questions = asyncio.run(audit(world))
    questions.append(asyncio.run(great_checkout(world, files)))
    deaths = sum(cast.killed.values())
    return [
        Question(f"actors that ended well ({deaths} were killed)", deaths, tuple(cast.fallen)),
        *_commands(world),
        *questions,
    ]


def _commands(world: World) -> list[Question]:
    lines = list(acknowledged(world.folder, "steward"))
    failed = tuple(" ".join(words) for words in lines if words[0] == "failed")
    refused = sum(words[0] == "refused" for words in lines)
    return [Question(f"commands that did not fail ({refused} were refused)", len(lines), failed)]


def main() -> int:
    """Soak, print what was found, and answer 1 when anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--files", type=int, default=5_000, help="of the last, great checkout")
    parser.add_argument("--keep", type=Path, default=None, help="leave everything in this folder")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if given.seed is None else given.seed
    print(f"soak of {given.seconds:.0f} s, seed {seed}", flush=True)
    folder = given.keep or Path(tempfile.mkdtemp(prefix="familiar-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    questions = soak(folder, seconds=given.seconds, seed=seed, files=given.files)
    for question in questions:
        print(f"{'✗' if question.wrong else '✓'} {question.looked_at:>7}  {question.name}")
        for wrong in question.wrong[:_SHOWN]:
            print(f"             {wrong}")
        if len(question.wrong) > _SHOWN:
            print(f"             and {len(question.wrong) - _SHOWN} more")
    is_well = not any(question.wrong for question in questions)
    print("nothing was lost, nothing is stale" if is_well else f"something is wrong; seed {seed}")
    if is_well and given.keep is None:
        shutil.rmtree(folder)
    else:
        print(f"left in {folder}")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
