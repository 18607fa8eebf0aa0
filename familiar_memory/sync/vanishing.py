"""Many notes that vanish at once: a disk that is not mounted, or a person who tidies up?

A row that is let go of costs its vectors, and comes back only with its note. So when more
than half of the notes are gone, a person is asked; until then none of them is told to
anybody, because every hit is looked at before it is returned.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from familiar_memory.domain.memory.source import DocumentSource, KnownDocument
from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.sync.diff import Difference, compare

__all__ = ["RemovalGuard", "is_mass"]

_log = logging.getLogger(__name__)
_MINIMUM = 10
"""Notes. In a smaller tree more than half is a handful, which a person may well delete at once."""
_SHORTLY_S = 30.0
"""Seconds within which notes that go one by one count as one deletion: `rm -r` on a slow disk."""

Known = Mapping[str, KnownDocument]


def is_mass(gone: int, total: int) -> bool:
    """Whether so many of so many are more than a person deletes without being asked."""
    return total >= _MINIMUM and 2 * gone > total


class RemovalGuard:
    """Says which absences to believe; it has the memory that one report alone lacks.

    Only notes are guarded: a turn is gone because somebody has deleted it, and must not
    be told any longer.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._believed: list[tuple[float, int]] = []
        self._held: frozenset[str] = frozenset()

    def in_sweep(
        self,
        source: DocumentSource,
        difference: Difference,
        known: Known,
        *,
        is_allowed: bool = False,
    ) -> bool:
        """Whether what a comparison of everything misses is to be held.

        Not when a person has agreed, which `is_allowed` says.
        """
        if source.name != MEMORY:
            return False
        is_held = not is_allowed and self._is_mass(source, difference, known)
        self._held = frozenset(difference.removed) if is_held else frozenset()
        if is_held:
            _log.warning("%d notes vanished at once: kept", len(difference.removed))
        return is_held

    def none_missing(self, source: DocumentSource) -> None:
        """Note that a sweep has found everything in its place: what was held is back."""
        if source.name == MEMORY:
            self._held = frozenset()

    def in_report(
        self, source: DocumentSource, removed: Sequence[str], known: Callable[[], Known]
    ) -> tuple[str, ...]:
        """Which of these absences, reported by a watcher or met by a search, are to be held.

        One alone is believed. If there are several within half a minute, everything is
        looked at; what is held then is not looked at again before the next sweep.
        """
        if source.name != MEMORY or not removed:
            return ()
        new = [key for key in removed if key not in self._held]
        if new and len(new) + self._lately() > 1:
            everything = known()
            self.in_sweep(source, compare(source.scan(), everything), everything)
        held = tuple(key for key in removed if key in self._held)
        if believed := len(removed) - len(held):
            self._believed.append((self._now_s(), believed))
        return held

    def _is_mass(self, source: DocumentSource, difference: Difference, known: Known) -> bool:
        lately = self._lately()
        total = len(known) + lately

        gone = len(difference.removed) + lately
        if not difference.removed or not is_mass(gone, total):
            return False
        # What stands elsewhere with the same bytes was moved.
        added = _digests(source, [stamp.key for stamp in difference.added])
        moved = sum(known[key].digest in added for key in difference.removed)
        return is_mass(gone - moved, total)

    def _lately(self) -> int:
        """How many absences were believed a short time ago."""
        since = self._now_s() - _SHORTLY_S
        self._believed = [(moment, count) for moment, count in self._believed if moment > since]
        return sum(count for _, count in self._believed)


def _digests(source: DocumentSource, keys: Collection[str]) -> set[str]:
    found = set()
    for key in keys:
        try:
            found.add(source.digest(key))
        except FamiliarError:
            continue
    return found
