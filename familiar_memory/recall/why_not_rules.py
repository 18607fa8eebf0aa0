"""The reasons for which a passage does not come, as an ordered table of pure rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from familiar_memory.domain.context import Contribution
from familiar_memory.domain.search import SearchHit
from familiar_memory.index.lookup import FoundPassage
from familiar_memory.index.passages import StoredPassage
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.rank import CONVERSATION
from familiar_memory.recall.repeats import is_repeat
from familiar_memory.recall.surfaced import is_shown
from familiar_memory.recall.visible import Filters
from familiar_memory.recall.weights import RankingWeights
from familiar_memory.sync.file_source import MEMORY

__all__ = ["Asked", "RankedQuestion", "Ranking", "Reason", "Told", "judge"]

_DEEP = 1_000
"""How far down a passage is looked for at first."""


class Reason(StrEnum):
    """Why a passage is not there, or that it is."""

    PRESENT = "present"
    NOT_INDEXED = "not indexed"
    CHANGED = "changed"
    DELETED = "deleted"
    FORBIDDEN = "forbidden"
    RETIRED = "retired"
    EXPIRED = "expired"
    FILTERED = "filtered"
    ANSWERED = "being answered"
    SHOWN = "already shown"
    MERGED = "merged"
    FLOOR = "too far behind"
    LIMIT = "scored too low"
    UNRELATED = "nothing in common"
    BUDGET = "no room"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was answered: who asked, what was left out before ranking, what came.

    `weights` are those of the ranking, None the familiar's own.

    `hits` came, best first, and `cut` came but were let go (with the reason). `shown` are
    notes that stand on the page as such. `fitted` is what the budget left, None for a
    search, which has no budget.
    """

    text: str
    viewer: Viewer
    filters: Filters
    limit: int
    weights: RankingWeights | None = None
    hits: tuple[SearchHit, ...] = ()
    cut: tuple[tuple[SearchHit, str], ...] = ()
    shown: frozenset[str] = field(default_factory=frozenset)
    fitted: tuple[Contribution, ...] | None = None
    lore: Mapping[str, str] = field(default_factory=dict)
    """Why notes of lore that their keys had nearly brought did not come by them."""


Ranking = Callable[[Asked, int], Sequence[SearchHit]]
"""The hits of a question as ranked, as many as asked for."""


class RankedQuestion:
    """A question with its deeper ranking, made when it is first needed."""

    def __init__(self, asked: Asked, ranking: Ranking) -> None:
        self.asked = asked
        self._ranking = ranking
        self._deep: Sequence[SearchHit] | None = None
        self._is_whole = False

    def place_of(self, passage: StoredPassage) -> tuple[int, SearchHit] | None:
        """Rank and hit of a passage, however deep; None where it does not rank at all."""
        if self._deep is None:
            self._deep = self._ranking(self.asked, _DEEP)
            self._is_whole = len(self._deep) < _DEEP
        place = _place_in(passage, self._deep)
        if place is None and not self._is_whole:
            self._deep, self._is_whole = self._ranking(self.asked, 10**6), True
            place = _place_in(passage, self._deep)
        return place


@dataclass(frozen=True, slots=True)
class Told:
    """What one rule found; the fields are those of an `Answer`."""

    reason: Reason
    because: str
    rank: int | None = None
    score: float | None = None
    signals: tuple[tuple[str, float], ...] = ()
    beside: SearchHit | None = None


_Rule = Callable[[FoundPassage, RankedQuestion], "Told | None"]


def judge(found: FoundPassage, ranked: RankedQuestion) -> Told:
    """The first reason in the order in which recall decides."""
    answers = (rule(found, ranked) for rule in _RULES)
    return next(told for told in answers if told is not None)


