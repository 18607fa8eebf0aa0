"""One memory, one hit: a note and the turn that it came from are the same thing.

A turn speaks for the notes that cite it, so that writing memory down never pushes
what was said out of the ranking; the notes are named beside it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from datetime import UTC, tzinfo

from familiar_memory.domain.memory.partial_date import in_zone, instant_of
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.ranking.candidate import Candidate

__all__ = ["HISTORY_PATH", "merge_by_ref", "said_at"]

HISTORY_PATH = "history.sqlite"

_TURN = "turn"
_OWN = "assistant"

_Scored = tuple[Candidate, StoredPassage]
_Name = tuple[str | None, str]
"""(place slug, ref): what a turn is known by"""


def merge_by_ref(ranked: Iterable[_Scored], limit: int, zone: tzinfo = UTC) -> list[SearchHit]:
    """Fold notes into the turn that they came from, at the rank of the best of them.

    Turns are dated as the clock in `zone` showed, where the notes of their day are dated so.

    A note of several turns joins the best of them; no turn is ever folded into another.
    Notes whose turn is not among the ranked are one hit only if they say the same.
    """
    ranked = list(ranked)
    turns: dict[_Name, int] = {}
    for rank, (_, passage) in enumerate(ranked):
        if passage.kind == _TURN:
            for ref in passage.refs:
                turns.setdefault((passage.place, ref), rank)
    groups: dict[Hashable, list[_Scored]] = {}
    for scored in ranked:
        groups.setdefault(_group_of(scored[1], turns), []).append(scored)
    return [_hit(group, zone) for group in list(groups.values())[:limit]]


def _group_of(passage: StoredPassage, turns: Mapping[_Name, int]) -> Hashable:
    names = [(passage.place, ref) for ref in passage.refs]
    if ranked := [turns[name] for name in names if name in turns]:
        return min(ranked)
    if not names:
        return "alone", passage.id
    return passage.audience, names[0], " ".join(passage.text.casefold().split())


def _hit(group: list[_Scored], zone: tzinfo) -> SearchHit:
    best = group[0][0]
    turns = [passage for _, passage in group if passage.kind == _TURN]
    notes = [passage for _, passage in group if passage.kind != _TURN]
    shown = turns[0] if turns else group[0][1]
    refs = dict.fromkeys([*shown.refs, *(ref for _, passage in group for ref in passage.refs)])
    return SearchHit(
        text=shown.text,
        score=best.score,
        source=shown.source,
        path=HISTORY_PATH if shown.kind == _TURN else shown.key,
        line=None if shown.kind == _TURN else shown.line,
        refs=tuple(refs),
        heading=shown.heading,
        title=shown.title,
        trust=shown.trust,
        audience=shown.audience,
        author=shown.author,
        author_name=shown.author_name,
        said_at=said_at(shown, zone),
        noted_in=tuple(f"{n.key}:{n.line}" for n in notes if n is not shown),
        signals=best.signals,
        since=shown.valid_since,
        until=shown.valid_until,
        is_past=shown.is_past,
        is_own=shown.kind == _TURN and shown.role == _OWN,
        origins=(shown.origin, *dict.fromkeys(n.origin for n in notes if n is not shown)),
    )


def said_at(shown: StoredPassage, zone: tzinfo) -> str | None:
    """An instant in the zone for a turn; a note's date is that of a day, in no zone."""
    moment = instant_of(shown.learned) if shown.kind == _TURN and shown.learned else None
    return shown.learned if moment is None else in_zone(moment, zone).isoformat()
