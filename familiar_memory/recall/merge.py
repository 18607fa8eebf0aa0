"""One memory, one hit: a note and the turn that it came from are the same thing.

A turn speaks for the notes that cite it, so that writing memory down never pushes
what was said out of the ranking; the notes are named beside it.
"""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.domain.search import SearchHit
from familiar_memory.index.passages import StoredPassage
from familiar_memory.recall.rank import Candidate

__all__ = ["HISTORY_PATH", "merge_by_ref"]

HISTORY_PATH = "history.sqlite"

_Scored = tuple[Candidate, StoredPassage]


def merge_by_ref(ranked: Iterable[_Scored], limit: int) -> list[SearchHit]:
    """Fold passages that share a turn into one hit, at the rank of the best of them."""
    groups: list[list[_Scored]] = []
    group_of: dict[tuple[str | None, str], int] = {}
    for scored in ranked:
        names = [(scored[1].place, ref) for ref in scored[1].refs]
        at = next((group_of[name] for name in names if name in group_of), None)
        if at is None:
            at = len(groups)
            groups.append([])
        groups[at].append(scored)
        if names:
            # Only the first: a turn that a note merely cites among others stays a hit.
            group_of.setdefault(names[0], at)
    return [_hit(group) for group in groups[:limit]]


def _hit(group: list[_Scored]) -> SearchHit:
    best = group[0][0]
    turns = [passage for _, passage in group if passage.kind == "turn"]
    notes = [passage for _, passage in group if passage.kind != "turn"]
    shown = turns[0] if turns else group[0][1]
    refs = dict.fromkeys([*shown.refs, *(ref for _, passage in group for ref in passage.refs)])
    return SearchHit(
        text=shown.text,
        score=best.score,
        source=shown.source,
        path=HISTORY_PATH if shown.kind == "turn" else shown.key,
        line=None if shown.kind == "turn" else shown.line,
        refs=tuple(refs),
        heading=shown.heading,
        title=shown.title,
        trust=shown.trust,
        audience=shown.audience,
        author=shown.author,
        author_name=shown.author_name,
        said_at=shown.learned,
        noted_in=tuple(f"{n.key}:{n.line}" for n in notes if n is not shown),
        signals=best.signals,
    )
