"""The masks by name: each rule that takes a passage out before anything is ranked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np

from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.segment import Facet, Segment
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.values import Attested
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.knowledge.tree_rules import session_name
from familiar_memory.recall.ranking.graph import entity_rows
from familiar_memory.recall.ranking.masks.filters import Filters

__all__ = ["PAST_TABLE", "TABLE", "Exclusion", "Look", "NamedMask"]


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


class Look:
    """What the masks of one question look up, once for all segments."""

    def __init__(
        self,
        snapshot: Snapshot,
        viewer: Viewer,
        filters: Filters,
        about: Collection[int] | None = None,
        attested: Attested | None = None,
    ) -> None:
        """`about` are the numbers of the entity that is wanted; None = of any.

        `attested` goes with `as_of`: a line without a date was known when its note stood there.
        """
        self.snapshot = snapshot
        self.viewer = viewer
        self.filters = filters
        self.about = about
        self.attested = attested

    @cached_property
    def permitted(self) -> Mask:
        """Which audiences this viewer belongs to, by number."""
        audiences = self.snapshot.registers.audiences.values
        return np.array([permits(self.viewer, one) for one in audiences], bool)

    @cached_property
    def entity_rows(self) -> list[Mask] | None:
        """The rows of the entity that is wanted; None = of any."""
        return None if self.about is None else entity_rows(self.snapshot, self.about)

    def documents(self, name: Hashable, wanted: Callable[[str, str], bool]) -> Mask:
        """Which documents are wanted, by number; remembered under a name."""
        return self.snapshot.choose(name, wanted)

    @cached_property
    def attested_documents(self) -> Mask:
        """Which documents are known to have stood at the moment that is asked about, by number.

        Not remembered with the snapshot: it would keep what was read for that one moment.
        """
        documents, attested = self.snapshot.registers.documents.values, self.attested
        if attested is None:
            return np.zeros(len(documents), bool)
        return np.fromiter((attested(key) for _, _, key in documents), bool, len(documents))

    def facets(self, is_wanted: Callable[[Facet], bool]) -> Mask:
        """Which facets are wanted, by number."""
        facets = self.snapshot.registers.facets.values
        return np.fromiter(map(is_wanted, facets), bool, len(facets))


_MaskOf = Callable[[Look, int, Segment], Mask | None]
"""(look, number of the segment, segment) → the rows that it lets through; None = all."""


@dataclass(frozen=True, slots=True)
class NamedMask:
    """One line of the table.

    `lasts`: as long as the snapshot does, for a viewer and `Filters.lasting`, so that it can
    be remembered; what depends on the clock, or on one question alone, does not.
    """

    name: Exclusion
    of: _MaskOf
    lasts: bool = True


def _ended(look: Look, _: int, segment: Segment) -> Mask:
    """What is struck out counts where it says when it ended: without that, it was wrong."""
    return ~segment.retired | np.isfinite(segment.until)


def _left_in(look: Look, number: int, segment: Segment) -> Mask | None:
    """A note on the page shows what holds now: what has an end is not on it for that."""
    left = _not_left_out(look, number, segment)
    folders = look.filters.left_out_folders
    if left is None:
        return None
    outside = look.documents(("outside", folders), lambda _, key: not key.startswith(folders))[
        segment.document
    ]
    mask: Mask = left | (np.isfinite(segment.until) & outside)
    return mask


def _permitted(look: Look, _: int, segment: Segment) -> Mask:
    return look.permitted[segment.audience]


def _known(look: Look, _: int, segment: Segment) -> Mask | None:
    """What was known at a moment: by its date, else as its note stood there."""
    if look.filters.as_of is None:
        return None
    undated = np.isnan(segment.learned) & look.attested_documents[segment.document]
    return (segment.learned <= look.filters.as_of.timestamp()) | undated


def _not_retired(look: Look, _: int, segment: Segment) -> Mask:
    """What is struck out and says when it ended held until then; without that, it was wrong."""
    if look.filters.as_of is not None:
        return ~segment.retired | np.isfinite(segment.until)
    return ~segment.retired


def _holding(look: Look, _: int, segment: Segment) -> Mask | None:
    if look.filters.as_of is None:
        return None
    at = look.filters.as_of.timestamp()
    return (segment.since <= at) & (at < segment.until)


def _not_expired(look: Look, _: int, segment: Segment) -> Mask:
    return segment.expires > look.filters.moment.timestamp()


def _of_sources(look: Look, _: int, segment: Segment) -> Mask | None:
    sources = look.filters.sources
    if sources is None:
        return None
    return look.documents(("sources", sources), lambda s, _: s in sources)[segment.document]


def _in_folders(look: Look, _: int, segment: Segment) -> Mask | None:
    folders = look.filters.folders
    if folders is None:
        return None
    wanted = look.documents(("folders", folders), lambda _, key: key.startswith(folders))
    return wanted[segment.document]


def _of_late(look: Look, _: int, segment: Segment) -> Mask | None:
    since = look.filters.sessions_since
    if not since:
        return None
    wanted = look.documents(
        ("sessions", since),
        lambda _, key: (name := session_name(key)) is None or name >= since,
    )
    return wanted[segment.document]


def _not_left_out(look: Look, _: int, segment: Segment) -> Mask | None:
    excluded = look.filters.exclude_keys
    if not excluded:
        return None
    # What ends in `/` is a folder. Asked of every document, for each person who speaks.
    folders = look.filters.left_out_folders
    wanted = look.documents(
        ("but", excluded), lambda _, key: key not in excluded and not key.startswith(folders)
    )
    return wanted[segment.document]


def _of_type(look: Look, _: int, segment: Segment) -> Mask | None:
    kind = look.filters.wanted.type
    return None if kind is None else look.facets(lambda f: f.type == kind)[segment.facet]


def _of_topic(look: Look, _: int, segment: Segment) -> Mask | None:
    topic = look.filters.wanted.topic
    if topic is None:
        return None
    return look.facets(lambda f: f.topic in (None, topic))[segment.facet]


def _tagged(look: Look, _: int, segment: Segment) -> Mask | None:
    tags = frozenset(tag.removeprefix("#").casefold() for tag in look.filters.wanted.tags)
    return look.facets(lambda f: tags <= f.tags)[segment.facet] if tags else None


def _learned_since(look: Look, _: int, segment: Segment) -> Mask | None:
    since = look.filters.wanted.since
    return None if since is None else segment.learned >= since.timestamp()


def _about(look: Look, number: int, _: Segment) -> Mask | None:
    return None if look.entity_rows is None else look.entity_rows[number]


def _among(look: Look, _: int, segment: Segment) -> Mask | None:
    only = look.filters.only_passages
    return None if only is None else np.isin(segment.passage, list(only))


TABLE: tuple[NamedMask, ...] = (
    NamedMask(Exclusion.FORBIDDEN, _permitted),
    NamedMask(Exclusion.NOT_KNOWN_THEN, _known),
    NamedMask(Exclusion.RETIRED, _not_retired),
    NamedMask(Exclusion.NOT_HOLDING, _holding),
    NamedMask(Exclusion.EXPIRED, _not_expired, lasts=False),
    NamedMask(Exclusion.SOURCE, _of_sources),
    NamedMask(Exclusion.FOLDER, _in_folders),
    NamedMask(Exclusion.OLD_SESSION, _of_late),
    NamedMask(Exclusion.LEFT_OUT, _not_left_out),
    NamedMask(Exclusion.TYPE, _of_type),
    NamedMask(Exclusion.TOPIC, _of_topic),
    NamedMask(Exclusion.TAGS, _tagged),
    NamedMask(Exclusion.SINCE, _learned_since),
    NamedMask(Exclusion.ENTITY, _about),
    NamedMask(Exclusion.NOT_AMONG, _among, lasts=False),
)
"""All that takes a passage out before ranking, in the order in which reasons are given."""

_OF_THE_PAST = {
    Exclusion.RETIRED: NamedMask(Exclusion.RETIRED, _ended),
    Exclusion.LEFT_OUT: NamedMask(Exclusion.LEFT_OUT, _left_in),
}
PAST_TABLE: tuple[NamedMask, ...] = tuple(_OF_THE_PAST.get(one.name, one) for one in TABLE)
"""The same for facts that a question of the past asks for: what has ended is there, too."""
