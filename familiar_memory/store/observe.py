"""Noting what has become of files without the store: editors, git, other tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from familiar_memory.store.journal import Journal
from familiar_memory.store.journal_entry import JournalEntry
from familiar_memory.store.outside import Seen, outside_change
from familiar_memory.store.recovery import Recovery
from familiar_memory.store.revision import revision_of

__all__ = ["observe"]

# So many files are noted in one go, with all their locks held.
_AT_ONCE = 64
_FIRST_SIGHTS_AT_ONCE = 1_000


def observe(journal: Journal, recovery: Recovery, seen: Iterable[Seen]) -> list[JournalEntry]:
    """Note each file that is not what the journal last knew of it; what was noted.

    What differs is looked at again under its lock, so that a change which the store
    makes at this moment is never taken for a person's.
    """
    noted: list[JournalEntry] = []
    files = list(seen)
    for at in range(0, len(files), _FIRST_SIGHTS_AT_ONCE):
        noted += _observe_some(journal, recovery, files[at : at + _FIRST_SIGHTS_AT_ONCE])
    return noted


def _observe_some(
    journal: Journal, recovery: Recovery, files: Sequence[Seen]
) -> list[JournalEntry]:
    heads = journal.heads([file.path for file in files])
    has_baseline = journal.has_baseline()
    first: list[JournalEntry] = []
    versions: list[bytes] = []
    differing: list[Seen] = []
    for file in files:
        head = heads.get(file.path)
        revision = None if file.data is None else revision_of(file.data)
        size = len(file.data or b"")
        gap = outside_change(file.path, head, revision, size, file.time, has_baseline)
        if gap is None:
            continue
        if file.data is not None and head is None and not has_baseline:
            # No lock is needed: a change of the store that comes first in the journal
            # makes a first sight void.
            first.append(gap)
            versions.append(file.data)
        else:
            differing.append(file)
    journal.note(first, versions)
    return [*first, *_observe_changes(recovery, differing)]


def _observe_changes(recovery: Recovery, files: Sequence[Seen]) -> list[JournalEntry]:
    noted: list[JournalEntry] = []
    for at in range(0, len(files), _AT_ONCE):
        some = files[at : at + _AT_ONCE]
        paths = [file.path for file in some]
        with recovery.settled(*paths):
            noted += recovery.note_outside(paths, max(file.time for file in some))
    return noted
