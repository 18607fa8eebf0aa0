"""All that was found as a context: outlets filled, budget and caps kept, the trace complete."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.question.context import Decision, Disposition, RecallRequest, Trace
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.recall.page.block import blocks_of
from familiar_memory.recall.page.budget import Budgeter
from familiar_memory.recall.page.caps import caps_of
from familiar_memory.recall.page.memory_cap import cap_memory
from familiar_memory.recall.page.outlets import fill_outlets
from familiar_memory.recall.page.render import Context
from familiar_memory.recall.provider import Page
from familiar_memory.recall.settings import RecallSettings

__all__ = ["fitted"]


def fitted(
    page: Page,
    request: RecallRequest,
    settings: RecallSettings,
    timings: tuple[tuple[str, float], ...],
) -> Context:
    """The context for a request out of what stands on the page, and the caller's own."""
    offered = (*fill_outlets(page.contributions, page.outlets), *request.extra)
    caps = caps_of(request.mode, offered, settings.caps)
    fit, budgeted = Budgeter(request.mode, request.budget, caps).fit(offered)
    kept, capped, warning = cap_memory(fit, settings.max_memory_chars)
    decisions = tuple(map(_without_folders, (*page.decisions, *budgeted, *capped)))
    degraded = [names_only(reason) for reason in page.degraded]
    if warning is not None:
        degraded.append(warning)
    ordered = tuple(one for _, group in blocks_of(kept) for one in group)
    return Context(ordered, Trace(decisions, tuple(dict.fromkeys(degraded)), timings))


def _without_folders(decision: Decision) -> Decision:
    """A failure may be reported in the words of whatever failed, which may say where it lies."""
    if decision.verdict != Disposition.FAILED:
        return decision
    return replace(decision, reason=names_only(decision.reason))
