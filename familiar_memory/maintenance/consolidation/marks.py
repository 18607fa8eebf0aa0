"""Which memories were made one before: whoever took them apart does not want them made one again.

Watermarks of the history, one a pair, that name both memories by a digest of their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations

from familiar_memory.history.base import Watermarks
from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["MergeMarks"]

_MERGED, _REFUSED = "merged ", "not merged "
_DIGITS = 24


class MergeMarks:
    """Notes what was merged, and what a model could not word; read once, in whatever process."""

    def __init__(self, history: Watermarks) -> None:
        """Read all of them."""
        self._history = history
        self._merged = set(history.watermarks_like(_MERGED))
        self._refused = set(history.watermarks_like(_REFUSED))

    def are_apart(self, one: NotedRecord, other: NotedRecord) -> bool:
        """Whether the two were one, and are two again: undone, restored, or its line deleted."""
        return _name(_MERGED, (one, other)) in self._merged

    def is_refused(self, cluster: Sequence[NotedRecord]) -> bool:
        """Whether a model was asked about these before, in vain."""
        return _name(_REFUSED, cluster) in self._refused

    def note_merged(self, cluster: Sequence[NotedRecord]) -> None:
        """Note that these are one."""
        self._note([_name(_MERGED, pair) for pair in combinations(cluster, 2)])

    def note_refused(self, cluster: Sequence[NotedRecord]) -> None:
        """Note that a model has no words for these."""
        self._note([_name(_REFUSED, cluster)])

    def _note(self, names: Iterable[str]) -> None:
        self._history.set_watermarks(1, names)


def _name(prefix: str, cluster: Iterable[NotedRecord]) -> str:
    """The mark of these, in whatever order."""
    told = sorted(f"{one.name.note}\0{one.record.text}" for one in cluster)
    return prefix + sha256("\1".join(told).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
