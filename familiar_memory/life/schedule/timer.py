"""Time as the scheduler needs it, as an argument: a test moves it by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

__all__ = ["Alarm", "LoopTimer", "Timer"]


class Alarm(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Let it not happen."""


class Timer(Protocol):
    """Seconds that only ever grow, and calls that are due at one of them."""

    def now(self) -> float:
        """The present moment, in seconds since some beginning."""

    def call_at(self, when: float, then: Callable[[], object]) -> Alarm:
        """Have something called in the event loop at that moment, or soon after."""


class LoopTimer:
    """The running event loop's own time."""

    def now(self) -> float:
        """The time of the loop."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, then: Callable[[], object]) -> asyncio.TimerHandle:
        """As the loop calls it."""
        return asyncio.get_running_loop().call_at(when, then)
