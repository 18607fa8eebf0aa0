"""Many notes that vanish at once: a disk that is not mounted, or a person who tidies up?

A row that is let go of costs its vectors, and comes back only with its note. So when more
than half of the notes are gone, a person is asked; until then none of them is told to
anybody, because every hit is looked at before it is returned. What the journal has as deleted
is no accident: somebody has asked the store for it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from familiar_memory.domain.memory.source import DocumentSource, KnownDocument
from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.sync.diff import Difference, compare

__all__ = ["Deleted", "Known", "RemovalGuard", "is_mass"]

_log = logging.getLogger(__name__)
_MINIMUM = 10
"""Notes. In a smaller tree more than half is a handful, which a person may well delete at once."""
_SHORTLY_S = 30.0
"""Seconds within which notes that go one by one count as one deletion: `rm -r` on a slow disk."""

Known = Mapping[str, KnownDocument]
Deleted = Callable[[Known], frozenset[str]]
"""Those of these notes of which the journal says that they were deleted as they are known."""


def is_mass(gone: int, total: int) -> bool:
    """Whether so many of so many are more than a person deletes without being asked."""
    return total >= _MINIMUM and 2 * gone > total


class RemovalGuard:
    """Says which absences to believe; it has the memory that one report alone lacks.

    Only notes are guarded: a turn is gone because somebody has deleted it, and must not
    be told any longer.
    """

    def __init__(
        self,
        now_s: Callable[[], float] = time.monotonic,
        *,
        deleted: Deleted = lambda _: frozenset(),
    ) -> None:
        """Nothing has vanished yet."""
        self._now_s = now_s
        self._deleted = deleted
        self._believed: list[tuple[float, int]] = []
        self._held: frozenset[str] = frozenset()

    def in_sweep(
        self,
        source: DocumentSource,
        difference: Difference,
        known: Known,
        *,
        is_allowed: bool = False,
    ) -> tuple[str, ...]:
        """What a comparison of everything misses and is to be held.

        Nothing when a person has agreed, which `is_allowed` says.
        """
        if source.name != MEMORY:
            return ()
        gone = () if is_allowed else self._unexplained(difference.removed, known)
        held = gone if self._is_mass(source, difference, gone, known) else ()
        self._held = frozenset(held)
        if held:
            _log.warning("%d notes vanished at once: kept", len(held))
        return held

    def none_missing(self, source: DocumentSource) -> None:
        """Note that a sweep has found everything in its place: what was held is back."""
        if source.name == MEMORY:
            self._held = frozenset()

    def in_report(
        self,
        source: DocumentSource,
        removed: Sequence[str],
        known: Known,
        every: Callable[[], Known],
    ) -> tuple[str, ...]:
        """Which of these absences, reported by a watcher or met by a search, are to be held.

        One alone is believed. If there are several within half a minute, everything is
        looked at; what is held then is not looked at again before the next sweep.
        """
        if source.name != MEMORY or not removed:
            return ()
        unexplained = self._unexplained(removed, known)
        new = [key for key in unexplained if key not in self._held]
        if new and len(new) + self._lately() > 1:
            everything = every()
            self.in_sweep(source, compare(source.scan(), everything), everything)
        held = tuple(key for key in unexplained if key in self._held)
        if believed := len(unexplained) - len(held):
            self._believed.append((self._now_s(), believed))
        return held

    def _unexplained(self, removed: Sequence[str], known: Known) -> tuple[str, ...]:
        """Those of which the journal does not say that somebody has deleted them."""
        if not removed:
            return ()
        deleted = self._deleted({key: known[key] for key in removed})
        return tuple(key for key in removed if key not in deleted)

    def _is_mass(
        self, source: DocumentSource, difference: Difference, gone: Sequence[str], known: Known
    ) -> bool:
        lately = self._lately()
        explained = len(difference.removed) - len(gone)
        total = len(known) - explained + lately
        count = len(gone) + lately
        if not gone or not is_mass(count, total):
            return False
        # What stands elsewhere with the same bytes was moved.
        added = _digests(source, [stamp.key for stamp in difference.added])
        moved = sum(known[key].digest in added for key in gone)
        return is_mass(count - moved, total)

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
