"""What becomes of a file that an import brings: it never takes from a person what is theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from familiar_memory.store.journal_entry import ChangeState, JournalEntry
from familiar_memory.store.names import is_original

__all__ = ["Fate", "KnownChanges", "LeftBehind", "NoChanges", "fate_of", "left_by"]

_UNDO = "undo"


class KnownChanges(Protocol):
    """What is known of earlier changes; of each file the oldest first. `AuditJournal` is one."""

    def entries_of(self, paths: Iterable[str]) -> Iterable[JournalEntry]:
        """Every change of these files."""

    def entries(self, path: str) -> Iterable[JournalEntry]:
        """Every change of a file, or of the files below a folder."""


class NoChanges:
    """Nothing is known: every file that differs is taken for a person's."""

    def entries_of(self, paths: Iterable[str]) -> Iterable[JournalEntry]:
        """None."""
        return ()

    def entries(self, path: str) -> Iterable[JournalEntry]:
        """None."""
        return ()


class Fate(StrEnum):
    """What is done with a file, and why it may not be written."""

    CREATED = "created"
    UPDATED = "updated"
    SAME = "same"
    KEPT = "kept"
    """A person has changed it since, or wrote it."""
    GONE = "gone"
    """An import brought it, and a person has deleted it."""
    OLDER = "older"
    """A newer version of what it belongs to stands there."""


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What an earlier import left where, by two witnesses.

    `by_journal` has the revision in which this source last left each file, `brought` every
    path that it ever wrote, and `standing` those of them that neither it nor an undo took
    away. `by_importer` is what the importer knows of its own notes: a
    person may have renamed them, and then the journal knows them under another name.
    """

    by_journal: Mapping[str, str]
    standing: frozenset[str] = frozenset()
    brought: frozenset[str] = frozenset()
    by_importer: Mapping[str, str] = field(default_factory=dict)

    def is_untouched(self, path: str, there: str) -> bool:
        """Whether the file is as an import left it."""
        return there in (self.by_journal.get(path), self.by_importer.get(path))

    def knows(self, path: str) -> bool:
        """Whether an import left a file there, and nobody has undone that."""
        return path in self.standing or (path in self.by_importer and path not in self.brought)

    def paths(self) -> frozenset[str]:
        """Every path of which it knows."""
        return frozenset({*self.by_journal, *self.by_importer})


def fate_of(path: str, new: str, there: str | None, left: LeftBehind, *, force: bool) -> Fate:
    """Decide on one file: `new` is the revision that is brought, `there` the one in the tree."""
    if there == new:
        return Fate.SAME
    # An original and its sidecar are the importer's own: nobody edits them.
    force = force or is_original(path.rpartition("/")[2])
    if there is None:
        return Fate.GONE if left.knows(path) and not force else Fate.CREATED
    return Fate.UPDATED if force or left.is_untouched(path, there) else Fate.KEPT


def left_by(
    source: str, changes: Iterable[JournalEntry], by_importer: Mapping[str, str] | None = None
) -> LeftBehind:
    """The revision in which this source last left each file, as far as nobody undid that."""
    left: dict[str, str] = {}
    ever: dict[str, set[str]] = {}
    standing: set[str] = set()
    for change in changes:
        if change.state is not ChangeState.DONE:
            continue
        brought = ever.setdefault(change.path, set())
        if change.source == source and change.after is not None:
            brought.add(change.after)
            left[change.path] = change.after
            standing.add(change.path)
        elif change.source == source or change.source.partition(":")[0] == _UNDO:
            left.pop(change.path, None)
            if change.after is None or not brought:
                standing.discard(change.path)
            else:
                # What an undo gave back may be a person's edit of what was brought.
                standing.add(change.path)
            if change.after is not None and change.after in brought:
                left[change.path] = change.after
    brought_ever = frozenset(path for path, after in ever.items() if after)
    return LeftBehind(left, frozenset(standing), brought_ever, by_importer or {})
