"""The runs of the sleep cycle, of a history in memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.nights.night import MOST_NIGHTS, KeptNight, KeptStep
from familiar_memory.history.turns.quoting import quoting

__all__ = ["MemoryNights"]


class MemoryNights:
    """The `Nights` of a history in memory."""

    def __init__(self, lock: threading.RLock, check: Callable[[], None]) -> None:
        """Under the history's lock; `check` raises where nothing can be asked any more."""
        self._lock = lock
        self._check = check
        self._nights: dict[int, KeptNight] = {}
        self._given = 0

    def begin(self, cycle: str, at: datetime, batch: str) -> KeptNight:
        """The run of a cycle that is open, else a new one."""
        with self._lock:
            open_one = self.last(cycle)
            if open_one is not None and open_one.ended is None:
                return open_one
            self._given += 1
            night = KeptNight(self._given, cycle, from_us(to_us(at)), batch)
            self._nights[night.id] = night
            of_cycle = [one.id for one in self._nights.values() if one.cycle == cycle]
            for old in of_cycle[:-MOST_NIGHTS]:
                del self._nights[old]
            return night

    def count_from(self, cycles: Iterable[str], at: datetime) -> None:
        """Enter a run without steps for those that never ran, in one transaction."""
        with self._lock:
            for cycle in cycles:
                if self.last(cycle) is None:
                    self.end(self.begin(cycle, at, "").id, at)

    def note(self, night: int, step: KeptStep) -> None:
        """Enter what a step came to; again, it takes the place of what was entered."""
        with self._lock:
            self._check()
            kept = self._nights[night]
            entered = replace(step, at=from_us(to_us(step.at)), counts=dict(step.counts))
            steps = {one.name: one for one in kept.steps} | {step.name: entered}
            self._nights[night] = replace(kept, steps=tuple(steps.values()))

    def end(self, night: int, at: datetime) -> None:
        """All of its steps have been gone through."""
        with self._lock:
            self._check()
            self._nights[night] = replace(self._nights[night], ended=from_us(to_us(at)))

    def last(self, cycle: str) -> KeptNight | None:
        """The newest run of a cycle; None before the first."""
        return next((one for one in self._newest_first() if one.cycle == cycle), None)

    def newest(self, limit: int = 20) -> list[KeptNight]:
        """The runs of all cycles, the newest first."""
        return self._newest_first()[:limit]

    def forget_problems(self) -> int:
        """Forget why steps failed; of how many."""
        count = self.problems()
        for night in self._nights.values():
            steps = tuple(replace(one, problem="") for one in night.steps)
            self._nights[night.id] = replace(night, steps=steps)
        return count

    def forget_quotes(self, said: Iterable[str]) -> int:
        """Forget why steps failed where that quotes what was said; of how many."""
        kept = {
            (night.id, one.name): one.problem
            for night in self._nights.values()
            for one in night.steps
            if one.problem
        }
        found = quoting(kept, said)
        for night in self._nights.values():
            steps = (
                replace(one, problem="") if (night.id, one.name) in found else one
                for one in night.steps
            )
            self._nights[night.id] = replace(night, steps=tuple(steps))
        return len(found)

    def problems(self) -> int:
        """How many are kept."""
        return sum(bool(one.problem) for night in self._nights.values() for one in night.steps)

    def _newest_first(self) -> list[KeptNight]:
        with self._lock:
            self._check()
            return sorted(self._nights.values(), key=lambda one: -one.id)
