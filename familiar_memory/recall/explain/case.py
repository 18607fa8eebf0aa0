"""A question that was answered: what it was weighed by, what came, and what became of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.question.context import Contribution, Decision
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.provider import Shown
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.merged.repeats import is_repeat
from familiar_memory.recall.search.weighing import Reading, Weighing

__all__ = ["Case", "RankedHit", "place_in", "speaks", "speaks_for"]

_DEEP = 1_000
"""How far down a passage is looked for at first: reading a whole memory takes seconds."""
_ALL = 10**6
"""More passages than a familiar has: all of them."""

RankedHit = tuple[int, SearchHit]
"""The rank of a hit, from 1, and the hit."""


@dataclass
class Case:
    """A question that was answered, to be asked why something did not come.

    `limit` hits were wanted; `hits` came, best first, and `cut` came but were let go, in the
    order of the steps. `shown` is what stood on the page before. `fitted` is what the budget
    left, None for a search, which has no budget; `shortened` are the notes of which it left
    less, or nothing. `facts` are the lines (`path:line`) that were given as facts, and
    `provided` says by name which provider of another package gave a line. `degraded` says
    what the answer had to do without.
    """

    weighing: Weighing
    limit: int
    hits: tuple[SearchHit, ...] = ()
    cut: tuple[Decision, ...] = ()
    shown: Shown = field(default_factory=Shown)
    fitted: tuple[Contribution, ...] | None = None
    shortened: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()
    provided: Mapping[str, str] = field(default_factory=dict)
    lore: Mapping[str, str] = field(default_factory=dict)
    """Why notes of lore that their keys had nearly brought did not come by them."""
    degraded: tuple[str, ...] = ()
    _deep: Reading = field(default_factory=Reading, init=False)
    _depth: int = field(default=0, init=False)

    @property
    def filters(self) -> Filters:
        """What was left out before ranking, besides what the viewer may not see."""
        return self.weighing.query.filters

    @property
    def viewer(self) -> Viewer:
        """Who would read the answer."""
        return self.weighing.query.viewer

    @property
    def deep(self) -> Reading:
        """The ranking as far as it was looked down."""
        return self._deep

    def place_of(self, passage: StoredPassage) -> RankedHit | None:
        """Rank and hit of a passage, however deep; None where it does not rank at all."""
        for depth in (_DEEP, _ALL):
            if depth > self._depth:
                self._deep, self._depth = self.weighing.read(depth), depth
            place = place_in(passage, self._deep.hits)
            if place is not None or len(self._deep.hits) < self._depth:
                return place
        return None


def place_in(passage: StoredPassage, hits: Sequence[SearchHit]) -> RankedHit | None:
    """The first hit that is the passage, or speaks for it."""
    for rank, hit in enumerate(hits, start=1):
        if speaks(hit, passage) or speaks_for(hit, passage):
            return rank, hit
    return None


def speaks(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the hit speaks with the words of the passage itself."""
    if passage.source == CONVERSATION:
        return hit.turn == (passage.place, passage.refs[0])
    here = (hit.source, hit.path, hit.line, hit.is_past)
    return here == (passage.source, passage.key, passage.line, passage.is_past)


def speaks_for(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the passage was folded into the hit, or says the same again."""
    is_noted = f"{passage.key}:{passage.line}" in hit.noted_in
    is_folded = is_noted or _is_turn_of(hit, passage) or is_repeat(passage, hit)
    return not speaks(hit, passage) and is_folded


def _is_turn_of(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the passage is a turn that a line of a note speaks for."""
    is_turn = passage.source == CONVERSATION and hit.source != CONVERSATION
    return is_turn and passage.refs[0] in hit.refs and passage.origin in hit.origins
