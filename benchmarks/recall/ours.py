"""What our own search finds, and what the page of a recall shows."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from benchmarks.recall.data import Conversation
from benchmarks.recall.on_page import AnswerWords, turns_shown
from benchmarks.recall.packing import Ranked, Ranker
from benchmarks.recall.peers import DEPTH
from benchmarks.recall.scores import found_share
from familiar_memory import Familiar, RecallRequest, SearchHit
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.recall.search.query import Query

__all__ = ["PAGE_TOKENS", "PageScore", "page_score", "search_ranker", "weighted_ranker"]

PAGE_TOKENS = 1_000
_PATIENCE_S = 60.0
"""A busy machine must not make a page poorer."""


@dataclass(frozen=True, slots=True)
class PageScore:
    """Per question: the share of its evidence on the page, and that of its answer's words.

    The second is not a number for an answer that has no word of its evidence.
    """

    evidence: NDArray[np.float64]
    answer: NDArray[np.float64]

    def __add__(self, other: PageScore) -> PageScore:
        """The questions of both, in their order."""
        return PageScore(
            np.concatenate([self.evidence, other.evidence]),
            np.concatenate([self.answer, other.answer]),
        )


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


async def page_score(familiar: Familiar, conversation: Conversation) -> PageScore:
    """What of each question's evidence and answer is on the page of `Familiar.recall`.

    Whoever spoke first asks, in the place of the talk, for 1,000 tokens, with every default: so the
    page has its headings, names and dates, all its blocks, and as many passages as usual.
    """
    place, answers = conversation.turns[-1].place, AnswerWords(conversation)
    evidence, answer = [], []
    for question in conversation.questions:
        request = RecallRequest(
            question.text,
            conversation.asker,
            place,
            budget=PAGE_TOKENS,
            deadline_s=_PATIENCE_S,
            log=False,
        )
        context = await familiar.recall(request)
        evidence.append(found_share(turns_shown(context, conversation), question.evidence))
        answer.append(answers.share(question, context.render()))
    return PageScore(np.array(evidence), np.array(answer))


def _ranked(hit: SearchHit, *, cited: bool) -> Ranked:
    is_turn = hit.source == "conversation"
    refs = hit.refs[:1] if is_turn else hit.refs if cited else ()
    return Ranked(refs, len(hit.text), hit.score)
