"""Facts that answer a question come before everything else that was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from familiar_memory.domain.question.search import FACT_SIGNAL
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS, Candidate

__all__ = ["facts_first"]

_Scored = tuple[Candidate, StoredPassage]
_NOTHING_FOUND = 1.0
"""The score that is exceeded where nothing else was found."""


def facts_first(
    ranked: Sequence[_Scored],
    facts: Sequence[StoredPassage],
    sources: Sequence[StoredPassage],
    above: float,
) -> list[_Scored]:
    """Put these facts, in their order, before the rest, with scores that say so.

    The first exceeds the best of the others by `above`, as a share of it. What was ranked
    itself keeps its other signals. `sources` are the turns that the facts came from: one that was
    not ranked stands behind the facts, so that it is one memory with its own.
    """
    if not facts:
        return list(ranked)
    known = {passage.id: candidate for candidate, passage in ranked}
    best = ranked[0][0].score if ranked else _NOTHING_FOUND
    lifted: list[_Scored] = []
    for at, fact in enumerate(facts):
        share = above * (len(facts) - at) / len(facts)
        score = round(best * (1 + share), SCORE_DECIMALS)
        old = known.get(fact.id)
        signals = (*(old.signals if old is not None else ()), (FACT_SIGNAL, 1.0))
        made = Candidate(fact.id, fact.source, fact.key, fact.ordinal, score, signals)
        lifted.append((made if old is None else replace(old, score=score, signals=signals), fact))
    lowest = lifted[-1][0].score
    lifted += [
        (Candidate(turn.id, turn.source, turn.key, turn.ordinal, lowest, ()), turn)
        for turn in sources
        if turn.id not in known
    ]
    ids = {fact.id for fact in facts}
    return [*lifted, *(scored for scored in ranked if scored[1].id not in ids)]
