"""Find passages: filter, score, read back, merge. The one path from a question to hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from time import monotonic

import numpy as np

from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import CONVERSATION, entity_of
from familiar_memory.embeddings.base import Embedder, space_name
from familiar_memory.embeddings.slot import pinned
from familiar_memory.embeddings.sound import QuestionEmbedder
from familiar_memory.errors import EmbedderError
from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.recall.index_view import IndexView
from familiar_memory.recall.names.titles import shown_title
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.past.past_view import PastView
from familiar_memory.recall.ranking.echo import echoes_last, with_notes
from familiar_memory.recall.ranking.graph import (
    entity_rows,
    named_entities,
    near_entities,
    proximity,
)
from familiar_memory.recall.ranking.masks import (
    Attested,
    Exclusion,
    Filters,
    excluded_by,
    visible_rows,
)
from familiar_memory.recall.ranking.merge import merge_by_ref
from familiar_memory.recall.ranking.question import read_question
from familiar_memory.recall.ranking.rank import Candidate, Ranking
from familiar_memory.recall.ranking.repeats import distinct_candidates
from familiar_memory.recall.ranking.superseded import superseded_last
from familiar_memory.recall.ranking.weights import RankingWeights

__all__ = ["PATIENCE_S", "Retrieval", "Retriever"]

PATIENCE_S = 10.0
"""So long a question that nobody waits for with a clock in hand may take to embed."""
_ATTEMPTS = 16
"""So often a writer may come between scoring and reading: one that writes without a pause."""
_SPARE = 2
"""Candidates read for each hit wanted: notes that say the same become one hit."""


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Hits in order, and why the answer may be incomplete."""

    hits: tuple[SearchHit, ...]
    considered: int
    degraded: str | None = None


@dataclass(frozen=True, slots=True)
class _Asking:
    """One question, who asks it, and until when its meaning is waited for."""

    text: str
    viewer: Viewer
    filters: Filters
    limit: int
    weights: RankingWeights
    embedded_by: float


