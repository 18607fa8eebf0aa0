"""Lives that are cut off: each is given so much processor time, whatever else the machine does."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import traceback
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

__all__ = ["Killed", "Life", "die_again_and_again", "differences", "tell_of"]

_KILLS = signal.SIGPROF
"""What the kernel sends when the processor time is used up: no line of Python is run any more."""
_SHORTEST_S = 0.01
_SHORTER = (1, 2, 4, 8)
_SHOWN = 20


class Killed(NamedTuple):
    """How often it was killed, and the names of what was different in the end."""

    kills: int
    differences: tuple[str, ...]


class Life(NamedTuple):
    """What is lived in a folder, and killed: how it begins, goes on, and is looked at."""

    begin: Callable[[Path], None]
    """Lay out a folder that does not exist yet, each time the same."""
    go_on: Callable[[Path], None]
    """All that is still to be done there."""
    state: Callable[[Path], dict[str, object]]
    """What has to be the same in the end, however often it was cut off."""


def die_again_and_again(folder: Path, life: Life, kills: int, seed: int) -> Killed:
    """Live in `whole` undisturbed, and in `torn` with so many deaths; what is different.

    What is cut off is taken up by a new process, until one reaches the end. Where that happens
    before so many deaths (the same processor time does not always do the same work), `torn` is
    lived anew with shorter lives, unless there is a difference to look at.

    Raises:
        AssertionError: one failed, which is no death; why stands on stderr.
    """
    whole, torn = folder / "whole", folder / "torn"
    life.begin(whole)
    before_s = _used_by_children_s()
    if _lived(lambda: life.go_on(whole)) != 0:
        raise AssertionError("the undisturbed life failed")
    took_s = _used_by_children_s() - before_s
    chance = random.Random(seed)
    for shorter in _SHORTER:
        shutil.rmtree(torn, ignore_errors=True)
        life.begin(torn)
        died = _died(lambda: life.go_on(torn), _spans(took_s / shorter, kills, chance))
        done = Killed(died, differences(life.state(whole), life.state(torn)))
        if done.kills == kills or done.differences:
            break
    return done


def differences(whole: dict[str, object], torn: dict[str, object]) -> tuple[str, ...]:
    """The names of what is different, or on one side only."""
    names = sorted({*whole, *torn})
    return tuple(name for name in names if whole.get(name) != torn.get(name))


def tell_of(done: Killed, turns: int, took_s: float) -> int:
    """Print what came out; the exit code: 1 where anything is different."""
    print(
        f"{turns:,} turns, killed {done.kills} times, "
        f"{took_s:.0f} s: {len(done.differences)} differences"
    )
    for one in done.differences[:_SHOWN]:
        print(f"  {one}")
    return 1 if done.differences else 0


def _died(go_on: Callable[[], None], spans: list[float]) -> int:
    """How often it did: less than there are spans where it had come to the end before."""
    for died, lasts_s in enumerate([*spans, None]):
        code = _lived(go_on, lasts_s)
        if code == 0:
            return died
        if code != -_KILLS:
            raise AssertionError(f"the life after {died} deaths failed: {code}")
    raise AssertionError("a life that nobody cut off was cut off")


def _used_by_children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _spans(took_s: float, kills: int, chance: random.Random) -> list[float]:
    """How long each life lasts, if one that took so long is cut at so many points of it."""
    points = sorted(chance.uniform(0, took_s) for _ in range(kills))
    return [end - begin for begin, end in pairwise([0.0, *points])]


def _lived(work: Callable[[], None], lasts_s: float | None = None) -> int:
    """A process that goes on where the last one died; how it ended."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if lasts_s is not None:
                signal.signal(_KILLS, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_PROF, max(lasts_s, _SHORTEST_S))
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the edge: nothing of the parent goes on here
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
