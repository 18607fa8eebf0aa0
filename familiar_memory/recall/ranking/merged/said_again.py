"""Where the speaker of a hit says the same again: how often a thing was said is a memory, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import tzinfo

from familiar_memory.domain.question.search import Repeat, SearchHit
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking.candidate import Candidate
from familiar_memory.recall.ranking.merged.merge import said_at
from familiar_memory.recall.ranking.merged.repeats import Distinct

__all__ = ["with_repeats"]

_TURN = "turn"
_MOST = 100
"""Repeats that a hit names; each is looked at once more before it is given out."""

_Scored = tuple[Candidate, StoredPassage]


def with_repeats(
    hits: Iterable[SearchHit],
    ranked: Sequence[_Scored],
    distinct: Distinct,
    may_know: Callable[[str], bool],
    zone: tzinfo,
) -> list[SearchHit]:
    """Name at each turn the others that say the same, as far as whoever asks may see them.

    Those were counted that the ranking looked at to find enough hits: all of them only where
    it came to the end of what answers.
    """
    again = {
        (passage.place, passage.refs[0]): distinct.again[passage.id]
        for _, passage in ranked
        if passage.id in distinct.again and passage.kind == _TURN and passage.refs
    }
    if not again:
        return list(hits)
    named: list[SearchHit] = []
    for hit in hits:
        same = again.get(hit.turn, []) if hit.turn is not None else []
        known = [passage for passage in same if passage.refs and may_know(passage.audience)]
        if not known:
            named.append(hit)
            continue
        repeats = [Repeat(p.place or "", p.refs[0], said_at(p, zone)) for p in known[:_MOST]]
        is_all = distinct.is_all and len(known) <= _MOST
        named.append(replace(hit, repeats=tuple(repeats), are_all_repeats=is_all))
    return named
