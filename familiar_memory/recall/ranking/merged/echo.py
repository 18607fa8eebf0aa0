"""A note that only repeats its turn does not rank beside it; it is named at the turn.

The writer notes what was said, nearly word for word. If such notes competed with the
turns, writing memory down would push other answers out. A note that says something
of its own (a person has rewritten it, or its turn is gone) ranks like any other, and so
does a fact that the question asks for: it is found by words that its turn may not have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.rows.passages import StoredPassage, TurnName
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.ranking.candidate import Candidate

__all__ = ["echoes_in", "echoes_last", "repeats", "with_notes"]

_TURN = "turn"
_ADDED = re.compile(r"\*\*[^*]+\*\*: ?|[a-z][a-z0-9_]{0,39}:: ")
"""What a note puts before the words of its turn: who spoke, or the predicate of a fact."""
_CUT = re.compile(r"(?:(?<!\w)\w++|(?<!\W)[^\w…]*+)…\W*+\Z")
"""Where a note leaves off in the middle of its turn: half a word is none of its own. Looked for
at the beginning of a word, or behind it, so that each character is read twice at most."""

Citing = Callable[[Iterable[TurnName]], dict[TurnName, list[StoredPassage]]]
"""Turns and the notes that cite them, by the turns' names."""

_Scored = tuple[Candidate, StoredPassage]


def echoes_in(
    ranked: Sequence[_Scored],
    citing: Citing,
    viewer: Viewer,
    is_asked: Callable[[StoredPassage], bool],
) -> frozenset[int]:
    """The ids of the notes whose turn the viewer may see, and that say nothing beside it.

    A fact that is asked for is none.
    """
    cited = {
        passage.id: name
        for _, passage in ranked
        if (name := _cited(passage)) is not None and not is_asked(passage)
    }
    if not cited:
        return frozenset()
    turns = {
        name: next((p for p in found if p.kind == _TURN and permits(viewer, p.audience)), None)
        for name, found in citing(cited.values()).items()
    }
    notes = {passage.id: passage for _, passage in ranked}
    return frozenset(
        number
        for number, name in cited.items()
        if (turn := turns[name]) is not None and repeats(notes[number].text, turn.text)
    )


def echoes_last(ranked: Sequence[_Scored], echoes: Collection[int]) -> list[_Scored]:
    """Put the notes of these ids behind everything else.

    They still answer where nothing else does. Scores stay in descending order.
    """
    own = [scored for scored in ranked if scored[1].id not in echoes]
    ceiling = own[-1][0].score if own else float("inf")
    return own + [
        (replace(candidate, score=min(candidate.score, ceiling)), passage)
        for candidate, passage in ranked
        if passage.id in echoes
    ]


def with_notes(hits: Sequence[SearchHit], citing: Citing, viewer: Viewer) -> tuple[SearchHit, ...]:
    """Name at each turn the notes that hold it, as far as the viewer may see them."""
    turns = [name for hit in hits if (name := hit.turn) is not None]
    if not turns:
        return tuple(hits)
    found = citing(turns)
    return tuple(
        hit if hit.turn is None else _with_notes(hit, found[hit.turn], viewer) for hit in hits
    )


def _with_notes(hit: SearchHit, found: Sequence[StoredPassage], viewer: Viewer) -> SearchHit:
    notes = [p for p in found if p.kind != _TURN and permits(viewer, p.audience)]
    if not notes and len(hit.noted_in) < 2:
        return hit
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
    said = content_terms(_CUT.sub("", _ADDED.sub("", note, count=1)))
    return said.keys() <= content_terms(turn).keys()
