"""Standing instructions and preferences of some people: their turns, the nearest first.

Which turns hold one is in the index. What is told of a turn is what its author's note says of
it, once the writer has put it there: a person may have rewritten, struck or deleted that line.
Before, the turn speaks for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.tree import CONVERSATION
from familiar_memory.index.arrays.similarity import score_vector
from familiar_memory.index.values import StoredPassage
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.duplicates import TEXTS_ALIKE, share_words
from familiar_memory.knowledge.standing import SECTIONS, StandingKind, StandingWish, find_standing
from familiar_memory.knowledge.words import content_words
from familiar_memory.knowledge.write_policy.conduct import bypasses_safety, claims_authority
from familiar_memory.recall.ranking.candidate import SCORE_DECIMALS, Candidate
from familiar_memory.recall.ranking.merged.merge import merge_by_ref
from familiar_memory.recall.search.fresh_look import FreshLook, hits_without
from familiar_memory.recall.search.query import Query
from familiar_memory.recall.search.retrieve import Retriever, Visible

__all__ = ["Asked", "StandingSearch", "WasWritten"]

_ATTEMPTS = 3
"""So often it is looked: what changes faster than it is read is left out."""
_MOST_READ = 200
"""So many turns are read, the nearest or the newest: beyond that, nobody remembers either."""
_KIND_OF = {heading.casefold(): kind for kind, heading in SECTIONS.items()}
_QUOTES = '“”"「」'

WasWritten = Callable[[TurnName], bool]
"""Whether what a turn asks for has been written into a note (and may be gone from there)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One that holds: what kind, in which words, and the turn of whoever said it.

    `note` is the line that speaks for the turn; None where the turn's own words are told.
    """

    kind: StandingKind
    text: str
    hit: SearchHit
    note: StoredPassage | None = None


class _Near(NamedTuple):
    """A turn of the snapshot, by what decides before its words are read."""

    passage: int
    cosine: float
    learned: float


class StandingSearch:
    """Finds what some people have asked for; thread-safe, synchronous."""

    def __init__(self, retriever: Retriever, look: FreshLook, was_written: WasWritten) -> None:
        """`was_written` asks the history, only for turns of which no note has a line."""
        self._retriever = retriever
        self._look = look
        self._was_written = was_written

    def find(self, query: Query, people: Sequence[str]) -> tuple[Asked, ...]:
        """What these people (slugs) said to the familiar that holds, the nearest first.

        Raises:
            IndexUnavailableError: the index cannot be read.
            StorageError: a moment of the past is asked about, and the journal cannot be read.
            HistoryError: the history cannot be read.
        """
        for _ in range(_ATTEMPTS):
            with self._retriever.seen(query) as seen:
                found = self._found(seen, query, people)
            stale = self._look.stale(one.hit for one in found)
            notes = self._look.stale_notes(one.note.origin for one in found if one.note)
            if not self._look.refresh({*stale.documents, *notes}):
                break
        fresh = {hit.identity for hit in hits_without([one.hit for one in found], stale)}
        return tuple(
            one
            for one in found
            if one.hit.identity in fresh
            and (one.note is None or (one.note.source, one.note.key) not in notes)
        )

    def _found(self, seen: Visible, query: Query, people: Sequence[str]) -> list[Asked]:
        near = _near(seen, people)
        if not near:
            return []
        stored = seen.view.passages([one.passage for one in near])
        turns = [
            (one, passage)
            for one in near
            if (passage := stored.get(one.passage)) is not None
            and passage.source == CONVERSATION
            and permits(query.viewer, passage.audience)
            and not _is_said_now(passage, query)
        ]
        lines = _lines_of((_name(passage) for _, passage in turns), seen, query.viewer)
        told = list(self._told(turns, lines))
        return _distinct(told if _is_embedded(near) else _by_words(told, query.text))

    def _told(
        self,
        turns: Iterable[tuple[_Near, StoredPassage]],
        lines: Mapping[TurnName, Sequence[StoredPassage]],
    ) -> Iterator[Asked]:
        for near, passage in turns:
            name = _name(passage)
            hit = _hit(near, passage)
            if noted := lines.get(name):
                for line in noted:
                    kind = _KIND_OF[line.heading.casefold()]
                    yield Asked(kind, line.text.strip(_QUOTES), hit, line)
            elif not self._was_written(name):
                wishes = find_standing(passage.text)
                yield from (_asked(one, hit) for one in wishes if _may_hold(one.text))


def _may_hold(wish: str) -> bool:
    """Whether it would be kept, as far as its words alone decide."""
    return not bypasses_safety(wish) and not claims_authority(wish)


def _near(seen: Visible, people: Sequence[str]) -> list[_Near]:
    """The turns of these people that hold something, the nearest first, then the newest."""
    authors = seen.snapshot.registers.authors
    numbers = [n for slug in people if (n := authors.known(slug)) is not None]
    segments = seen.snapshot.segments
    masks = [
        mask & (segment.standing > 0) & np.isin(segment.author, numbers)
        for segment, mask in zip(segments, seen.rows, strict=True)
    ]
    if not any(mask.any() for mask in masks):
        return []
    vector = seen.vector()
    cosines = (
        [np.zeros(len(segment), np.float32) for segment in segments]
        if vector is None
        else score_vector(segments, masks, vector)
    )
    best: dict[int, tuple[tuple[float, float, str, str, int], _Near]] = {}
    for segment, mask, cosine in zip(segments, masks, cosines, strict=True):
        for row in np.flatnonzero(mask).tolist():
            score = round(float(cosine[row]), SCORE_DECIMALS)
            near = _Near(int(segment.passage[row]), score, float(segment.learned[row]))
            document = seen.snapshot.document(int(segment.document[row]))
            order = (-score, -near.learned, *document, int(segment.position[row]))
            if near.passage not in best or order < best[near.passage][0]:
                best[near.passage] = (order, near)
    ordered = sorted(best.values(), key=lambda pair: pair[0])
    return [near for _, near in ordered[:_MOST_READ]]


def _is_embedded(near: Sequence[_Near]) -> bool:
    return any(one.cosine for one in near)


def _is_said_now(passage: StoredPassage, query: Query) -> bool:
    """Whether the turn is being answered: the model has that before it."""
    return _name(passage) in query.filters.exclude_refs or passage.text == query.text


def _name(passage: StoredPassage) -> TurnName:
    return passage.place or "", passage.refs[0]


def _hit(near: _Near, passage: StoredPassage) -> SearchHit:
    candidate = Candidate(passage.id, passage.source, passage.key, passage.ordinal, near.cosine, ())
    return merge_by_ref([(candidate, passage)], 1)[0]


def _asked(one: StandingWish, hit: SearchHit) -> Asked:
    return Asked(one.kind, one.text, hit)


def _lines_of(
    names: Iterable[TurnName], seen: Visible, viewer: Viewer
) -> dict[TurnName, list[StoredPassage]]:
    """The lines of notes that speak for turns, of those that this viewer may see."""
    found = seen.view.citing(dict.fromkeys(names))
    return {
        name: [
            line
            for line in passages
            if line.source != CONVERSATION
            and line.heading.casefold() in _KIND_OF
            and permits(viewer, line.audience)
        ]
        for name, passages in found.items()
    }


def _by_words(asked: Sequence[Asked], question: str) -> list[Asked]:
    """Those that share most words with the question first; of equals, as they came."""
    wanted = set(content_words(question))
    return sorted(asked, key=lambda one: -len(wanted & set(content_words(one.text))))


def _distinct(asked: Sequence[Asked]) -> list[Asked]:
    """Without those that a newer one says again."""
    newest = sorted(asked, key=lambda one: one.hit.said_at or "", reverse=True)
    kept: list[tuple[Asked, frozenset[str]]] = []
    for one in newest:
        words = frozenset(content_words(one.text)) or frozenset((one.text,))
        if all(
            one.kind is not other.kind or not share_words(words, w, TEXTS_ALIKE)
            for other, w in kept
        ):
            kept.append((one, words))
    chosen = {id(one) for one, _ in kept}
    return [one for one in asked if id(one) in chosen]
