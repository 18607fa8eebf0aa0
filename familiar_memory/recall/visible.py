"""Filters before ranking: what does not stand in the mask does not exist for a query."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from familiar_memory.index.segment import Mask
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = ["Filters", "counted_rows", "visible_rows"]

_SESSIONS = "sessions/"


@dataclass(frozen=True, slots=True)
class Filters:
    """What else to leave out, besides what the viewer may not see.

    `sources` keeps only these sources (None = all). `exclude_keys` leaves documents
    out by exact key, or by folder when it ends in `/`. `exclude_refs` leaves turns,
    and notes of them, out by (place slug, ref); it is applied to what was found.
    `now` ends what has expired. `folders` keeps only documents under these (`lore/`);
    `sessions_since` leaves out session notes of days before that ISO date.
    """

    now: datetime
    sources: frozenset[str] | None = None
    exclude_keys: frozenset[str] = field(default_factory=frozenset)
    exclude_refs: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    include_retired: bool = False
    folders: tuple[str, ...] | None = None
    sessions_since: str = ""


def visible_rows(snapshot: Snapshot, viewer: Viewer, filters: Filters) -> list[Mask]:
    """One mask a segment: alive, permitted, not retired, not expired, not excluded."""
    permitted = np.array(
        [permits(viewer, audience) for audience in snapshot.registers.audiences.values], bool
    )
    wanted = snapshot.choose(
        (filters.sources, filters.exclude_keys, filters.folders, filters.sessions_since),
        lambda source, key: _is_wanted(source, key, filters),
    )
    masks: list[Mask] = []
    for segment, alive in zip(snapshot.segments, snapshot.alive, strict=True):
        if not len(segment):
            masks.append(alive)
            continue
        mask = alive & permitted[segment.audience] & wanted[segment.document]
        mask &= segment.expires > filters.now.timestamp()
        if not filters.include_retired:
            mask &= ~segment.retired
        masks.append(mask)
    return masks


def _is_wanted(source: str, key: str, filters: Filters) -> bool:
    if filters.sources is not None and source not in filters.sources:
        return False
    if filters.folders is not None and not key.startswith(filters.folders):
        return False
    if key.startswith(_SESSIONS) and key[len(_SESSIONS) :] < filters.sessions_since:
        return False
    return not _is_excluded(key, filters.exclude_keys)


def _is_excluded(key: str, excluded: Collection[str]) -> bool:
    if not excluded:
        return False
    return key in excluded or any(e.endswith("/") and key.startswith(e) for e in excluded)


def counted_rows(snapshot: Snapshot, masks: Sequence[Mask]) -> list[Mask]:
    """The visible rows that statistics are taken of: a note of a turn is no second occurrence.

    Where most of what is visible are such notes (a tree without its conversation, a
    search of notes only), they are all there is to count.
    """
    own = [mask & ~segment.cites for segment, mask in zip(snapshot.segments, masks, strict=True)]
    most_are_notes = 2 * sum(int(m.sum()) for m in own) < sum(int(m.sum()) for m in masks)
    return list(masks) if most_are_notes else own
