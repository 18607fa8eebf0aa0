"""Facts that answer a question come before everything else that was found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS, Candidate

__all__ = ["SIGNAL", "corrected_behind", "facts_first"]

SIGNAL = "fact"
"""How the signals of a hit say that it came first as a fact."""

_Scored = tuple[Candidate, StoredPassage]
_NOTHING_FOUND = 1.0
"""The score that is exceeded where nothing else was found."""


def facts_first(
    ranked: Sequence[_Scored], facts: Sequence[StoredPassage], above: float
) -> list[_Scored]:
    """Put these facts, in their order, before the rest, with scores that say so.

    The first exceeds the best of the others by `above`, as a share of it. What was ranked
    itself keeps its other signals.
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
        signals = (*(old.signals if old is not None else ()), (SIGNAL, 1.0))
        made = Candidate(fact.id, fact.source, fact.key, fact.ordinal, score, signals)
        lifted.append((made if old is None else replace(old, score=score, signals=signals), fact))
    ids = {fact.id for fact in facts}
    return [*lifted, *(scored for scored in ranked if scored[1].id not in ids)]


def corrected_behind(
    ranked: Sequence[_Scored],
    lowered: Collection[int],
    successors: Callable[[Sequence[StoredPassage]], Mapping[int, Collection[int]]],
) -> list[_Scored]:
    """Put what was noted of and has been replaced behind what took its place.

    `lowered` are the ids of those passages; `successors` gives for each of them the ids of the
    passages that say what holds instead. Only what is there is stood behind: nothing falls out.
    """
    kept = list(ranked)
    old = [passage for _, passage in kept if passage.id in lowered]
    replaced = successors(old) if old else {}
    for passage in old:
        at = next(n for n, (_, one) in enumerate(kept) if one.id == passage.id)
        newer = replaced.get(passage.id, ())
        behind = [n for n, (_, one) in enumerate(kept) if one.id in newer]
        if behind and behind[0] > at:
            candidate, _ = kept.pop(at)
            score = min(candidate.score, kept[behind[0] - 1][0].score)
            kept.insert(behind[0], (replace(candidate, score=score), passage))
    return kept
