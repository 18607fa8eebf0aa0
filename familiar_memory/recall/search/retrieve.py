"""Put a question to an index: the view of its moment, its masks, its scores, its hits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, tzinfo
from functools import cache, partial
from typing import NamedTuple

from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.question.search import SearchResult
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.domain.tree import PEOPLE, entity_of
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.array_types import F32, Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.base import Index, IndexView
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.names import bearers_of
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.knowledge.words import words
from familiar_memory.notes.register.head import is_id_for
from familiar_memory.recall.known.about import FactsAbout
from familiar_memory.recall.known.asking import FactAsking
from familiar_memory.recall.known.facts import KnownFacts
from familiar_memory.recall.names.learned import LearnedNames, names_of_authors, possible_names
from familiar_memory.recall.past.as_of import PastIndex
from familiar_memory.recall.ranking.asked.question import read_question
from familiar_memory.recall.ranking.asked.rarity import is_rare
from familiar_memory.recall.ranking.graph import named_entities, near_entities, proximity
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import Masks, RememberedMasks
from familiar_memory.recall.ranking.masks.table import PAST_TABLE, Look
from familiar_memory.recall.ranking.rank import Ranking
from familiar_memory.recall.ranking.weights import RankingWeights
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.question_vectors import QuestionVectors
from familiar_memory.recall.search.weighing import Answered, Weighing

__all__ = ["Retriever", "Visible"]

_ATTEMPTS = 16
"""So often a writer may come between scoring and reading. Each attempt takes some
milliseconds, and only one that writes without a pause is met so often: waiting longer for
it would not help, so the answer goes without what is just being written."""


class Visible(NamedTuple):
    """The rows that a viewer may see, a mask a segment; `vector` is of the question, if any."""

    view: IndexView
    snapshot: Snapshot
    rows: Sequence[Mask]
    vector: Callable[[], F32 | None]


class Retriever:
    """Searches one index with one embedder; thread-safe, synchronous."""

    def __init__(
        self,
        index: Index,
        embedders: Embedders,
        weights: RankingWeights | None = None,
        past: PastIndex | None = None,
        readable: frozenset[str] | None = None,
        zone: tzinfo = UTC,
        names: LearnedNames | None = None,
        vocabulary: Vocabulary = SHIPPED,
    ) -> None:
        """Search this index; `past` makes the one of an earlier moment, `zone` dates turns.

        `names` learns what people are called by others, `vocabulary` has the kinds of facts.

        Only the `readable` sources (None = all) are searched, whatever is asked for: rows of
        a source that cannot be read cannot be compared with it, and must not be given out.
        """
        self._index = index
        self._embedders = embedders
        self.weights = weights or RankingWeights()
        """What counts where a question does not say it."""
        self._past = past
        self._readable = readable
        self._zone = zone
        self._names = names or LearnedNames()
        self._vocabulary = vocabulary
        self._vectors = QuestionVectors(embedders)
        self._masks = RememberedMasks()

    def retrieve(self, query: Query) -> SearchResult:
        """The best hits that the viewer may see; none when nothing is relevant.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        if query.asks_nothing:
            return SearchResult(())
        with self.answered(query) as answered:
            return answered.result

    @contextmanager
    def answered(self, query: Query) -> Iterator[Answered]:
        """What `retrieve` gives, with what it was read from: that says why the rest did not come.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        query = replace(query, filters=query.filters.within(self._readable))
        with self._view(query.filters) as view:
            yield self._answered(view, query)

    @contextmanager
    def seen(self, query: Query) -> Iterator[Visible]:
        """What a query may draw on, before anything is scored.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
        """
        query = replace(query, filters=query.filters.within(self._readable))
        with self._view(query.filters) as view:
            snapshot = view.snapshot()
            masks = self._masks_of(view, snapshot, query.viewer, query.filters)

            def vector() -> F32 | None:
                return self._vectors.of(query.text, snapshot, query.embedded_by)[0]

            yield Visible(view, snapshot, masks.rows, vector)

    def count_visible(self, viewer: Viewer, filters: Filters) -> int:
        """How many passages may be ranked."""
        filters = filters.within(self._readable)
        with self._view(filters) as view:
            return self._masks_of(view, view.snapshot(), viewer, filters).seen

    def _view(self, filters: Filters) -> AbstractContextManager[IndexView]:
        if filters.as_of is None or self._past is None:
            return nullcontext(self._index)
        return self._past.at(filters.as_of)

    def _answered(self, view: IndexView, query: Query) -> Answered:
        for _ in range(_ATTEMPTS):
            weighing = self._weighing(view, query)
            reading = weighing.read()
            if reading.is_whole:
                return Answered(SearchResult(reading.hits, weighing.degraded), weighing)
            # A writer replaced a document between scoring and reading: look again.
        reasons = (weighing.degraded, "what was just being written is left out")
        return Answered(SearchResult(reading.hits, "; ".join(filter(None, reasons))), weighing)

    def _weighing(self, view: IndexView, query: Query) -> Weighing:
        """Score what of the newest snapshot the viewer may see."""
        snapshot = view.snapshot()
        allowed = self._masks_of(view, snapshot, query.viewer, _unlimited(query.filters))
        masks = allowed
        if not query.filters.wanted.is_empty:
            masks = self._masks_of(view, snapshot, query.viewer, query.filters)
        # Who may be named, and who is near, is not for the caller's own filters to say.
        asked = query.filters.moment.astimezone(self._zone).date()
        names = self._name_words(view, snapshot, allowed, query)
        question = read_question(
            query.text,
            names,
            asked,
            partial(is_rare, snapshot.segments, allowed.rows),
        )
        vector, degraded = self._vectors.of(question.content, snapshot, query.embedded_by)
        embedder = self._embedders.of(snapshot.embedder)
        ranking = Ranking(
            snapshot,
            masks.rows,
            question,
            vector,
            query.weights if embedder is None else query.weights.asked_with(embedder.id),
            now=query.filters.moment,
            proximity=_near(view, snapshot, allowed.rows, query),
        )
        about = FactsAbout(
            view,
            snapshot,
            masks.rows,
            allowed.rows,
            cache(partial(self._past_rows, view, snapshot, query)),
            partial(view.aliases, lambda audience: permits(query.viewer, audience)),
            partial(read_question, name_words=names),
            question,
            query.viewer,
            query.filters,
            FactAsking.of(question, query.filters, self._zone),
        )
        known = KnownFacts(about, self._vocabulary)
        return Weighing(view, query, masks, ranking, known, self._zone, degraded)

    def _past_rows(self, view: IndexView, snapshot: Snapshot, query: Query) -> Sequence[Mask]:
        """The rows that may be seen and searched where what has ended is asked for."""
        if query.filters.as_of is not None:
            return self._masks_of(view, snapshot, query.viewer, query.filters).rows
        about = self._about(view, snapshot, query.viewer, query.filters)
        return Masks(Look(snapshot, query.viewer, query.filters, about), table=PAST_TABLE).rows

    def _name_words(
        self, view: IndexView, snapshot: Snapshot, masks: Masks, query: Query
    ) -> dict[str, set[int]]:
        """Words that name people who speak within the masks: their names, and what others say.

        A name that somebody bears goes before all that others call people.
        """
        found = names_of_authors(snapshot, masks.rows)
        learned = self._names.of(
            snapshot,
            masks.rows,
            possible_names(snapshot, query.text),
            found,
            lambda: view.aliases(lambda audience: permits(query.viewer, audience)),
        )
        for one in learned.values():
            if len(said := words(one.name)) == 1:
                found[said[0]] = {one.author}
        return found

    def _masks_of(
        self, view: IndexView, snapshot: Snapshot, viewer: Viewer, filters: Filters
    ) -> Masks:
        about = self._about(view, snapshot, viewer, filters)
        return self._masks.of(snapshot, viewer, filters, about, view.attested)

    def _about(
        self, view: IndexView, snapshot: Snapshot, viewer: Viewer, filters: Filters
    ) -> frozenset[int] | None:
        """The numbers of the entity that is wanted; None where any is."""
        entity = filters.wanted.entity
        return None if entity is None else _entities(snapshot, entity, view, viewer)


def _unlimited(filters: Filters) -> Filters:
    """The same without what the caller wants only."""
    return filters if filters.wanted.is_empty else replace(filters, wanted=RecallFilters())


def _near(
    view: IndexView, snapshot: Snapshot, masks: Sequence[Mask], query: Query
) -> list[F32] | None:
    """How near each row is to whom the question names; None where nobody is, or it weighs 0."""
    if not query.weights.graph:
        return None
    aliases = view.aliases(lambda audience: permits(query.viewer, audience))
    named = named_entities(snapshot, masks, query.text, aliases, query.filters.present)
    if not named:
        return None
    return proximity(snapshot, masks, near_entities(snapshot, masks, named))


def _entities(snapshot: Snapshot, given: str, view: IndexView, viewer: Viewer) -> frozenset[int]:
    """The numbers of those who are meant: by slug, `platform:id`, path, or a name."""
    aliases = view.aliases(lambda audience: permits(viewer, audience))
    platform, _, user_id = given.partition(":")
    slug = Author(platform, user_id).slug if platform and user_id else given
    names = [given, entity_of(given), title_slug(given), slug]
    if not (is_id_for(PEOPLE, slug) and any(slug in slugs for slugs in aliases.values())):
        # An id means one person, whoever is called by it.
        names += bearers_of(aliases, given)
    known = (snapshot.registers.entities.known(name) for name in names)
    return frozenset(number for number in known if number is not None)
