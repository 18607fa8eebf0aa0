"""What is said of a passage that did not come."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.recall.explain.reasons import Reason

__all__ = ["Absence", "WhyNotReport"]


@dataclass(frozen=True, slots=True)
class Absence:
    """One passage and why it did not come.

    `rank`, `score` and `signals` are its own, where it was ranked at all; `beside` is the
    last hit that came. `seen_in` are the places in which it could be shown.
    """

    subject: str
    reason: Reason
    because: str
    text: str = ""
    audience: str = ""
    seen_in: tuple[str, ...] = ()
    rank: int | None = None
    score: float | None = None
    signals: tuple[tuple[str, float], ...] = ()
    beside: SearchHit | None = None


@dataclass(frozen=True, slots=True)
class WhyNotReport:
    """Answers for what the target names; none = nothing matches.

    `more` passages match it as well.
    """

    answers: tuple[Absence, ...] = ()
    more: int = 0
