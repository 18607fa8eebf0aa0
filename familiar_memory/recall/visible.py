"""Filters before ranking: what does not stand in the mask does not exist for a query."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from familiar_memory.domain.filters import RecallFilters
from familiar_memory.index.segment import Facet, Mask, Segment
from familiar_memory.index.snapshot import Snapshot
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = ["Attested", "Filters", "counted_rows", "visible_rows"]

Attested = Callable[[str], bool]
"""Whether the note of this key is known to have stood as it is at the moment asked about."""

_SESSIONS = "sessions/"


@dataclass(frozen=True, slots=True)
class Filters:
    """What else to leave out, besides what the viewer may not see.

    `sources` keeps only these sources (None = all). `exclude_keys` leaves documents
    out by exact key, or by folder when it ends in `/`. `exclude_refs` leaves turns,
    and notes of them, out by (place slug, ref); it is applied to what was found.
    `now` ends what has expired. `only_passages` keeps only these, by id (None = all).
    `wanted` are the caller's own filters; its entity is resolved by whoever has the names.
    With `as_of` only what was known then and held then is there; `present` are the slugs
    of those who ask. `folders` keeps only documents under these (`lore/`);
    `sessions_since` leaves out session notes of days before that ISO date.
    """

    now: datetime
    sources: frozenset[str] | None = None
    exclude_keys: frozenset[str] = field(default_factory=frozenset)
    exclude_refs: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    include_retired: bool = False
    only_passages: frozenset[int] | None = None
    wanted: RecallFilters = field(default_factory=RecallFilters)
    as_of: datetime | None = None
    present: tuple[str, ...] = ()
    folders: tuple[str, ...] | None = None
    sessions_since: str = ""

    @property
    def moment(self) -> datetime:
        """The moment by which things are judged: the one asked about, else now."""
        return self.as_of or self.now


def visible_rows(
    snapshot: Snapshot, viewer: Viewer, filters: Filters, attested: Attested | None = None
) -> list[Mask]:
    """One mask a segment: alive, permitted, not retired, not expired, not excluded, wanted.

    `attested` goes with `as_of`: a line without a date was known when its note stood there.
    """
    permitted = np.array(
        [permits(viewer, audience) for audience in snapshot.registers.audiences.values], bool
    )
    wanted = snapshot.choose(
        (filters.sources, filters.exclude_keys, filters.folders, filters.sessions_since),
        lambda source, key: _is_wanted(source, key, filters),
    )
    filed = _filed(snapshot, filters.wanted)
    stood = (
        snapshot.choose(
            ("attested", attested), lambda _, key: attested is not None and attested(key)
        )
        if filters.as_of is not None
        else None
    )
    since = filters.wanted.since
    masks: list[Mask] = []
    for segment, alive in zip(snapshot.segments, snapshot.alive, strict=True):
        if not len(segment):
            masks.append(alive)
            continue
        mask = alive & permitted[segment.audience] & wanted[segment.document]
        mask &= segment.expires > filters.moment.timestamp()
        if filed is not None:
            mask &= filed[segment.facet]
        if since is not None:
            mask &= segment.learned >= since.timestamp()
        if filters.only_passages is not None:
            mask &= np.isin(segment.passage, list(filters.only_passages))
        if filters.as_of is not None and stood is not None:
            mask &= _held(segment, filters.as_of, stood[segment.document])
        elif not filters.include_retired:
            mask &= ~segment.retired
        masks.append(mask)
    return masks


def _held(segment: Segment, moment: datetime, stood: Mask) -> Mask:
    """What was known at a moment and held at it.

    What is struck out and says when it ended held until then; without that, it was wrong.
    """
    at = moment.timestamp()
    known = (segment.learned <= at) | (np.isnan(segment.learned) & stood)
    held = (segment.since <= at) & (at < segment.until)
    return known & held & (~segment.retired | np.isfinite(segment.until))


def _filed(snapshot: Snapshot, wanted: RecallFilters) -> Mask | None:
    """Which facets are wanted, by number; None = all."""
    if wanted.type is None and wanted.topic is None and not wanted.tags:
        return None
    tags = frozenset(wanted.tags)

    def is_wanted(facet: Facet) -> bool:
        return (
            (wanted.type is None or facet.type == wanted.type)
            and (wanted.topic is None or facet.topic in (None, wanted.topic))
            and tags <= facet.tags
        )

    facets = snapshot.registers.facets.values
    return np.fromiter(map(is_wanted, facets), bool, len(facets))


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
