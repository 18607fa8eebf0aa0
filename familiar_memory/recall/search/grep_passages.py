"""A pattern over the passages that a viewer may see: no file is opened, nothing else exists."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Final

import numpy as np

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.errors import PatternError
from familiar_memory.index.base import Index
from familiar_memory.index.rows.passages import StoredPassage
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.recall.ranking.candidate import Candidate
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows
from familiar_memory.recall.ranking.merged.merge import merge_by_ref
from familiar_memory.store.search.matching import MatchingBudget, find_in_text
from familiar_memory.store.search.pattern import SearchPattern, compile_pattern

__all__ = ["MAX_PATTERN_CHARS", "PassageGrep", "PassagesFound"]

MAX_PATTERN_CHARS: Final = 200
"""A model's wish, not a program: longer patterns are refused."""
_WASTE_S: Final = 0.2
"""What a bad pattern may cost beyond a decent one: a model is answering meanwhile for seconds."""
_READING_S: Final = 1.0
"""So long passages are read; the newest are read first."""
_BATCH: Final = 500
"""Passages read at once, between which a stop is heard."""
_LINE_CHARS: Final = 200
"""Of a line that matches; only whether one does is asked."""


@dataclass(frozen=True, slots=True)
class PassagesFound:
    """Hits, the newest first, and why some passages were not looked into (None: all were)."""

    hits: tuple[SearchHit, ...]
    degraded: str | None = None


class PassageGrep:
    """Looks for a pattern in indexed passages, within bounds of time; synchronous."""

    def __init__(
        self,
        index: Index,
        readable: frozenset[str] | None = None,
        *,
        zone: tzinfo = UTC,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look into this index, and there only into the `readable` sources (None = all)."""
        self._index = index
        self._readable = readable
        self._zone = zone
        self._monotonic = monotonic

    def find(self, pattern: str, viewer: Viewer, filters: Filters, limit: int) -> PassagesFound:
        """The newest passages that this viewer may see and that match, whatever their case.

        Raises:
            PatternError: it is malformed, too long, or takes too long.
            IndexUnavailableError: the index cannot be read.
        """
        compiled = compile_pattern(pattern, case_insensitive=True, max_chars=MAX_PATTERN_CHARS)
        if compiled.compiled.search("", timeout=_WASTE_S) is not None:
            raise PatternError(
                f"the pattern {pattern!r} matches everything", "a word, or a part of one"
            )
        if filters.as_of is not None or filters.wanted.entity is not None:
            # It knows only today's index, and no names.
            return PassagesFound((), "a look for a word knows no earlier moment and no entity")
        filters = filters.within(self._readable)
        ends = self._monotonic() + _READING_S
        budget = MatchingBudget(_WASTE_S)
        found: list[tuple[Candidate, StoredPassage]] = []
        degraded = None
        for batch in self._newest_first(viewer, filters):
            if self._monotonic() > ends:
                degraded = f"older passages were not looked into: {_READING_S:g} s were over"
                break
            found += [
                (_candidate(passage), passage)
                for passage in self._permitted(batch, viewer, filters)
                if _matches(passage, compiled, budget)
            ]
            if len(found) >= 2 * limit:
                break
        return PassagesFound(tuple(merge_by_ref(found, limit, self._zone)), degraded)

    def _newest_first(self, viewer: Viewer, filters: Filters) -> Iterator[list[int]]:
        """Numbers of the visible passages, in batches."""
        snapshot = self._index.snapshot()
        masks = visible_rows(snapshot, viewer, filters)
        # By what a rebuild keeps, never by row number.
        names = [name for _, *name in snapshot.registers.documents.values]
        ranks = np.empty(len(names), np.int64)
        ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        pairs = [
            (s, mask & (s.window == 0))
            for s, mask in zip(snapshot.segments, masks, strict=True)
            if len(s)
        ]
        if not pairs:
            return
        passages, days, documents, positions = (
            np.concatenate([getattr(s, column)[mask] for s, mask in pairs])
            for column in ("passage", "day", "document", "position")
        )
        ordered = passages[np.lexsort((positions, ranks[documents], -days))]
        for start in range(0, len(ordered), _BATCH):
            yield ordered[start : start + _BATCH].tolist()

    def _permitted(
        self, batch: list[int], viewer: Viewer, filters: Filters
    ) -> Iterator[StoredPassage]:
        """The passages as they are now, by the order of the batch."""
        stored = self._index.passages(batch)
        for number in batch:
            passage = stored.get(number)
            if passage is None or not permits(viewer, passage.audience):
                continue
            if any((passage.place, ref) in filters.exclude_refs for ref in passage.refs):
                continue
            yield passage


def _matches(passage: StoredPassage, pattern: SearchPattern, budget: MatchingBudget) -> bool:
    return any(find_in_text(passage.key, passage.text, pattern, budget, _LINE_CHARS))


def _candidate(passage: StoredPassage) -> Candidate:
    return Candidate(passage.id, passage.source, passage.key, passage.ordinal, 0.0, ())
