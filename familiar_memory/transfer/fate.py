"""What becomes of a file that an import brings: it never takes from a person what is theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Protocol

from familiar_memory.store.journal_entry import ChangeState, JournalEntry
from familiar_memory.store.names import is_original

__all__ = ["Fate", "KnownChanges", "NoChanges", "fate_of", "left_by"]

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


def fate_of(
    path: str, new: str, there: str | None, left: Mapping[str, str], *, force: bool
) -> Fate:
    """Decide on one file.

    `new` is the revision that is brought, `there` the one that stands in the tree, and
    `left` has the one in which the last import of this kind left it, by path.
    """
    if there == new:
        return Fate.SAME
    # An original and its sidecar are the importer's own: nobody edits them.
    force = force or is_original(path.rpartition("/")[2])
    if there is None:
        return Fate.GONE if path in left and not force else Fate.CREATED
    return Fate.UPDATED if force or left.get(path) == there else Fate.KEPT


def left_by(source: str, changes: Iterable[JournalEntry]) -> dict[str, str]:
    """The revision in which this source last left each file, as far as nobody undid that."""
    left: dict[str, str] = {}
    ever: dict[str, set[str]] = {}
    for change in changes:
        if change.state is not ChangeState.DONE:
            continue
        brought = ever.setdefault(change.path, set())
        if change.source == source and change.after is not None:
            brought.add(change.after)
            left[change.path] = change.after
        elif change.source == source or change.source.partition(":")[0] == _UNDO:
            left.pop(change.path, None)
            if change.after in brought and change.after is not None:
                left[change.path] = change.after
    return left
