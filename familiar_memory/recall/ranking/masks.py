"""Filters before ranking: what does not stand in the mask does not exist for a query."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

import numpy as np

from familiar_memory.domain.question.filters import RecallFilters
from familiar_memory.domain.tree import SESSIONS, below
from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.segment import Facet, Segment
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.knowledge.audience import Viewer, permits

__all__ = [
    "Attested",
    "Exclusion",
    "Filters",
    "counted_rows",
    "excluded_by",
    "is_excluded",
    "visible_rows",
]

Attested = Callable[[str], bool]
"""Whether the note of this key is known to have stood as it is at the moment asked about."""

_SESSIONS = below(SESSIONS)


class Exclusion(StrEnum):
    """What takes a passage out of an answer before anything is ranked."""

    ABSENT = "absent"
    """It does not stand in what is asked: not by now, or not at the moment asked about."""
    FORBIDDEN = "forbidden"
    NOT_KNOWN_THEN = "not known then"
    RETIRED = "retired"
    NOT_HOLDING = "not holding then"
    EXPIRED = "expired"
    SOURCE = "source"
    FOLDER = "folder"
    OLD_SESSION = "old session"
    LEFT_OUT = "left out"
    TYPE = "type"
    TOPIC = "topic"
    TAGS = "tags"
    SINCE = "since"
    ENTITY = "entity"
    NOT_AMONG = "not among"


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

    def within(self, readable: frozenset[str] | None) -> Filters:
        """The same, of no other sources than the readable ones (None = all are)."""
        if readable is None:
            return self
        return replace(
            self, sources=readable & (readable if self.sources is None else self.sources)
        )


def visible_rows(
    snapshot: Snapshot,
    viewer: Viewer,
    filters: Filters,
    attested: Attested | None = None,
    about: Sequence[Mask] | None = None,
) -> list[Mask]:
    """One mask a segment: the rows that stand and that no rule of the table excludes.

    `attested` goes with `as_of`: a line without a date was known when its note stood there.
    `about` are the rows of the entity that is wanted; None = of any.
    """
    look = _Look(snapshot, viewer, filters, attested, about)
    masks: list[Mask] = []
    for number, (segment, alive) in enumerate(zip(snapshot.segments, snapshot.alive, strict=True)):
        mask = alive.copy()
        if len(segment):
            for rule in _RULES.values():
                if (let_through := rule(look, number, segment)) is not None:
                    mask &= let_through
        masks.append(mask)
    return masks


def excluded_by(
    snapshot: Snapshot,
    viewer: Viewer,
    filters: Filters,
    passage: int,
    attested: Attested | None = None,
    about: Sequence[Mask] | None = None,
) -> Exclusion | None:
    """The first rule of the table that excludes a passage, by id; None for a visible one."""
    look = _Look(snapshot, viewer, filters, attested, about)
    for number, (segment, alive) in enumerate(zip(snapshot.segments, snapshot.alive, strict=True)):
        for row in np.flatnonzero((segment.passage == passage) & alive).tolist():
            for exclusion, rule in _RULES.items():
                let_through = rule(look, number, segment)
                if let_through is not None and not let_through[row]:
                    return exclusion
            return None
    return Exclusion.ABSENT


class _Look:
    """One question's rules, with what they look up once."""

    def __init__(
        self,
        snapshot: Snapshot,
        viewer: Viewer,
        filters: Filters,
        attested: Attested | None,
        about: Sequence[Mask] | None,
    ) -> None:
        self.snapshot = snapshot
        self.filters = filters
        self.about = about
        self.attested = attested
        audiences = snapshot.registers.audiences.values
        self.permitted = np.array([permits(viewer, one) for one in audiences], bool)

    def documents(self, name: Hashable, wanted: Callable[[str, str], bool]) -> Mask:
        """Which documents are wanted, by number; remembered under a name."""
        return self.snapshot.choose(name, wanted)

    def facets(self, is_wanted: Callable[[Facet], bool]) -> Mask:
        """Which facets are wanted, by number."""
        facets = self.snapshot.registers.facets.values
        return np.fromiter(map(is_wanted, facets), bool, len(facets))


_Rule = Callable[[_Look, int, Segment], Mask | None]
"""(look, number of the segment, segment) → the rows that it lets through; None = all."""


def _permitted(look: _Look, _: int, segment: Segment) -> Mask:
    return look.permitted[segment.audience]


def _known(look: _Look, _: int, segment: Segment) -> Mask | None:
    """What was known at a moment: by its date, else as its note stood there."""
    if look.filters.as_of is None:
        return None
    attested = look.attested
    stood = look.documents(
        ("attested", attested), lambda _, key: attested is not None and attested(key)
    )
    undated = np.isnan(segment.learned) & stood[segment.document]
    return (segment.learned <= look.filters.as_of.timestamp()) | undated


