"""What our own search finds, and what the page of a recall shows."""

from __future__ import annotations

from time import monotonic

import numpy as np
from numpy.typing import NDArray

from benchmarks.recall.data import Conversation
from benchmarks.recall.on_page import turns_shown
from benchmarks.recall.packing import Ranked, Ranker
from benchmarks.recall.peers import DEPTH
from benchmarks.recall.scores import found_share
from familiar_memory import Familiar, RecallRequest, SearchHit
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.recall.search.query import Query

__all__ = ["PAGE_TOKENS", "page_evidence", "search_ranker", "weighted_ranker"]

PAGE_TOKENS = 1_000
_PATIENCE_S = 60.0
"""A busy machine must not make a page poorer."""


async def search_ranker(
    familiar: Familiar, conversation: Conversation, *, cited: bool = False
) -> Ranker:
    """Put all questions to `Familiar.search`, and answer from what it said.

    A note takes its place among the hits; it counts as the turns that it cites, or as none.
    """
    answers = {
        question.text: (await familiar.search(question.text, limit=DEPTH)).hits
        for question in conversation.questions
    }
    return lambda text: [_ranked(hit, cited=cited) for hit in answers[text]]


def weighted_ranker(familiar: Familiar, weights: RankingWeights) -> Ranker:
    """The search behind `Familiar.search`, with any weights; the index must be settled."""
    search, now = familiar.parts.searching.search, familiar.now()

    def rank_turns(text: str) -> list[Ranked]:
        patience = monotonic() + _PATIENCE_S
        query = Query(text, Viewer(), Filters(now), DEPTH, weights, patience)
        return [_ranked(hit, cited=False) for hit in search.search(query).hits]

    return rank_turns


async def page_evidence(familiar: Familiar, conversation: Conversation) -> NDArray[np.float64]:
    """The share of each question's evidence on the page of `Familiar.recall` in 1,000 tokens.

    Whoever spoke first asks, in the place of the talk, with every default: so the page has its
    headings, names and dates, the blocks beside the passages, and as many passages as usual.
    """
    place = conversation.turns[-1].place
    shares = []
    for question in conversation.questions:
        request = RecallRequest(
            question.text,
            conversation.asker,
            place,
            budget=PAGE_TOKENS,
            deadline_s=_PATIENCE_S,
            incognito=True,
        )
        context = await familiar.recall(request)
        shares.append(found_share(turns_shown(context, conversation), question.evidence))
    return np.array(shares)


def _ranked(hit: SearchHit, *, cited: bool) -> Ranked:
    is_turn = hit.source == "conversation"
    refs = hit.refs[:1] if is_turn else hit.refs if cited else ()
    return Ranked(refs, len(hit.text), hit.score)
