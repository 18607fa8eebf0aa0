"""Lives that are cut off: each is given so much processor time, whatever else the machine does."""

from __future__ import annotations

import os
import random
import resource
import signal
import traceback
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

__all__ = ["Killed", "die_again_and_again", "tell_of"]

_KILLS = signal.SIGPROF
"""What the kernel sends when the processor time is used up: no line of Python is run any more."""
_SHORTEST_S = 0.01
_SHOWN = 20


class Killed(NamedTuple):
    """How often it was killed, and the names of what was different in the end."""

    kills: int
    differences: tuple[str, ...]


def die_again_and_again(
    quiet: Callable[[], None], torn: Callable[[], None], kills: int, seed: int
) -> int:
    """Do something undisturbed, and the same elsewhere with so many deaths on the way.

    What is cut off is gone on with in a new process, until one comes to the end; how many died.
    It may come to the end before it has died so often.

    Raises:
        AssertionError: one failed, which is no death; why stands on stderr.
    """
    before_s = _used_by_children_s()
    if _lived(quiet) != 0:
        raise AssertionError("the undisturbed life failed")
    spans = _spans(_used_by_children_s() - before_s, kills, random.Random(seed))
    for died, lasts_s in enumerate([*spans, None]):
        code = _lived(torn, lasts_s)
        if code == 0:
            return died
        if code != -_KILLS:
            raise AssertionError(f"the life after {died} deaths failed: {code}")
    raise AssertionError("a life that nobody cut off was cut off")


def tell_of(done: Killed, turns: int, took_s: float) -> int:
    """Print what came out; the exit code: 1 where anything is different."""
    print(
        f"{turns:,} turns, killed {done.kills} times, "
        f"{took_s:.0f} s: {len(done.differences)} differences"
    )
    for one in done.differences[:_SHOWN]:
        print(f"  {one}")
    return 1 if done.differences else 0


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
