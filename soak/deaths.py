"""Lives that are cut off: each is given so much processor time, whatever else the machine does."""

from __future__ import annotations

import os
import random
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Deaths", "die_again_and_again"]

_KILLS = signal.SIGPROF
"""What the kernel sends when the processor time is used up: no line of Python is run any more."""
_SHORTEST_S = 0.01
_MOST_LIVES = 5_000


class Deaths(NamedTuple):
    """How often it was killed, and how many lives that took."""

    kills: int
    lives: int


def die_again_and_again(
    quiet: Callable[[], None], torn: Callable[[], None], kills: int, seed: int
) -> Deaths:
    """Do something undisturbed, and the same elsewhere with so many deaths on the way.

    What is cut off is gone on with in a new process, until one comes to the end.
    """
    before_s = _used_by_children_s()
    if _lived(quiet) != 0:
        raise AssertionError("the undisturbed life did not end")
    spans = _spans(_used_by_children_s() - before_s, kills, random.Random(seed))
    done = lives = 0
    while lives < _MOST_LIVES:
        lives += 1
        code = _lived(torn, spans[done] if done < kills else None)
        done += code == -_KILLS
        if code == 0:
            break
    return Deaths(done, lives)


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
        with suppress(BaseException):
            if lasts_s is not None:
                signal.signal(_KILLS, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_PROF, max(lasts_s, _SHORTEST_S))
            work()
            code = 0
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
