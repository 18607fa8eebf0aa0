"""Which of the last nights are worth showing: an empty one hides none that did something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from familiar_memory.history.nights.night import KeptNight, KeptStep
from familiar_memory.life.sleep.summary import came_to_anything

__all__ = ["LOOKED_BACK", "last_nights", "was_worth_it"]

LOOKED_BACK = 200
"""So many runs of all cycles are looked through: two months and more."""
_SHOWN = 3


def last_nights(newest_first: Sequence[KeptNight], cycle: str) -> tuple[KeptNight, ...]:
    """The newest run of a cycle, and the last ones that came to something, the newest first."""
    of_it = [one for one in newest_first if one.cycle == cycle and one.steps]
    shown = [*of_it[:1], *islice(_useful(of_it), _SHOWN)]
    return tuple({one.id: one for one in shown}.values())


def was_worth_it(step: KeptStep) -> bool:
    """Whether a step changed or proposed something, or failed."""
    return bool(step.status.failure) or came_to_anything(step.counts)


def _useful(nights: Iterable[KeptNight]) -> Iterable[KeptNight]:
    return (one for one in nights if any(map(was_worth_it, one.steps)))
