"""Noting what has become of files without the store: editors, git, other tools."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Sequence

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.errors import NotFoundError
from familiar_memory.store.change.recovery import Recovery
from familiar_memory.store.change.renames import edited_renames, plain_renames
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.derived.tables import Head
from familiar_memory.store.journal.entry import JournalEntry
from familiar_memory.store.journal.outside import Seen, outside_change
from familiar_memory.store.revision import revision_of

__all__ = ["observe"]

# So many files are noted in one go, with all their locks held.
_AT_ONCE = 64
_FIRST_SIGHTS_AT_ONCE = 1_000
"""Files whose last known states are looked up together; a tree that is new is noted by so many."""
_COMPARED = 64
"""Files that went whose text is read to see what was renamed and edited; of a checkout of hundreds
it would take long."""


def observe(
    journal: Journal,
    recovery: Recovery,
    seen: Iterable[Seen],
    *,
    gone: Collection[str] = (),
    batch: str | None = None,
) -> list[JournalEntry]:
    """Note each file that is not what the journal last knew of it; what was noted.

    What differs is looked at again under its lock, so that a change which the store
    makes at this moment is never taken for a person's. A file that came in the place of
    one that went was moved; `gone` are files that are known to have gone. What was moved and
    what was deleted is of this `batch`.
    """
    noted: list[JournalEntry] = []
    for some in in_batches(seen, _FIRST_SIGHTS_AT_ONCE):
        noted += _observe_some(journal, recovery, some, gone, batch)
    return noted


def _observe_some(
    journal: Journal,
    recovery: Recovery,
    files: Sequence[Seen],
    gone: Collection[str],
    batch: str | None,
) -> list[JournalEntry]:
    heads = journal.heads([file.path for file in files])
    has_baseline = journal.has_baseline()
    first: list[tuple[Seen, JournalEntry]] = []
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
            first.append((file, gap))
        else:
            differing.append(file)
    came = [file for file in differing if file.data is not None and _is_new(heads.get(file.path))]
    # What the store itself had made may have been moved before the tree was once seen whole.
    came += [file for file, _ in first]
    moved = _observe_moves(journal, recovery, came, gone, batch)
    targets = {entry.moved_to for entry in moved}
    baseline = [(file, gap) for file, gap in first if file.path not in targets]
    journal.note([gap for _, gap in baseline], [file.data or b"" for file, _ in baseline])
    entries = [gap for _, gap in baseline]
    return [*entries, *moved, *_observe_changes(recovery, differing, batch)]


def _is_new(head: Head | None) -> bool:
    return head is None or head.revision is None


def _observe_moves(
    journal: Journal,
    recovery: Recovery,
    came: Sequence[Seen],
    gone: Collection[str],
    batch: str | None,
) -> list[JournalEntry]:
    """Note what was moved: what came with the bytes, or with most lines, of what went."""
    if not came:
        return []
    time = max(file.time for file in came)
    revisions = {file.path: revision_of(file.data or b"") for file in came}
    standing = journal.standing_as(set(revisions.values()))
    went = {
        revision: [path for path in paths if recovery.is_gone(path)]
        for revision, paths in standing.items()
    }
    renames = plain_renames(revisions, went, revision_of(b""))
    paired = {path for rename in renames for path in rename}
    if lost := [path for path in gone if path not in paired]:
        rest = {file.path: file.data or b"" for file in came if file.path not in paired}
        renames += edited_renames(rest, _last_versions(journal, lost, most=len(rest)))
    noted: list[JournalEntry] = []
    for source, target in renames:
        noted += recovery.note_move(source, target, revisions[target], time, batch)
    return noted


def _last_versions(journal: Journal, paths: Sequence[str], *, most: int) -> dict[str, bytes]:
    """What these files last were; nothing, where there are too many to compare them.

    What was noted by now to have moved on, or to have gone, is none of them.
    """
    if not most:
        return {}
    heads = journal.heads(paths)
    revisions = {path: head.revision for path, head in heads.items() if head.revision is not None}
    if len(revisions) > _COMPARED:
        return {}
    found = {}
    for path, revision in revisions.items():
        with contextlib.suppress(NotFoundError):
            found[path] = journal.version(revision)
    return found


def _observe_changes(
    recovery: Recovery, files: Sequence[Seen], batch: str | None
) -> list[JournalEntry]:
    noted: list[JournalEntry] = []
    for some in in_batches(files, _AT_ONCE):
        paths = [file.path for file in some]
        with recovery.holding(*paths):
            noted += recovery.note_outside(paths, max(file.time for file in some), batch)
    return noted
