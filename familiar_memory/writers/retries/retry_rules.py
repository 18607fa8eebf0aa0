"""How often a batch is tried, and how long it waits in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["RetryRules"]

_MOST_DOUBLINGS = 16
"""By then a pause is longer than any limit that makes sense."""


@dataclass(frozen=True, slots=True)
class RetryRules:
    """After so many `attempts` that failed by the batch itself it is put aside.

    Where a note could not be written, which concerns no batch in particular, after so many
    `note_attempts`; where no model could be reached, never. Pauses are in seconds. What a model
    said of a batch that failed is kept for `reply_days`. `chance`, from 0 to 1, spreads the pauses.
    """

    attempts: int = 3
    note_attempts: int = 12
    first_pause_s: float = 30.0
    longest_pause_s: float = 1_800.0
    reply_days: int = 30
    chance: Callable[[], float] = field(default=random.random, repr=False, compare=False)

    def pause(self, failures: int, chance: float) -> float:
        """How long to wait after so many failures in a row: each time twice as long, up to a limit.

        `chance`, from 0 to 1, makes it up to half as long again: processes that failed together
        do not come back together.
        """
        doublings = min(max(failures - 1, 0), _MOST_DOUBLINGS)
        return min(self.first_pause_s * 2.0**doublings, self.longest_pause_s) * (1 + chance / 2)
