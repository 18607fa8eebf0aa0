"""Which memories were made one before: whoever took them apart does not want them made one again.

Watermarks of the history, one a pair, that name both memories by a digest. A memory that is said
once more is another one, and is merged like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations

from familiar_memory.history.base import Watermarks
from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["MergeMarks"]

_MERGED, _REFUSED, _UNREAD = "merged ", "not merged ", "merge unread "
_TRIES = 3
"""So often a model is asked about the same memories whose replies nobody can read."""
_DIGITS = 24


class MergeMarks:
    """Notes what was merged, and what a model could not word; read once, in whatever process."""

    def __init__(self, history: Watermarks) -> None:
        """Read all of them."""
        self._history = history
        self._merged = set(history.watermarks_like(_MERGED))
        self._refused = set(history.watermarks_like(_REFUSED))
        self.used: dict[str, set[str]] = defaultdict(set)
        """By the keys of notes, the marks by which memories of theirs have been left apart."""

    def are_apart(self, one: NotedRecord, other: NotedRecord) -> bool:
        """Whether the two were one, and are two again: undone, restored, or its line deleted."""
        return self._is_marked(_name(_MERGED, (one, other)), self._merged, one)

    def is_refused(self, cluster: Sequence[NotedRecord]) -> bool:
        """Whether a model was asked about these before, in vain."""
        return self._is_marked(_name(_REFUSED, cluster), self._refused, cluster[0])

    def has(self, names: Iterable[str]) -> bool:
        """Whether all of these marks are there."""
        return all(name in self._merged or name in self._refused for name in names)

    def note_merged(self, cluster: Sequence[NotedRecord]) -> None:
        """Note that these are one."""
        self._note([_name(_MERGED, pair) for pair in combinations(cluster, 2)])

    def note_refused(self, cluster: Sequence[NotedRecord]) -> None:
        """Note that a model has no words for these."""
        self._note([_name(_REFUSED, cluster)])

    def note_unread(self, cluster: Sequence[NotedRecord]) -> None:
        """Note that nobody can read what a model said of these; in the end it is asked no more."""
        name = _name(_UNREAD, cluster)
        count = self._history.watermark(name) + 1
        if count < _TRIES:
            self._history.set_watermark(count, name)
        else:
            self.note_refused(cluster)
            self._history.drop_watermarks([name])

    def _is_marked(self, name: str, marks: set[str], of: NotedRecord) -> bool:
        if name not in marks:
            return False
        self.used[of.name.note].add(name)
        return True

    def _note(self, names: Iterable[str]) -> None:
        self._history.set_watermarks(1, names)


def _name(prefix: str, cluster: Iterable[NotedRecord]) -> str:
    """The mark of these, in whatever order."""
    told = "\1".join(sorted(map(_told, cluster)))
    return prefix + sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _told(one: NotedRecord) -> str:
    """What tells a memory from one that says the same: somebody has said it at another time."""
    fields = one.record.fields
    came = fields.refs[0] if fields.refs else fields.learned
    return f"{one.name.note}\0{one.record.text}\0{came}"
