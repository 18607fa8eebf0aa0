"""Clocks: the thing measured and its floor by turns, so that a busy machine hurts both."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

import numpy as np

__all__ = ["Paired", "each_s", "paired", "percentile", "resident_mb", "seconds"]

_Item = TypeVar("_Item")
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Paired:
    """Seconds of the work and of its floor, repeat by repeat."""

    work: tuple[float, ...]
    floor: tuple[float, ...]

    @property
    def work_s(self) -> float:
        """The median of the work."""
        return median(self.work)

    @property
    def floor_s(self) -> float:
        """The median of the floor."""
        return median(self.floor)

    @property
    def ratio(self) -> float:
        """The median of the ratios of repeats that ran one after the other."""
        return median(w / f for w, f in zip(self.work, self.floor, strict=True))


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def paired(
    work: Callable[[], float], floor: Callable[[], float], repeats: int, *, warm_up: bool = False
) -> Paired:
    """Measure both by turns; each call returns its own seconds, so that it can prepare first."""
    if warm_up:
        floor()
        work()
    found = []
    for _ in range(repeats):
        gc.collect()
        found.append((floor(), work()))
    return Paired(tuple(w for _, w in found), tuple(f for f, _ in found))


def each_s(work: Callable[[_Item], object], items: Iterable[_Item]) -> list[float]:
    """How long each call takes."""
    return [seconds(lambda item=item: work(item)) for item in items]  # type: ignore[misc]


def percentile(values: Sequence[float], share: int) -> float:
    """The value that `share` per cent of the values do not exceed."""
    return float(np.percentile(np.asarray(values), share))


def resident_mb() -> float | None:
    """The memory that this process holds now; its peak where the system tells no more."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * 4096 / _MB
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / _MB if sys.platform == "darwin" else peak / 1024
