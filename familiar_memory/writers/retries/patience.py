"""How often a run tries again by itself what may pass in a moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

__all__ = ["A_MOMENT", "NO_PATIENCE", "Patience"]


@dataclass(frozen=True, slots=True)
class Patience:
    """The pauses, in seconds, after which the same is tried once more within a run.

    `chance`, from 0 to 1, makes each up to half as long again; `sleep` waits.
    """

    pauses_s: tuple[float, ...] = ()
    chance: Callable[[], float] = field(default=random.random, repr=False, compare=False)
    sleep: Callable[[float], Awaitable[object]] = field(
        default=asyncio.sleep, repr=False, compare=False
    )

    def pauses(self) -> Iterator[float]:
        """Each pause as it is this time."""
        return (pause * (1 + self.chance() / 2) for pause in self.pauses_s)


NO_PATIENCE = Patience()
"""For whoever runs the writer by itself, and comes back later."""
A_MOMENT = Patience((1.0, 2.0, 4.0))
"""For a person at a terminal, who would only call the command again."""
