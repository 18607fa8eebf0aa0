"""Everything that is measured of one kind of talk: one familiar a conversation, no chat model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add

from benchmarks.recall.ablations import ABLATIONS, SHIPPED, WHOLE_TEXTS, whole_texts
from benchmarks.recall.data import Conversation, Talk
from benchmarks.recall.ours import PageScore, page_score, search_ranker, weighted_ranker
from benchmarks.recall.packing import Ranker, until_full
from benchmarks.recall.peers import bm25_ranker, bm25s_ranker, fused, vector_ranker
from benchmarks.recall.scores import Score, score, together
from benchmarks.scratch import scratch_familiar
from familiar_memory import Familiar

__all__ = [
    "AFTER",
    "AFTER_CITED",
    "AS_SHIPPED",
    "IN_ORDER",
    "OURS",
    "PEERS",
    "Measured",
    "measure",
]

OURS = "familiar_memory"
IN_ORDER = "the same, as ranked up to the first that does not fit"
AFTER = "after write(), only turns count"
AFTER_CITED = "after write(), a note counts as the turns it cites"
AS_SHIPPED = "as shipped"
_BM25 = "our BM25"
_BM25S = "bm25s"
_VECTORS = "vectors"
_RRF = "plain RRF"
PEERS: Mapping[str, str] = {
    _RRF: f"reciprocal rank fusion, k = 60, of '{_BM25}' and '{_VECTORS}'",
    _BM25: "whole turns, our terms (stemmed, no function words), no neighbours, no other signal",
    _BM25S: "the library as it comes: no stemming",
    _VECTORS: "static vectors of whole turns, names of the speakers dropped",
}
"""What each is, by its name."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores by the name of the way of ranking, question by question of the talk.

    `page` and `page_after` are of the rendered page of a recall, before and after `write()`.
    What was not asked for is left out of `ways`, and `page_after` is None.
    """

    talk: Talk
    ways: Mapping[str, Score]
    ablations: Mapping[str, Score]
    page: PageScore
    page_after: PageScore | None


@dataclass(frozen=True, slots=True)
class _One:
    """The same of one conversation."""

    ways: Mapping[str, Score]
    ablations: Mapping[str, Score]
    page: PageScore
    page_after: PageScore | None


def measure(talk: Talk, embedder: str = "static", *, quick: bool = False) -> Measured:
    """Measure every conversation; `quick` leaves out the ablations and what `write()` changes."""
    ones = [asyncio.run(_measure(one, embedder, quick=quick)) for one in talk.conversations]
    after = [one.page_after for one in ones if one.page_after is not None]
    return Measured(
        talk,
        {way: together(one.ways[way] for one in ones) for way in ones[0].ways},
        {name: together(one.ablations[name] for one in ones) for name in ones[0].ablations},
        reduce(add, [one.page for one in ones]),
        reduce(add, after) if after else None,
    )


async def _measure(conversation: Conversation, embedder: str, *, quick: bool) -> _One:
    questions = conversation.questions
    with scratch_familiar(embedder) as (_, familiar):
        async with familiar:
            await familiar.record_many(conversation.turns)
            await familiar.settle()
            ours = await search_ranker(familiar, conversation)
            rankers = {OURS: ours, **_peers(conversation)}
            ways = {name: score(ranker, questions) for name, ranker in rankers.items()}
            ways[IN_ORDER] = score(ours, questions, until_full)
            page = await page_score(familiar, conversation)
            if quick:
                return _One(ways, {}, page, None)
            ablations = {
                name: score(weighted_ranker(familiar, weights), questions)
                for name, weights in {AS_SHIPPED: SHIPPED, **ABLATIONS}.items()
            }
            ways |= await _after_write(familiar, conversation)
            page_after = await page_score(familiar, conversation)
    ablations[WHOLE_TEXTS] = await _of_whole_texts(conversation, embedder)
    return _One(ways, ablations, page, page_after)


async def _of_whole_texts(conversation: Conversation, embedder: str) -> Score:
    with whole_texts(), scratch_familiar(embedder) as (_, familiar):
        async with familiar:
            await familiar.record_many(conversation.turns)
            await familiar.settle()
            return score(await search_ranker(familiar, conversation), conversation.questions)


async def _after_write(familiar: Familiar, conversation: Conversation) -> dict[str, Score]:
    await familiar.write()
    await familiar.settle()
    return {
        way: score(await search_ranker(familiar, conversation, cited=cited), conversation.questions)
        for way, cited in ((AFTER, False), (AFTER_CITED, True))
    }


def _peers(conversation: Conversation) -> dict[str, Ranker]:
    turns = conversation.turns
    bm25, vectors = bm25_ranker(turns), vector_ranker(turns)
    return {
        _RRF: fused(bm25, vectors),
        _BM25: bm25,
        _BM25S: bm25s_ranker(turns),
        _VECTORS: vectors,
    }
