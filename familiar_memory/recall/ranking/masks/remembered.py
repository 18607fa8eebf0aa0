"""What a question may see: an ordered table of named masks over the rows of a snapshot.

What does not stand in all of them does not exist for the question. The name of the first one
that a passage does not stand in is the reason why it did not come, so that there is nothing
else to ask: searching and explaining read the same table.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np

from familiar_memory.index.array_types import Mask
from familiar_memory.index.arrays.snapshot import Snapshot
from familiar_memory.index.values import Attested
from familiar_memory.knowledge.audience import Viewer
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.table import (
    TABLE,
    Exclusion,
    Look,
    NamedMask,
)

__all__ = ["Masks", "RememberedMasks", "visible_rows"]

_MOST_REMEMBERED = 8
"""So many are kept, of a byte a passage each: a room asks again and again as the same viewer,
and its page leaves out the same notes."""

_Name = tuple[Viewer, Filters, frozenset[int] | None]


class Masks:
    """What one viewer may see of one snapshot under some filters, and why not the rest.

    A mask has a row a passage, True = may be seen; there is one a segment.
    """

    def __init__(
        self,
        look: Look,
        *,
        lasting: Sequence[Mask] | None = None,
        table: Sequence[NamedMask] = TABLE,
    ) -> None:
        """`lasting` is what its part of the table has come to before, for the same look."""
        self._look = look
        self._lasting = lasting
        self._table = table

    @cached_property
    def rows(self) -> list[Mask]:
        """The rows that stand in every mask of the table."""
        return self._within(self.lasting, [one for one in self._table if not one.lasts])

    @cached_property
    def lasting(self) -> Sequence[Mask]:
        """The rows that stand in every mask but those of the moment and of one question."""
        if self._lasting is not None:
            return self._lasting
        return self._within(self._look.snapshot.alive, [one for one in self._table if one.lasts])

    @property
    def seen(self) -> int:
        """How many passages may be seen."""
        pairs = zip(self._look.snapshot.segments, self.rows, strict=True)
        return sum(int((mask & (segment.window == 0)).sum()) for segment, mask in pairs)

    def excluding(self, passage: int) -> Exclusion | None:
        """The first mask that a passage (by id) does not stand in; None for one that is seen."""
        if (place := self.place_of(passage)) is None:
            return Exclusion.ABSENT
        number, (row, *_) = place
        segment = self._look.snapshot.segments[number]
        for one in self._table:
            mask = one.of(self._look, number, segment)
            if mask is not None and not mask[row]:
                return one.name
        return None

    def place_of(self, passage: int) -> tuple[int, list[int]] | None:
        """The segment and the rows in which a passage (by id) stands; None where it does not."""
        pairs = zip(self._look.snapshot.segments, self._look.snapshot.alive, strict=True)
        for number, (segment, alive) in enumerate(pairs):
            if rows := np.flatnonzero((segment.passage == passage) & alive).tolist():
                return number, rows
        return None

    def _within(self, begin: Sequence[Mask], table: Sequence[NamedMask]) -> list[Mask]:
        """These rows, as far as they stand in every mask of a table."""
        found: list[Mask] = []
        pairs = zip(self._look.snapshot.segments, begin, strict=True)
        for number, (segment, mask) in enumerate(pairs):
            for one in table if len(segment) else ():
                if (let_through := one.of(self._look, number, segment)) is not None:
                    # Never in place: what is given belongs to the snapshot or is remembered.
                    mask = mask & let_through
            found.append(mask)
        return found


class RememberedMasks:
    """The masks of one snapshot, by viewer and filters; thread-safe, and bounded.

    Only what lasts as long as the snapshot is kept. What the clock changes, and what belongs
    to one question, is put over it for each question. Of an earlier moment nothing is kept:
    its snapshot is made anew for each question.
    """

    def __init__(self, most: int = _MOST_REMEMBERED) -> None:
        """Nothing is remembered yet."""
        self._most = most
        self._lock = threading.Lock()
        # Not kept alive: what is erased must be gone, and not only once somebody asks again.
        self._snapshot: Callable[[], Snapshot | None] = lambda: None
        self._kept: OrderedDict[_Name, Sequence[Mask]] = OrderedDict()

    def of(
        self,
        snapshot: Snapshot,
        viewer: Viewer,
        filters: Filters,
        about: Collection[int] | None = None,
        attested: Attested | None = None,
    ) -> Masks:
        """The masks of a question; see `Look`."""
        look = Look(snapshot, viewer, filters, about, attested)
        if filters.as_of is not None:
            return Masks(look)
        name = (viewer, filters.lasting, None if about is None else frozenset(about))
        masks = Masks(look, lasting=self._remembered(snapshot, name))
        self._remember(snapshot, name, masks.lasting)
        return masks

    def _remembered(self, snapshot: Snapshot, name: _Name) -> Sequence[Mask] | None:
        with self._lock:
            # Row numbers mean something in one snapshot only, so it is known by being the same.
            return self._kept.get(name) if self._snapshot() is snapshot else None

    def _remember(self, snapshot: Snapshot, name: _Name, lasting: Sequence[Mask]) -> None:
        with self._lock:
            if self._snapshot() is not snapshot:
                self._snapshot = weakref.ref(snapshot)
                self._kept.clear()
            self._kept[name] = lasting
            self._kept.move_to_end(name)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)


def visible_rows(snapshot: Snapshot, viewer: Viewer, filters: Filters) -> list[Mask]:
    """One mask a segment: the rows that may be seen today, whatever they are about."""
    return Masks(Look(snapshot, viewer, filters)).rows
