"""One step of a recall, and how long it may take."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from familiar_memory.domain.question.context import Decision, Disposition
from familiar_memory.domain.stop import Stop
from familiar_memory.errors import FamiliarError
from familiar_memory.recall.provider import ContextPart, Occasion, Page, reason_for

__all__ = ["Step", "TimeLimits", "part_failed", "part_step"]

_log = logging.getLogger(__name__)
_MOMENT_S = 0.15
"""What a step has in voice, where the whole may take 0.8 s."""
_PATTERNS_S = 2.0
"""A tenth of it is enough for the patterns of standing instructions where nothing else runs."""
_SPEAKER_S = 5.0
"""A disk that does not answer in so long will not, and the other steps are waiting."""
_SPEAKER_SHARE = 0.75
"""Of the time that is left; the rest is for all who do not speak."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """When a recall ends, by `time.monotonic`, and how long a step of it may take, in seconds."""

    ends: float
    step_s: float

    @property
    def left_s(self) -> float:
        """Until the end."""
        return max(self.ends - monotonic(), 0.0)

    @property
    def for_step_s(self) -> float:
        """For any step."""
        return min(self.step_s, self.left_s)

    @property
    def for_lore_s(self) -> float:
        """Once, after a start or an edit, a big book has to be read: passages can wait for that."""
        return max(self.for_step_s, self.left_s / 2)

    @property
    def for_standing_s(self) -> float:
        """Once in a process their patterns are made ready, and a busy machine is slow at that."""
        return max(self.for_step_s, min(self.left_s / 2, _PATTERNS_S))

    @property
    def for_people_s(self) -> float:
        """People are a guarantee: they have a moment of their own, however late it is."""
        return max(self.for_step_s, min(self.step_s, _MOMENT_S))

    @property
    def for_speaker_s(self) -> float:
        """Nothing of whoever speaks: that is waited for longer than for a step."""
        return max(self.for_people_s, min(self.left_s * _SPEAKER_SHARE, _SPEAKER_S))


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of a recall; it may block, and is run where it can be left behind.

    `limit_s` is asked when it would begin: how long it may take; 0 = it is late already.
    `late` and `failed` write in its place what the page says then, and do not block.
    `patience_s`, where it has one, is the time after which `has_enough` decides whether what
    it has so far will do.
    """

    name: str
    run: Callable[[Occasion, Page, Stop], None]
    limit_s: Callable[[], float]
    late: Callable[[Page, float], None]
    failed: Callable[[Page, BaseException], None]
    patience_s: float | None = None
    has_enough: Callable[[], bool] | None = None


def part_step(provider: ContextPart, limit_s: Callable[[], float]) -> Step:
    """A part of a context as a step: when it is late or fails, the trace says so in its place."""
    source = provider.source

    def late(page: Page, after_s: float) -> None:
        page.decisions.append(Decision(source, source, Disposition.LATE, "not there in time"))
        page.degraded.append(f"{source} took too long")

    return Step(
        source, provider.load, limit_s, late, lambda page, why: part_failed(source, page, why)
    )


def part_failed(source: str, page: Page, problem: BaseException) -> None:
    """Say on a page why a part of it is not there."""
    if isinstance(problem, FamiliarError):
        reason = reason_for(problem, page.occasion)
    else:
        _log.error("recall: %s failed", source, exc_info=problem)
        reason = f"internal error: {type(problem).__name__}"
    page.decisions.append(Decision(source, source, Disposition.FAILED, reason))
    page.degraded.append(f"{source}: {reason}")
