"""A note that only repeats its turn does not rank beside it; it is named at the turn.

The writer notes what was said, nearly word for word. If such notes competed with the
turns, writing memory down would push other answers out. A note that says something
of its own (a person has rewritten it, or its turn is gone) ranks like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.rows.passages import StoredPassage, TurnName
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.ranking.rank import Candidate

__all__ = ["echoes_last", "repeats", "with_notes"]

_TURN = "turn"
_ADDED = re.compile(r"\*\*[^*]+\*\*: ?|[a-z][a-z0-9_]{0,39}:: ")
"""What a note puts before the words of its turn: who spoke, or the predicate of a fact."""

Citing = Callable[[Iterable[TurnName]], dict[TurnName, list[StoredPassage]]]
"""Turns and the notes that cite them, by the turns' names."""

_Scored = tuple[Candidate, StoredPassage]


def echoes_last(ranked: Sequence[_Scored], citing: Citing, viewer: Viewer) -> list[_Scored]:
    """Put notes behind everything else whose turn the viewer may see and that only repeat it.

    They still answer where nothing else does. Scores stay in descending order.
    """
    wanted = [name for _, passage in ranked if (name := _cited(passage)) is not None]
    turns = {
        name: next((p for p in found if p.kind == _TURN and permits(viewer, p.audience)), None)
        for name, found in citing(wanted).items()
    }
    own: list[_Scored] = []
    echoes: list[_Scored] = []
    for candidate, passage in ranked:
        name = _cited(passage)
        turn = None if name is None else turns[name]
        is_echo = turn is not None and repeats(passage.text, turn.text)
        (echoes if is_echo else own).append((candidate, passage))
    ceiling = own[-1][0].score if own else float("inf")
    return own + [(replace(c, score=min(c.score, ceiling)), passage) for c, passage in echoes]


def with_notes(hits: Sequence[SearchHit], citing: Citing, viewer: Viewer) -> tuple[SearchHit, ...]:
    """Name at each turn the notes that hold it, as far as the viewer may see them."""
    found = citing((h.audience, h.ref) for h in hits if h.source == CONVERSATION and h.ref)
    return tuple(
        _with_notes(hit, found.get((hit.audience, hit.ref or ""), ()), viewer) for hit in hits
    )


def _with_notes(hit: SearchHit, found: Sequence[StoredPassage], viewer: Viewer) -> SearchHit:
    notes = [p for p in found if p.kind != _TURN and permits(viewer, p.audience)]
    named = (*hit.noted_in, *(f"{note.key}:{note.line}" for note in notes))
    origins = (*hit.origins, *(note.origin for note in notes))
    return replace(
        hit,
        noted_in=tuple(sorted(dict.fromkeys(named))),
        origins=tuple(dict.fromkeys(origins)),
    )


def _cited(passage: StoredPassage) -> TurnName | None:
    """The one turn that a note is of; None for turns, and for notes of several or none."""
    if passage.kind == _TURN or passage.place is None or len(passage.refs) != 1:
        return None
    return passage.place, passage.refs[0]


def repeats(note: str, turn: str) -> bool:
    """Whether a note says nothing that its turn does not say."""
    said = content_terms(_ADDED.sub("", note, count=1))
    return said.keys() <= content_terms(turn).keys()
