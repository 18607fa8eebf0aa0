"""Let a model choose among what was found, and write its choice in place of the ranking's."""

from __future__ import annotations

from familiar_memory.recall.choice.filter import FilterTier
from familiar_memory.recall.layout import RETRIEVED
from familiar_memory.recall.provider import Page
from familiar_memory.recall.retrieved import ContentSearchProvider

__all__ = ["choose_passages"]


async def choose_passages(
    model: FilterTier, content: ContentSearchProvider, page: Page, left_s: float
) -> None:
    """Ask once the search has ended; what it chooses nothing of, or too late, stays as it is."""
    searched = page.written_by(RETRIEVED)
    found = [one.hit for draft in searched for one in draft.decisions if one.hit is not None]
    selection = await model.choose(content.offer(page, found), left_s)
    for draft in searched:
        draft.contributions.clear()
    chosen = page.draft()
    chosen.decisions += selection.decisions
    content.tell(selection.hits, chosen)
    page.take(RETRIEVED, chosen)