class Retriever:
    """Searches one index with one embedder; thread-safe, synchronous."""

    def __init__(
        self,
        index: EmbeddingIndex,
        embedder: Embedder,
        weights: RankingWeights | None = None,
        past: PastIndex | None = None,
        readable: frozenset[str] | None = None,
        zone: tzinfo = UTC,
    ) -> None:
        """Search this index; `past` makes the one of an earlier moment, `zone` dates turns.

        Only the `readable` sources (None = all) are searched, whatever is asked for: rows of
        a source that cannot be read cannot be compared with it, and must not be given out.
        """
        self._index = index
        self._embedder = embedder
        self._weights = weights or RankingWeights()
        self._past = past
        self._readable = readable
        self._zone = zone
        self._questions = QuestionEmbedder()

    def retrieve(
        self,
        text: str,
        viewer: Viewer,
        filters: Filters,
        limit: int,
        weights: RankingWeights | None = None,
        embedded_by: float | None = None,
    ) -> Retrieval:
        """The best hits that this viewer may see; none when nothing is relevant.

        A question that is not embedded by the moment `embedded_by` of `time.monotonic` (by
        default, in `PATIENCE_S`) is answered by its words.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        if limit <= 0 or not text.strip():
            return Retrieval((), 0)
        ends = monotonic() + PATIENCE_S if embedded_by is None else embedded_by
        filters = filters.within(self._readable)
        asking = _Asking(text, viewer, filters, limit, weights or self._weights, ends)
        with self._view(filters) as view:
            return self._retrieve(view, asking)

    def excluded_by(
        self, passage: StoredPassage, viewer: Viewer, filters: Filters
    ) -> tuple[Exclusion | None, StoredPassage]:
        """What takes a passage of today out before ranking; None when it may be ranked.

        Beside it the passage as it stood at the moment asked about, where one is.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        filters = filters.within(self._readable)
        with self._view(filters) as view:
            stood = view.standing_for(passage) if isinstance(view, PastView) else passage
            if stood is None:
                return Exclusion.ABSENT, passage
            snapshot = view.snapshot()
            about = _about(snapshot, view, viewer, filters)
            attested = _attested(view)
            return excluded_by(snapshot, viewer, filters, stood.id, attested, about), stood

    def count_visible(self, viewer: Viewer, filters: Filters) -> int:
        """How many passages may be ranked."""
        filters = filters.within(self._readable)
        with self._view(filters) as view:
            snapshot = view.snapshot()
            about = _about(snapshot, view, viewer, filters)
            masks = visible_rows(snapshot, viewer, filters, _attested(view), about)
            return sum(int(mask.sum()) for mask in masks)

    def _view(self, filters: Filters) -> AbstractContextManager[IndexView]:
        if filters.as_of is None or self._past is None:
            return nullcontext(self._index)
        return self._past.at(filters.as_of)

    def _retrieve(
        self,
        view: IndexView,
        asking: _Asking,
    ) -> Retrieval:
        viewer, filters = asking.viewer, asking.filters
        for _ in range(_ATTEMPTS):
            ranked, considered, degraded = self._ranked(view, asking)
            found = [(c, passage) for c, passage in ranked if passage is not None]
            if len(found) == len(ranked):
                break
            # A writer replaced a document between scoring and reading: look again.
        else:
            degraded = _and(degraded, "what was just being written is left out")
        kept = [
            (candidate, passage)
            for candidate, passage in found
            if not any((passage.place, ref) in filters.exclude_refs for ref in passage.refs)
        ]
        if asking.weights.superseded:
            share = 1 - asking.weights.superseded
            kept = superseded_last(kept, view.facts_of, viewer, filters.moment, share)
        if filters.sources is None or CONVERSATION in filters.sources:
            kept = echoes_last(kept, view.citing, viewer)
        called = view.first_names(lambda audience: permits(viewer, audience))
        hits = [
            replace(hit, title=shown_title(hit.path, hit.title, called))
            for hit in merge_by_ref(kept, asking.limit, self._zone)
        ]
        return Retrieval(with_notes(hits, view.citing, viewer), considered, degraded)

    def _ranked(
        self,
        view: IndexView,
        asking: _Asking,
    ) -> tuple[list[tuple[Candidate, StoredPassage | None]], int, str | None]:
        """Candidates with their passages, in order; None where one is gone by now."""
        text, viewer, filters = asking.text, asking.viewer, asking.filters
        snapshot = view.snapshot()
        attested = _attested(view)
        allowed = visible_rows(snapshot, viewer, replace(filters, wanted=RecallFilters()), attested)
        masks = allowed
        if not filters.wanted.is_empty:
            about = _about(snapshot, view, viewer, filters)
            masks = visible_rows(snapshot, viewer, filters, attested, about)
        question = read_question(text, _visible_names(snapshot, allowed))
        vector, degraded = self._query_vector(question.content, snapshot, asking.embedded_by)
        wanted = _SPARE * asking.limit + len(filters.exclude_refs)
        near = self._near(view, snapshot, allowed, asking)

        ranking = Ranking(
            snapshot,
            masks,
            question,
            vector,
            asking.weights,
            now=filters.moment,
            proximity=near,
        )
        read, unheard = view.passages, filters.exclude_refs
        candidates, stored = distinct_candidates(ranking.best, read, wanted, unheard)
        considered = sum(int(mask.sum()) for mask in masks)
        return [(c, _if_same(c, stored, viewer)) for c in candidates], considered, degraded

    def _near(
        self,
        view: IndexView,
        snapshot: Snapshot,
        masks: Sequence[Mask],
        asking: _Asking,
    ) -> list[F32] | None:
        """How near each row is to whom the question names; None where nobody is, or it weighs 0."""
        if not asking.weights.graph:
            return None
        aliases = view.aliases(lambda audience: permits(asking.viewer, audience))
        present = asking.filters.present
        named = named_entities(snapshot, masks, asking.text, aliases, present)
        if not named:
            return None
        return proximity(snapshot, masks, near_entities(snapshot, masks, named))

    def _query_vector(
        self, text: str, snapshot: Snapshot, ends: float
    ) -> tuple[F32 | None, str | None]:
        """Embed a question; a model that fails leaves lexical recall standing.

        So does one that is not the snapshot's: two vector spaces never meet.
        """
        embedder = pinned(self._embedder)
        degraded = self._during_a_switch(snapshot)
        if not embedder.id.dimension or snapshot.embedder != embedder.id.key:
            return None, degraded
        try:
            return self._questions.vector(embedder, text, ends), degraded
        except EmbedderError as problem:
            return None, _and(degraded, f"lexical only: {names_only(problem.problem)}")

    def _during_a_switch(self, snapshot: Snapshot) -> str | None:
        """Why the answer is not what it will be, where the embedder is being changed."""
        own = self._index.identity.embedder
        live, following = snapshot.spaces.live, snapshot.spaces.next
        if not own or (live == own and not following):
            return None
        if self._index.spaces.standing().is_to_switch:
            following = following or own
        if following:
            by = f"by the vectors of {space_name(own)}" if snapshot.embedder else "by words only"
            return (
                f"the index is being embedded with {space_name(following)};"
                f" until then it answers {by}"
            )
        return (
            f"lexical only: the index is embedded with {space_name(live)} by now, and this"
            f" process has {space_name(own)}: restart it"
        )


def _attested(view: IndexView) -> Attested | None:
    return view.attested if isinstance(view, PastView) else None


def _about(
    snapshot: Snapshot, view: IndexView, viewer: Viewer, filters: Filters
) -> list[Mask] | None:
    """The rows of the entity that is wanted; None where none is."""
    if filters.wanted.entity is None:
        return None
    return entity_rows(snapshot, _entities(snapshot, filters.wanted.entity, view, viewer))


def _entities(snapshot: Snapshot, given: str, view: IndexView, viewer: Viewer) -> frozenset[int]:
    """The numbers of those who are meant: by slug, `platform:id`, path, or a name."""
    aliases = view.aliases(lambda audience: permits(viewer, audience))
    platform, _, user_id = given.partition(":")
    names = [given, entity_of(given), title_slug(given), *bearers_of(aliases, given)]
    if platform and user_id:
        names.append(Author(platform, user_id).slug)
    known = (snapshot.registers.entities.known(name) for name in names)
    return frozenset(number for number in known if number is not None)


def _and(reason: str | None, another: str) -> str:
    return another if reason is None else f"{reason}; {another}"


def _if_same(
    candidate: Candidate, stored: Mapping[int, StoredPassage], viewer: Viewer
) -> StoredPassage | None:
    """The passage that was scored; never another, nor one that has become private."""
    passage = stored.get(candidate.passage)
    if passage is None or (passage.source, passage.key) != (candidate.source, candidate.key):
        return None
    return passage if permits(viewer, passage.audience) else None


def _visible_names(snapshot: Snapshot, masks: Sequence[Mask]) -> dict[str, set[int]]:
    """Words of the names under which people speak within the masks: no others exist."""
    speaks = np.zeros(len(snapshot.registers.speakers.values), bool)
    for segment, mask in zip(snapshot.segments, masks, strict=True):
        speaks[segment.speaker[mask]] = True
    return snapshot.registers.words_of(np.flatnonzero(speaks).tolist())
