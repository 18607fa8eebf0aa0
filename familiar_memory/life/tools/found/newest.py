"""The newest memories that somebody may see, without any question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from familiar_memory.domain.memory.document import PassageKind
from familiar_memory.domain.tree import DAYS, MEMORY, SESSIONS, is_below
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import Masks
from familiar_memory.recall.ranking.masks.table import TABLE, Exclusion, Look

if TYPE_CHECKING:
    from datetime import datetime

    from familiar_memory.domain.question.filters import RecallFilters
    from familiar_memory.index.array_types import Mask
    from familiar_memory.index.arrays.snapshot import Snapshot
    from familiar_memory.index.base import IndexView
    from familiar_memory.index.values import StoredPassage
    from familiar_memory.knowledge.audience import Viewer

__all__ = ["is_transcript", "newest_records"]

_AT_ONCE = 64
_WITH_RETIRED = tuple(one for one in TABLE if one.name is not Exclusion.RETIRED)


def newest_records(
    view: IndexView, viewer: Viewer, now: datetime, wanted: RecallFilters, *, with_retired: bool
) -> Iterator[StoredPassage]:
    """Records as they are indexed, those learned last first; undated ones come at the end.

    Lines of sessions and days are left out: they are what was said, and the search finds them.

    Raises:
        IndexUnavailableError: the index cannot be read.
    """
    snapshot = view.snapshot()
    filters = Filters(now, sources=frozenset({MEMORY}), wanted=wanted)
    table = _WITH_RETIRED if with_retired else TABLE
    rows = Masks(Look(snapshot, viewer, filters), table=table).rows
    ordered = _in_order(snapshot, rows)
    for start in range(0, len(ordered), _AT_ONCE):
        some = ordered[start : start + _AT_ONCE]
        found = view.passages(some)
        for passage in (found[one] for one in some if one in found):
            if passage.kind == PassageKind.RECORD.value and not is_transcript(passage.key):
                yield passage


def is_transcript(key: str) -> bool:
    """Whether a note holds what was said, as it was said."""
    return is_below(key, SESSIONS) or is_below(key, DAYS)


def _in_order(snapshot: Snapshot, rows: Sequence[Mask]) -> list[int]:
    """The ids of the passages in these rows, the newest first.

    Of one moment they come by note, and the last line first: as after a rebuild.
    """
    ids, learned, documents, positions = [], [], [], []
    for segment, mask in zip(snapshot.segments, rows, strict=True):
        chosen = np.flatnonzero(mask & (segment.window == 0))
        ids.append(segment.passage[chosen])
        learned.append(np.nan_to_num(segment.learned[chosen], nan=-np.inf))
        documents.append(segment.document[chosen])
        positions.append(segment.position[chosen])
    if not ids:
        return []
    known = snapshot.registers.documents.values
    numbers, at = np.unique(np.concatenate(documents), return_inverse=True)
    keys = [known[number][2] for number in numbers]
    ranks = np.empty(len(keys), np.int64)
    ranks[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    order = np.lexsort((-np.concatenate(positions), ranks[at], -np.concatenate(learned)))
    return [int(one) for one in np.concatenate(ids)[order]]
