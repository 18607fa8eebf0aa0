"""One query put to one snapshot: who sees what of it, what that is worth, and the hits.

The same value answers a search, and says afterwards why a passage is not among its hits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import NamedTuple

from familiar_memory.domain.question.search import SearchHit, SearchResult
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.base import IndexView
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.known.ended import with_ended
from familiar_memory.recall.known.facts import KnownFacts
from familiar_memory.recall.known.first import facts_first
from familiar_memory.recall.known.telling import FactTelling
from familiar_memory.recall.names.titles import shown_title
from familiar_memory.recall.ranking.candidate import Candidate
from familiar_memory.recall.ranking.masks.remembered import Masks
from familiar_memory.recall.ranking.masks.table import Exclusion
from familiar_memory.recall.ranking.merged.echo import echoes_in, echoes_last, with_notes
from familiar_memory.recall.ranking.merged.merge import merge_by_ref
from familiar_memory.recall.ranking.merged.repeats import Distinct, distinct_candidates
from familiar_memory.recall.ranking.merged.said_again import with_repeats
from familiar_memory.recall.ranking.merged.superseded import superseded_last
from familiar_memory.recall.ranking.rank import Ranking
from familiar_memory.recall.ranking.scoring import Dismissal
from familiar_memory.recall.search.query import Query

__all__ = ["Answered", "Reading", "Weighing"]

_SPARE = 2
"""Candidates read for each hit wanted. Notes that say the same become one hit with their turn:
of two that are read one is left, where all that was said has been written down."""

_Scored = tuple[Candidate, StoredPassage]
_TURN = "turn"
_UNSCORED = Candidate(0, "", "", 0, 0.0, ())


@dataclass(frozen=True, slots=True)
class Reading:
    """The hits of a query, and what the rules after the ranking did; passages are named by id.

    `read` are the candidates that were read back, best first. `lowered` count less, because
    what was noted of them has been replaced since; `echoes` stand behind everything else,
    because they only repeat their turn. `is_whole`: all stood as they had been scored.
    """

    hits: tuple[SearchHit, ...] = ()
    read: tuple[int, ...] = ()
    lowered: frozenset[int] = frozenset()
    echoes: frozenset[int] = frozenset()
    is_whole: bool = True


class Weighing:
    """One query put to one snapshot, scored once, and read as deep as is wanted.

    To be used as long as the view is open that it was made of.
    """

    def __init__(
        self,
        view: IndexView,
        query: Query,
        masks: Masks,
        ranking: Ranking,
        known: KnownFacts,
        zone: tzinfo,
        degraded: str | None = None,
    ) -> None:
        """`known` are the facts that the question asks for; turns are dated in `zone`.

        `degraded` says why the answer may be incomplete.
        """
        self.view = view
        self.query = query
        self.masks = masks
        self.ranking = ranking
        self.degraded = degraded
        self._zone = zone
        self._known = known

    def read(self, limit: int | None = None) -> Reading:
        """So many hits (as many as the query wants by default), best first.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        wanted = self.query.limit if limit is None else limit
        if wanted <= 0 or self._asks_nothing:
            return Reading()
        distinct = self._candidates(wanted)
        candidates = distinct.candidates
        found = [
            (candidate, passage)
            for candidate in candidates
            if (passage := _if_same(candidate, distinct.stored, self.query.viewer)) is not None
        ]
        kept, lowered = self._superseded(self._unanswered(found))
        facts = self._answering(kept)
        echoes = self._echoes(kept) - {fact.id for fact in facts}
        kept = facts_first(
            echoes_last(kept, echoes), facts, self._sources(facts), self.query.weights.known
        )
        return Reading(
            self._hits(kept, facts, wanted, distinct),
            read=tuple(one.passage for one in candidates),
            lowered=lowered,
            echoes=echoes,
            is_whole=len(found) == len(candidates),
        )

    def stood(self, passage: StoredPassage) -> StoredPassage | None:
        """A passage of today as it stood at the moment asked about; None where it did not."""
        return self.view.standing_for(passage)

    def excluding(self, passage: int) -> Exclusion | None:
        """The mask that keeps a passage (by id) from being ranked; None when it may be."""
        exclusion = self.masks.excluding(passage)
        return None if exclusion is not None and self._is_told(passage) else exclusion

    def dismissal(self, passage: int) -> Dismissal | None:
        """Why a passage (by id) that may be ranked has no score; None for one that has."""
        if self._asks_nothing:
            return Dismissal.UNRELATED
        place = self.masks.place_of(passage)
        return None if place is None else self.ranking.dismissal(*place)

    @property
    def _asks_nothing(self) -> bool:
        return not self.query.text.strip()

    # --- the rules after the ranking, in their order --------------------------------

    def _candidates(self, wanted: int) -> Distinct:
        """The best, without who says the same twice, and their passages as they are now."""
        unheard = self.query.filters.exclude_refs
        depth = _SPARE * wanted + len(unheard)
        return distinct_candidates(self.ranking.best, self.view.passages, depth, unheard)

    def _unanswered(self, found: Sequence[_Scored]) -> list[_Scored]:
        """Without the turns that are being answered, and what was noted of them."""
        answered = self.query.filters.exclude_refs
        return [
            (candidate, passage)
            for candidate, passage in found
            if not any((passage.place, ref) in answered for ref in passage.refs)
        ]

    def _answering(self, kept: Sequence[_Scored]) -> list[StoredPassage]:
        """The facts that are all the question asks for, the best first."""
        if not self.query.weights.known:
            return []
        facts = self._known.answers([passage for _, passage in kept])
        return [fact for _, fact in self._unanswered([(_UNSCORED, fact) for fact in facts])]

    def _sources(self, facts: Sequence[StoredPassage]) -> list[StoredPassage]:
        """The turns that these facts came from, as far as they might have been found."""
        names = [
            (fact.place, fact.refs[0])
            for fact in facts
            if fact.place is not None and len(fact.refs) == 1
        ]
        cited = self.view.citing(names) if names else {}
        turns = (one for name in dict.fromkeys(names) for one in cited[name] if one.kind == _TURN)
        return [one for one in turns if self.masks.excluding(one.id) is None]

    def _is_told(self, passage: int) -> bool:
        """Whether a passage (by id) answers as a fact though nothing else of it may be ranked."""
        return any(fact.id == passage for fact in self._answering(()))

    def _superseded(self, found: list[_Scored]) -> tuple[list[_Scored], frozenset[int]]:
        """With less of a score for what has been replaced since, and which those are."""
        share = 1 - self.query.weights.superseded
        if share == 1:
            return found, frozenset()
        viewer, moment = self.query.viewer, self.query.filters.moment
        lowered = superseded_last(
            found,
            self.view.facts_of,
            viewer,
            moment,
            share,
            is_past=self._known.asked.is_of_the_past,
        )
        before = {candidate.passage: candidate.score for candidate, _ in found}
        ids = (c.passage for c, _ in lowered if c.score < before[c.passage])
        return lowered, frozenset(ids)

    def _echoes(self, found: Sequence[_Scored]) -> frozenset[int]:
        """Notes that only repeat their turn; where no turns are asked for, they are the answer."""
        sources = self.query.filters.sources
        if sources is not None and CONVERSATION not in sources:
            return frozenset()
        return echoes_in(found, self.view.citing, self.query.viewer, self._asks_for)

    def _asks_for(self, passage: StoredPassage) -> bool:
        """Whether a passage is a fact whose predicate the question uses."""
        return self._known.asks_for(passage)

    def _hits(
        self,
        kept: Sequence[_Scored],
        facts: Sequence[StoredPassage],
        limit: int,
        distinct: Distinct,
    ) -> tuple[SearchHit, ...]:
        """One hit a memory, with the names, repeats, notes and fact that the viewer may know."""
        may_know = _may_know(self.query.viewer)
        called = self.view.first_names(may_know)
        merged = merge_by_ref(kept, limit, self._zone, self._asks_for)
        told = FactTelling(self._known.about.snapshot, called, may_know, self._moment)
        merged = told.named(merged, [*facts, *self._facts_asked_for(kept, facts)])
        merged = self._over(merged, kept, told)
        merged = with_repeats(merged, kept, distinct, may_know, self._zone)
        hits = [_titled(hit, called) for hit in merged]
        return with_notes(hits, self.view.citing, self.query.viewer)

    def _over(
        self, hits: list[SearchHit], kept: Sequence[_Scored], telling: FactTelling
    ) -> list[SearchHit]:
        """With what was noted of them and is over; as of an earlier moment nobody knew that."""
        if self._moment is None:
            return hits
        passages = (passage for _, passage in kept)
        return with_ended(hits, passages, self.view, self.query.viewer, self._moment, telling)

    def _facts_asked_for(
        self, kept: Sequence[_Scored], facts: Sequence[StoredPassage]
    ) -> list[StoredPassage]:
        """Those of the others that the question may ask for, best first."""
        return [one for _, one in kept if one not in facts and self._known.may_answer(one)]

    @property
    def _moment(self) -> datetime | None:
        """By what terms are told: as of an earlier moment nobody knew them."""
        filters = self.query.filters
        return filters.now if filters.as_of is None else None


class Answered(NamedTuple):
    """What a search returns, and what it was read from."""

    result: SearchResult
    weighing: Weighing


def _titled(hit: SearchHit, called: Mapping[str, str]) -> SearchHit:
    title = shown_title(hit.path, hit.title, called)
    return hit if title == hit.title else replace(hit, title=title)


def _may_know(viewer: Viewer) -> Callable[[str], bool]:
    return lambda audience: permits(viewer, audience)


def _if_same(
    candidate: Candidate, stored: Mapping[int, StoredPassage], viewer: Viewer
) -> StoredPassage | None:
    """The passage that was scored; never another, nor one that has become private."""
    passage = stored.get(candidate.passage)
    if passage is None or (passage.source, passage.key) != (candidate.source, candidate.key):
        return None
    return passage if permits(viewer, passage.audience) else None
