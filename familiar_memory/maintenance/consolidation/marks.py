"""Which memories were made one before: whoever took them apart does not want them made one again.

Watermarks of the history, one a pair, that name the note and each memory by a digest of its own:
so a mark can be dropped when one of its memories stands no more. A memory that is said once more
is another one, and is merged like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b, sha256
from itertools import combinations

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["MergeMarks", "standing_digests"]

_MERGED, _REFUSED, _UNREAD = "merged ", "not merged ", "merge unread "
_TRIES = 3
"""So often a model is asked about the same memories whose replies nobody can read."""
_DIGEST_BYTES = 8
_OLD_DIGITS = 24
"""Marks from an earlier version are one digest of all their memories: read, and made no more."""


class MergeMarks:
    """Notes what was merged, and what a model could not word; read once, in whatever process."""

    def __init__(self, history: Watermarks) -> None:
        """Read all of them."""
        self._history = history
        self._known = {
            kind: set(history.watermarks_like(kind)) for kind in (_MERGED, _REFUSED, _UNREAD)
        }
        self._has_old = any(" " not in _digests(one) for one in self._all())
        self.used: dict[str, set[str]] = defaultdict(set)
        """By the keys of notes, the marks by which memories of theirs have been left apart."""

    def are_apart(self, one: NotedRecord, other: NotedRecord) -> bool:
        """Whether the two were one, and are two again: undone, restored, or its line deleted."""
        return self._is_marked(_MERGED, (one, other))

    def is_refused(self, cluster: Sequence[NotedRecord]) -> bool:
        """Whether a model was asked about these before, in vain."""
        return self._is_marked(_REFUSED, cluster)

    def has(self, names: Iterable[str]) -> bool:
        """Whether all of these marks are there."""
        return all(name in self._known[_MERGED] or name in self._known[_REFUSED] for name in names)

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

    def gone(self, standing: dict[str, frozenset[str]], *, is_all: bool) -> list[str]:
        """The marks of memories that stand no more, by the digests of notes and of what they hold.

        `is_all`: there are no other notes, and what cannot be tied to any goes too.
        """
        return sorted(one for one in self._all() if _is_gone(_digests(one), standing, is_all))

    def drop(self, names: Sequence[str]) -> None:
        """Drop them for good."""
        if names:
            self._history.drop_watermarks(names)
        for known in self._known.values():
            known.difference_update(names)

    def _all(self) -> Iterable[str]:
        return (one for known in self._known.values() for one in known)

    def _is_marked(self, kind: str, cluster: Sequence[NotedRecord]) -> bool:
        marks = self._known[kind]
        if not marks:
            return False
        name = _name(kind, cluster)
        if name not in marks and self._has_old:
            name = _old_name(kind, cluster)
        if name not in marks:
            return False
        self.used[cluster[0].name.note].add(name)
        return True

    def _note(self, names: Iterable[str]) -> None:
        self._history.set_watermarks(1, names)


def standing_digests(notes: Mapping[str, tuple[NotedRecord, ...]]) -> dict[str, frozenset[str]]:
    """What notes hold, as marks name it: retired memories too, since they may come back."""
    return {
        _digest(key): frozenset(_digest(_told(one)) for one in records)
        for key, records in notes.items()
    }


def _is_gone(digests: str, standing: dict[str, frozenset[str]], is_all: bool) -> bool:
    note, is_tied, memories = digests.partition(" ")
    if not is_tied or note not in standing:
        return is_all
    return not standing[note].issuperset(memories.split(" "))


def _digests(mark: str) -> str:
    """What stands behind the words of a mark."""
    return next(
        mark.removeprefix(one) for one in (_MERGED, _REFUSED, _UNREAD) if mark.startswith(one)
    )


def _name(kind: str, cluster: Sequence[NotedRecord]) -> str:
    """The mark of these, in whatever order."""
    note = _digest(cluster[0].name.note)
    return " ".join((kind + note, *sorted(_digest(_told(one)) for one in cluster)))


def _old_name(kind: str, cluster: Iterable[NotedRecord]) -> str:
    told = "\1".join(sorted(map(_told, cluster)))
    return kind + sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:_OLD_DIGITS]


def _told(one: NotedRecord) -> str:
    """What tells a memory from one that says the same: somebody has said it at another time."""
    fields = one.record.fields
    came = fields.refs[0] if fields.refs else fields.learned
    return f"{one.name.note}\0{one.record.text}\0{came}"


def _digest(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()
