"""A hit of old words says which facts were noted of them and hold no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.domain.question.named_fact import NamedFact
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.base import IndexView
from familiar_memory.index.rows.passages import FactState, StoredPassage, TurnName
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.validity import was_right
from familiar_memory.recall.known.telling import FactTelling
from familiar_memory.recall.ranking.asked.stated import stated_predicate
from familiar_memory.recall.ranking.merged.superseded import cited_turns, is_over

__all__ = ["with_ended"]

_MOST = 5
"""Facts of one message: whoever says more of themselves at once is looked up in their note."""


def with_ended(
    hits: Sequence[SearchHit],
    ranked: Iterable[StoredPassage],
    view: IndexView,
    viewer: Viewer,
    moment: datetime,
    telling: FactTelling,
) -> list[SearchHit]:
    """Name at each hit the facts of its turn that are over, as far as the viewer may know them.

    A hit that is a fact itself speaks for itself alone; `ranked` are the passages of the hits.
    """
    lines = {f"{one.key}:{one.line}": one for one in ranked}
    turns = [_turn_of(hit, lines) for hit in hits]
    known = view.facts_of({turn for turn in turns if turn is not None})
    over = {
        turn: [one for one in facts if permits(viewer, one.audience) and is_over(one, moment)]
        for turn, facts in known.items()
    }
    stored = view.passages(sorted({one.passage for facts in over.values() for one in facts}))
    told = {
        turn: [
            (passage, one)
            for one in facts
            # What went into another line goes on in that.
            if (passage := stored.get(one.passage)) is not None and passage.merged_at is None
        ]
        for turn, facts in over.items()
    }
    return [
        hit if turn is None else _with_facts(hit, told.get(turn, ()), telling)
        for hit, turn in zip(hits, turns, strict=True)
    ]


def _turn_of(hit: SearchHit, lines: Mapping[str, StoredPassage]) -> TurnName | None:
    if hit.turn is not None:
        return hit.turn
    passage = lines.get(hit.name)
    if passage is None or stated_predicate(passage.text) is not None:
        return None
    return next(iter(cited_turns(passage)), None)


def _with_facts(
    hit: SearchHit, over: Sequence[tuple[StoredPassage, FactState]], telling: FactTelling
) -> SearchHit:
    facts: dict[RecordName, NamedFact] = {}
    for passage, state in over:
        was_wrong = not was_right(state.retired, state.valid_until)
        fact = telling.over(passage, was_wrong=was_wrong)
        if hit.fact is None or fact.record != hit.fact.record:
            facts[fact.record] = fact
    if not facts:
        return hit
    origins = (*hit.origins, *(passage.origin for passage, _ in over))
    ended = tuple(facts.values())[:_MOST]
    return replace(hit, ended=ended, origins=tuple(dict.fromkeys(origins)))
