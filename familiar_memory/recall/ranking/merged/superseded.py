"""A turn whose facts have all been retired since counts less than what replaced them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from familiar_memory.index.rows.passages import FactState, StoredPassage, TurnName
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.validity import has_ended, was_right
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS, Candidate
from familiar_memory.recall.ranking.merged.corrected import corrected_behind

__all__ = ["cited_turns", "is_over", "superseded_last"]

FactsOf = Callable[[Iterable[TurnName]], dict[TurnName, list[FactState]]]
"""What has become of the facts that cite just one turn, by the turns' names."""

_Scored = tuple[Candidate, StoredPassage]


def superseded_last(
    ranked: Sequence[_Scored],
    facts_of: FactsOf,
    viewer: Viewer,
    moment: datetime,
    share: float,
    *,
    is_past: bool = False,
) -> list[_Scored]:
    """Leave only a share of its score to what cites the turn of nothing but facts that are over.

    It also stands behind what holds instead, unless the question `is_past`. Only facts that the
    viewer may know of count, and one that ended after the moment had not ended yet. A turn of
    which no fact was made keeps its score.
    """
    names = {n for _, passage in ranked for n in cited_turns(passage)}
    known = {
        name: [fact for fact in facts if permits(viewer, fact.audience)]
        for name, facts in facts_of(sorted(names)).items()
    }
    over = {name for name, facts in known.items() if _are_over(facts, moment)}
    lowered = [
        (replace(one, score=round(one.score * share, SCORE_DECIMALS)), passage)
        if any(name in over for name in cited_turns(passage))
        else (one, passage)
        for one, passage in ranked
    ]
    lowered.sort(key=lambda scored: scored[0].order)
    if is_past or not over:
        return lowered
    ids = {
        passage.id for _, passage in ranked if any(name in over for name in cited_turns(passage))
    }
    return corrected_behind(lowered, ids, known)


def cited_turns(passage: StoredPassage) -> list[TurnName]:
    """The one turn that a passage is, or was noted of; none where there are several."""
    if passage.place is None or len(passage.refs) != 1:
        return []
    return [(passage.place, passage.refs[0])]


def _are_over(facts: Sequence[FactState], moment: datetime) -> bool:
    return bool(facts) and all(is_over(fact, moment) for fact in facts)


def is_over(fact: FactState, moment: datetime) -> bool:
    """Ended by then, struck or not; or struck and never right."""
    return has_ended(fact.valid_until, moment) or not was_right(fact.retired, fact.valid_until)