def _not_retired(look: _Look, _: int, segment: Segment) -> Mask | None:
    """What is struck out and says when it ended held until then; without that, it was wrong."""
    if look.filters.as_of is not None:
        return ~segment.retired | np.isfinite(segment.until)
    return None if look.filters.include_retired else ~segment.retired


def _holding(look: _Look, _: int, segment: Segment) -> Mask | None:
    if look.filters.as_of is None:
        return None
    at = look.filters.as_of.timestamp()
    return (segment.since <= at) & (at < segment.until)


def _not_expired(look: _Look, _: int, segment: Segment) -> Mask:
    return segment.expires > look.filters.moment.timestamp()


def _of_sources(look: _Look, _: int, segment: Segment) -> Mask | None:
    sources = look.filters.sources
    if sources is None:
        return None
    return look.documents(("sources", sources), lambda s, _: s in sources)[segment.document]


def _in_folders(look: _Look, _: int, segment: Segment) -> Mask | None:
    folders = look.filters.folders
    if folders is None:
        return None
    wanted = look.documents(("folders", folders), lambda _, key: key.startswith(folders))
    return wanted[segment.document]


def _of_late(look: _Look, _: int, segment: Segment) -> Mask | None:
    since = look.filters.sessions_since
    if not since:
        return None
    wanted = look.documents(
        ("sessions", since),
        lambda _, key: not (key.startswith(_SESSIONS) and key[len(_SESSIONS) :] < since),
    )
    return wanted[segment.document]


def _not_left_out(look: _Look, _: int, segment: Segment) -> Mask | None:
    excluded = look.filters.exclude_keys
    if not excluded:
        return None
    wanted = look.documents(("but", excluded), lambda _, key: not is_excluded(key, excluded))
    return wanted[segment.document]


def _of_type(look: _Look, _: int, segment: Segment) -> Mask | None:
    kind = look.filters.wanted.type
    return None if kind is None else look.facets(lambda f: f.type == kind)[segment.facet]


def _of_topic(look: _Look, _: int, segment: Segment) -> Mask | None:
    topic = look.filters.wanted.topic
    if topic is None:
        return None
    return look.facets(lambda f: f.topic in (None, topic))[segment.facet]


def _tagged(look: _Look, _: int, segment: Segment) -> Mask | None:
    tags = frozenset(look.filters.wanted.tags)
    return look.facets(lambda f: tags <= f.tags)[segment.facet] if tags else None


def _learned_since(look: _Look, _: int, segment: Segment) -> Mask | None:
    since = look.filters.wanted.since
    return None if since is None else segment.learned >= since.timestamp()


def _about(look: _Look, number: int, _: Segment) -> Mask | None:
    return None if look.about is None else look.about[number]


def _among(look: _Look, _: int, segment: Segment) -> Mask | None:
    only = look.filters.only_passages
    return None if only is None else np.isin(segment.passage, list(only))


_RULES: dict[Exclusion, _Rule] = {
    Exclusion.FORBIDDEN: _permitted,
    Exclusion.NOT_KNOWN_THEN: _known,
    Exclusion.RETIRED: _not_retired,
    Exclusion.NOT_HOLDING: _holding,
    Exclusion.EXPIRED: _not_expired,
    Exclusion.SOURCE: _of_sources,
    Exclusion.FOLDER: _in_folders,
    Exclusion.OLD_SESSION: _of_late,
    Exclusion.LEFT_OUT: _not_left_out,
    Exclusion.TYPE: _of_type,
    Exclusion.TOPIC: _of_topic,
    Exclusion.TAGS: _tagged,
    Exclusion.SINCE: _learned_since,
    Exclusion.ENTITY: _about,
    Exclusion.NOT_AMONG: _among,
}
"""All that takes a passage out before ranking, in the order in which reasons are given."""


def is_excluded(key: str, excluded: Collection[str]) -> bool:
    """Whether a document is named, or is in a folder that is (it ends in `/`)."""
    return key in excluded or any(e.endswith("/") and key.startswith(e) for e in excluded)


def counted_rows(snapshot: Snapshot, masks: Sequence[Mask]) -> list[Mask]:
    """The visible rows that statistics are taken of: a note of a turn is no second occurrence.

    Where most of what is visible are such notes (a tree without its conversation, a
    search of notes only), they are all there is to count.
    """
    own = [mask & ~segment.cites for segment, mask in zip(snapshot.segments, masks, strict=True)]
    most_are_notes = 2 * sum(int(m.sum()) for m in own) < sum(int(m.sum()) for m in masks)
    return list(masks) if most_are_notes else own