def _came(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    asked = ranked.asked
    place = _place_in(found.passage, asked.hits)
    if place is None or not _is(place[1], found.passage):
        return None
    rank, hit = place
    if asked.fitted is None or is_shown(hit, asked.fitted):
        return Told(
            Reason.PRESENT,
            f"it came, as number {rank}",
            rank=rank,
            score=hit.score,
            signals=hit.signals,
        )
    why = f"it came as number {rank}, and the budget of its layer had no room for it"
    return Told(Reason.BUDGET, why, rank=rank, score=hit.score, signals=hit.signals)


def _forbidden(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    viewer = ranked.asked.viewer
    audience = found.passage.audience
    if permits(viewer, audience):
        return None
    why = f"{viewer.place} may not know it: it is for {audience}"
    return Told(Reason.FORBIDDEN, why)


def _retired(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    if not found.retired or ranked.asked.filters.include_retired:
        return None
    return Told(Reason.RETIRED, "the line is struck: it holds no more")


def _expired(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    if found.expires is None:
        return None
    end = datetime.fromisoformat(found.expires)
    end = end if end.tzinfo is not None else end.replace(tzinfo=UTC)
    if end > ranked.asked.filters.now:
        return None
    return Told(Reason.EXPIRED, f"it was to be known until {found.expires}")


def _shown(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    if found.passage.source != MEMORY or found.passage.key not in ranked.asked.shown:
        return None
    why = "its note stands on the page as a whole, so its lines are not given again"
    return Told(Reason.SHOWN, why)


def _filtered(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    filters, passage = ranked.asked.filters, found.passage
    if filters.sources is not None and passage.source not in filters.sources:
        why = f"only {', '.join(sorted(filters.sources))} was searched"
    elif any(
        passage.key == key or (key.endswith("/") and passage.key.startswith(key))
        for key in filters.exclude_keys
    ):
        why = "the card is given as itself, never as a memory"
        if not passage.key.startswith("self/"):
            why = "its note was left out of this search"
    else:
        return None
    return Told(Reason.FILTERED, why)


def _answered(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    passage = found.passage
    if not any((passage.place, ref) in ranked.asked.filters.exclude_refs for ref in passage.refs):
        return None
    why = "it is, or came from, a turn that is being answered: the model has that before it"
    return Told(Reason.ANSWERED, why)


def _merged(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    for rank, hit in enumerate(ranked.asked.hits, start=1):
        if _holds(hit, found.passage):
            why = f"{_hit_name(hit)}, number {rank}, says the same, and speaks for it"
            return Told(Reason.MERGED, why, rank=rank, beside=hit)
    return None


def _below_floor(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    for hit, reason in ranked.asked.cut:
        if _is(hit, found.passage) or _holds(hit, found.passage):
            why = f"it was found, and let go: {reason}"
            beside = ranked.asked.hits[-1] if ranked.asked.hits else None
            return Told(Reason.FLOOR, why, score=hit.score, signals=hit.signals, beside=beside)
    return None


def _low(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    place = ranked.place_of(found.passage)
    beside = ranked.asked.hits[-1] if ranked.asked.hits else None
    if place is None:
        why = "it shares no word with the question, and its meaning is too far from it"
        return Told(Reason.UNRELATED, why, beside=beside)
    rank, hit = place
    if not _is(hit, found.passage):
        why = f"{_hit_name(hit)}, number {rank}, says the same, and speaks for it"
        return Told(Reason.MERGED, why, rank=rank, score=hit.score, signals=hit.signals)
    why = f"it is number {rank}, and only the first {ranked.asked.limit} were wanted"
    if rank <= ranked.asked.limit:
        why = f"by its score it is number {rank}, but what came was chosen by more than scores"
    return Told(Reason.LIMIT, why, beside=beside, rank=rank, score=hit.score, signals=hit.signals)


_RULES: tuple[_Rule, ...] = (
    _forbidden,
    _retired,
    _expired,
    _shown,
    _filtered,
    _answered,
    _came,
    _merged,
    _below_floor,
    _low,
)
"""In the order in which recall decides; the first that answers is the reason."""


def _place_in(passage: StoredPassage, hits: Sequence[SearchHit]) -> tuple[int, SearchHit] | None:
    for rank, hit in enumerate(hits, start=1):
        if _is(hit, passage) or _holds(hit, passage):
            return rank, hit
    return None


def _is(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the hit speaks with the words of the passage itself."""
    if passage.source == CONVERSATION:
        named = (hit.source, hit.audience, hit.ref)
        return named == (CONVERSATION, passage.place, passage.refs[0])
    return (hit.source, hit.path, hit.line) == (passage.source, passage.key, passage.line)


def _holds(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the passage was folded into the hit, or says the same again."""
    is_noted = f"{passage.key}:{passage.line}" in hit.noted_in
    return not _is(hit, passage) and (is_noted or is_repeat(passage, hit))


def _hit_name(hit: SearchHit) -> str:
    return f"{hit.path}:{hit.line}" if hit.line else f"turn {hit.ref}"
