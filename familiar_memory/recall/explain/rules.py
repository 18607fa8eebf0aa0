"""Why a passage does not come: what took it out before ranking, else the first of these rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.tree import CONVERSATION, LORE, MEMORY, below
from familiar_memory.index.rows.lookup import FoundPassage
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.recall.explain.on_page import Standing, standing_of
from familiar_memory.recall.explain.reasons import Asked, Reason, Told, told_of
from familiar_memory.recall.page.surfaced import is_shown
from familiar_memory.recall.ranking.echo import repeats
from familiar_memory.recall.ranking.masks import Exclusion
from familiar_memory.recall.ranking.repeats import is_repeat

__all__ = ["ExclusionOf", "RankedQuestion", "Ranking", "judge"]

_LORE = below(LORE)
_DEEP = 1_000
"""How far down a passage is looked for at first."""


Ranking = Callable[[Asked, int], Sequence[SearchHit]]
"""The hits of a question as ranked, as many as asked for."""

ExclusionOf = Callable[[StoredPassage, Asked], tuple[Exclusion | None, StoredPassage]]
"""What took a passage out before ranking, and the passage as it stood at the moment asked about."""


class RankedQuestion:
    """A question with its deeper ranking, made when it is first needed."""

    def __init__(self, asked: Asked, ranking: Ranking, exclusion_of: ExclusionOf) -> None:
        self.asked = asked
        self._exclusion_of = exclusion_of
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

    def exclusion_of(self, passage: StoredPassage) -> tuple[Exclusion | None, StoredPassage]:
        """What took it out before ranking, if anything; and the passage as it stood then."""
        return self._exclusion_of(passage, self.asked)

    def is_too_irrelevant(self, passage: StoredPassage) -> bool:
        """Whether it would rank if the profile's threshold of relevance were not."""
        weights = self.asked.weights
        if weights is None or not weights.threshold:
            return False
        asked = replace(self.asked, weights=replace(weights, threshold=0.0))
        return _place_in(passage, self._ranking(asked, 10**6)) is not None


_Rule = Callable[[FoundPassage, RankedQuestion], "Told | None"]


def judge(found: FoundPassage, ranked: RankedQuestion) -> Told:
    """That it is there; else the first reason in the order in which recall decides."""
    exclusion, stood = ranked.exclusion_of(found.passage)
    found = replace(found, passage=stood)
    if (given := _with_note(found, exclusion, ranked)) is not None:
        return given
    if exclusion is not None:
        return told_of(exclusion, found, ranked.asked)
    answers = (rule(found, ranked) for rule in _RULES)
    return next(told for told in answers if told is not None)


def _with_note(
    found: FoundPassage, exclusion: Exclusion | None, ranked: RankedQuestion
) -> Told | None:
    """What is on the page is not searched for; whatever would keep it out of a search."""
    standing = standing_of(found.passage, exclusion, ranked.asked)
    if standing is Standing.THERE:
        return Told(Reason.SHOWN, "it stands on the page already, so it is not given again")
    if standing is Standing.NO_ROOM:
        return Told(Reason.BUDGET, "it came with its note, of which the budget had room for less")
    if standing is Standing.NOT_NOW:
        why = "its note stands on the page, without this line: its since or until says so"
        return Told(Reason.FILTERED, why)
    return None


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


def _shown(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    passage, shown = found.passage, ranked.asked.shown
    if passage.source != MEMORY:
        return None
    if passage.key.startswith(_LORE) and shown.says(passage.text):
        return Told(Reason.SHOWN, "lore that stands on the page says the same, word for word")
    return None


def _answered(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    passage = found.passage
    if not any((passage.place, ref) in ranked.asked.filters.exclude_refs for ref in passage.refs):
        return None
    why = "it is, or came from, a turn that is being answered: the model has that before it"
    return Told(Reason.ANSWERED, why)


def _merged(found: FoundPassage, ranked: RankedQuestion) -> Told | None:
    for rank, hit in enumerate(ranked.asked.hits, start=1):
        if _holds(hit, found.passage):
            why = _speaks_for(hit, rank, found.passage)
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
        if ranked.is_too_irrelevant(found.passage):
            why = "its relevance is below the threshold that the profile or the request sets"
            return Told(Reason.IRRELEVANT, why, beside=beside)
        why = "it shares no word with the question, and its meaning is too far from it"
        return Told(Reason.UNRELATED, why, beside=beside)
    rank, hit = place
    if not _is(hit, found.passage):
        why = _speaks_for(hit, rank, found.passage)
        return Told(Reason.MERGED, why, rank=rank, score=hit.score, signals=hit.signals)
    why = f"it is number {rank}, and only the first {ranked.asked.limit} were wanted"
    if rank <= ranked.asked.limit:
        why = f"by its score it is number {rank}, but what came was chosen by more than scores"
    return Told(Reason.LIMIT, why, beside=beside, rank=rank, score=hit.score, signals=hit.signals)


_RULES: tuple[_Rule, ...] = (
    _shown,
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
    here = (hit.source, hit.path, hit.line, hit.is_past)
    return here == (passage.source, passage.key, passage.line, passage.is_past)


def _holds(hit: SearchHit, passage: StoredPassage) -> bool:
    """Whether the passage was folded into the hit, or says the same again."""
    is_noted = f"{passage.key}:{passage.line}" in hit.noted_in
    return not _is(hit, passage) and (is_noted or is_repeat(passage, hit))


def _speaks_for(hit: SearchHit, rank: int, passage: StoredPassage) -> str:
    """Why a passage is not told beside the hit that it is one memory with."""
    if is_repeat(passage, hit) or repeats(passage.text, hit.text):
        return f"{_hit_name(hit)}, number {rank}, says the same, and speaks for it"
    return (
        f"{_hit_name(hit)}, number {rank}, is what it came from, and speaks for it with other"
        " words: one of them was edited since, or this is of several turns"
    )


def _hit_name(hit: SearchHit) -> str:
    return f"{hit.path}:{hit.line}" if hit.line else f"turn {hit.ref}"
