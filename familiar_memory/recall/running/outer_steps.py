"""The steps around the parts of a context: who reads it, and how far the index has come."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future
from dataclasses import replace

from familiar_memory.domain.stop import Stop
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import HistoryReader
from familiar_memory.knowledge.audience import AudiencePolicy, Viewer
from familiar_memory.recall.names.nameable import Unindexed
from familiar_memory.recall.provider import Occasion, Page
from familiar_memory.recall.running.order import CATCH_UP, UNINDEXED, VIEWER
from familiar_memory.recall.running.steps import Step, TimeLimits
from familiar_memory.recall.viewer import viewer_of

__all__ = ["catch_up_step", "unindexed_step", "viewer_step"]

_log = logging.getLogger(__name__)
_BEHIND = "the newest changes are not indexed yet"


def viewer_step(history: HistoryReader, policy: AudiencePolicy, limits: TimeLimits) -> Step:
    """Who would read it; where history cannot say, it stays the one who may see least."""

    def look(occasion: Occasion, page: Page, stop: Stop) -> None:
        viewer = viewer_of(occasion.request, history, policy)
        page.occasion = replace(occasion, viewer=viewer)

    def late(page: Page, after_s: float) -> None:
        page.degraded.append("history took too long to say who is here")

    return Step(VIEWER, look, lambda: limits.for_people_s, late, _degraded)


def catch_up_step(lag: Future[str | None], limits: TimeLimits) -> Step:
    """Wait until the index is up to date; `lag` says in the end why it is not."""

    def wait(occasion: Occasion, page: Page, stop: Stop) -> None:
        try:
            told = lag.result(limits.left_s)
        except (TimeoutError, CancelledError):
            told = _BEHIND
        if told:
            page.degraded.append(told)

    def late(page: Page, after_s: float) -> None:
        is_told = lag.done() and not lag.cancelled() and lag.exception() is None
        if told := lag.result() if is_told else _BEHIND:
            page.degraded.append(told)

    return Step(CATCH_UP, wait, lambda: limits.left_s, late, _degraded)


def unindexed_step(unindexed: Unindexed, limits: TimeLimits) -> Step:
    """What is not indexed, as far as the reader of the trace may know of it."""

    def look(occasion: Occasion, page: Page, stop: Stop) -> None:
        if told := unindexed.told(Viewer() if occasion.names_all else occasion.viewer):
            page.degraded.append(told)

    def nothing(page: Page, why: object) -> None:
        """Whatever keeps the index from answering is reported by the steps that asked it before."""

    return Step(UNINDEXED, look, lambda: limits.for_step_s, nothing, nothing)


def _degraded(page: Page, problem: BaseException) -> None:
    if isinstance(problem, FamiliarError):
        page.degraded.append(problem.problem)
        return
    _log.error("recall: a step failed", exc_info=problem)
    page.degraded.append(f"internal error: {type(problem).__name__}")
