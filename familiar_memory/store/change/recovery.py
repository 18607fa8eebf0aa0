"""After a crash: what stands on the disk shows how what was cut off has ended.

A change holds the lock of its file, and a lock goes with its process. So an intent
without an outcome, and a temporary file, found under that lock, are a crash's.
"""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.errors import NotFoundError, StoreError
from familiar_memory.store.change.aside import clear_leftovers
from familiar_memory.store.change.batch.recovery import BatchRecovery
from familiar_memory.store.journal.base import Journal
from familiar_memory.store.journal.entry import (
    AtomicBatch,
    ChangeState,
    JournalEntry,
    new_entry_id,
)
from familiar_memory.store.journal.outside import outside_change, outside_move
from familiar_memory.store.revision import revision_of
from familiar_memory.store.tree.files import Tree

__all__ = ["Recovery", "Recovered"]


def _lock_of(batch: str) -> str:
    """What is locked for a batch; no path can be called so."""
    return f"\0batch {batch}"


def _paths_of(entries: Iterable[JournalEntry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(path for entry in entries for path in entry.paths))


@dataclass(frozen=True, slots=True)
class Recovered:
    """A change that was cut off, with its outcome, and what it left to clear away.

    `was_staged`: what was to be put in the place of the file still lay beside it.
    """

    entry: JournalEntry
    swept: int
    was_put_back: bool
    was_staged: bool = False

    @property
    def seems_untouched(self) -> bool:
        """Whether what it left says that the file was not changed yet.

        A new file has what was staged for a second name, until that is taken away.
        """
        return self.was_put_back or (self.was_staged and self.entry.before is not None)


class Recovery:
    """Finds out how what was cut off in one tree has ended; without a journal nothing was."""

    def __init__(self, tree: Tree, journal: Journal | None, clock: Callable[[], datetime]) -> None:
        self._tree = tree
        self._journal = journal
        self._clock = clock

    @contextmanager
    def holding(self, *rel_paths: str) -> Iterator[None]:
        """Hold the locks of these paths, with no change of them cut off.

        A change that was is recovered with the locks of its own paths, so these are
        let go meanwhile: locks are only ever taken all at once.
        """
        with self._holding(rel_paths, rel_paths):
            yield

    @contextmanager
    def holding_batch(self, rel_paths: Collection[str], batch: str) -> Iterator[None]:
        """As `holding`, for many files that are not there yet: one lock, that of the batch.

        A file that is being made is not locked by itself, and need not be: a name is given
        once, and whoever finds an intent of a batch waits for the lock of the batch.
        """
        with self._holding(rel_paths, (_lock_of(batch),)):
            yield

    @contextmanager
    def _holding(self, rel_paths: Collection[str], locks: Collection[str]) -> Iterator[None]:
        while True:
            with self._tree.locks.hold(*locks):
                entries = self._cut_off(rel_paths)
                if not entries:
                    yield
                    return
            for entry in entries:
                self.recover(entry)

    def recover_all(self) -> tuple[Recovered, ...]:
        """Find out how every change that was cut off has ended, oldest first."""
        found = (one for entry in self._cut_off(None) for one in self.recover(entry))
        return tuple(found)

    def recover(self, entry: JournalEntry) -> tuple[Recovered, ...]:
        """Find out how one change has ended, and those with it; none when their writer has.

        What is made all or none is made so, and recovered together.

        Raises:
            StorageError: the disk refused, or a living writer holds a file too long.
        """
        journal = self._journal
        if journal is None:
            return ()
        batch = journal.atomic_batch(entry.id)
        paths = _paths_of((entry,) if batch is None else batch.entries)
        locks = (*paths, *([] if entry.batch is None else [_lock_of(entry.batch)]))
        with self._tree.locks.hold(*locks):
            ids = {entry.id} if batch is None else set(batch.ids)
            entries = [one for one in self._cut_off(paths) if one.id in ids]
            if not entries:
                return ()
            cleared = [self._cleared(journal, one) for one in entries]
            recovered = self._recovered(journal, cleared, journal.atomic_batch(entry.id))
            # The others may have been changed since, and that change be cut off by now.
            self.note_outside(_paths_of(entries), self._clock())
        return recovered

    def _cleared(self, journal: Journal, entry: JournalEntry) -> Recovered:
        """What a change has left beside its files is cleared away; its outcome is still open."""
        cleared = [
            clear_leftovers(self._tree, journal, path, self._clock, entry) for path in entry.paths
        ]
        return Recovered(
            entry,
            sum(one.swept for one in cleared),
            any(one.was_put_back for one in cleared),
            any(one.was_staged for one in cleared),
        )

    def _recovered(
        self, journal: Journal, cleared: Sequence[Recovered], batch: AtomicBatch | None
    ) -> tuple[Recovered, ...]:
        """Settle these changes, and note how they ended."""
        state: ChangeState | None = None
        if batch is not None:
            untouched = {one.entry.path for one in cleared if one.seems_untouched}
            state = BatchRecovery(self._tree, journal, self._clock).settle(batch, untouched)
        if state is None:
            ended = tuple(
                replace(one, entry=replace(one.entry, state=self._outcome(one))) for one in cleared
            )
        else:
            ended = tuple(replace(one, entry=replace(one.entry, state=state)) for one in cleared)
        for outcome in sorted({one.entry.state for one in ended}):
            some = [one.entry for one in ended if one.entry.state is outcome]
            journal.conclude(some, outcome)
        return ended

    def note_outside(
        self, rel_paths: Collection[str], time: datetime, batch: str | None = None
    ) -> tuple[JournalEntry, ...]:
        """Note what these files have become without the store; the caller holds their locks.

        Those that are gone went together, in this `batch`.
        """
        if self._journal is None:
            return ()
        heads = self._journal.heads(rel_paths)
        has_baseline = self._journal.has_baseline()
        entries, versions = [], []
        for path in rel_paths:
            data = self._tree.standing(path)
            revision = None if data is None else revision_of(data)
            gap = outside_change(
                path, heads.get(path), revision, len(data or b""), time, has_baseline
            )
            if gap is not None:
                entries.append(gap if data is not None else replace(gap, batch=batch))
                versions += [] if data is None else [data]
        self._journal.note(entries, versions)
        return tuple(entries)

    def is_gone(self, rel_path: str) -> bool:
        """Whether no file stands there; not when that is not known."""
        try:
            return self._tree.standing(rel_path) is None
        except StoreError:
            return False

    def note_move(
        self, source: str, target: str, revision: str, time: datetime, batch: str | None
    ) -> tuple[JournalEntry, ...]:
        """Note that a person has moved a file, and perhaps edited it on the way.

        Nothing, when by now it is not so: `revision` stands at the target, nothing at the
        source, and the journal knows it the other way round.
        """
        if self._journal is None:
            return ()
        with self.holding(source, target):
            heads = self._journal.heads((source, target))
            head, there = heads.get(source), heads.get(target)
            data = self._tree.standing(target)
            if (
                head is None
                or head.revision is None
                or (there is not None and there.revision is not None)
                or data is None
                or revision_of(data) != revision
                or not self.is_gone(source)
            ):
                return ()
            entries = [outside_move(source, target, head, time, batch)]
            edit = outside_change(target, head, revision, len(data), time, has_baseline=True)
            if edit is not None:
                batch = batch or new_entry_id()
                entries = [replace(entry, batch=batch) for entry in (entries[0], edit)]
            self._journal.note(entries, [data])
        return tuple(entries)

    def _cut_off(self, rel_paths: Collection[str] | None) -> tuple[JournalEntry, ...]:
        return () if self._journal is None else self._journal.cut_off(rel_paths)

    def _outcome(self, one: Recovered) -> ChangeState:
        entry, was_put_back = one.entry, one.was_put_back
        if entry.moved_to is not None:
            return self._outcome_of_move(entry, entry.moved_to)
        stands = self._revision(entry.path)
        # Neither of both: it took place, and then somebody changed the file.
        took_place = stands != entry.before and not (was_put_back and stands != entry.after)
        return ChangeState.DONE if took_place else ChangeState.ABORTED

    def _outcome_of_move(self, entry: JournalEntry, moved_to: str) -> ChangeState:
        if self._revision(entry.path) is None:
            return ChangeState.DONE
        if self._revision(moved_to) == entry.after:
            self._drop_second_name(entry.path, moved_to)
        return ChangeState.ABORTED

    def _drop_second_name(self, rel_path: str, other: str) -> None:
        """Take the second name away again, if both are names of one file."""
        with (
            contextlib.suppress(NotFoundError),
            self._tree.reached(other) as second,
            self._tree.reached(rel_path) as first,
        ):
            one, two = self._tree.fs.lstat(first), self._tree.fs.lstat(second)
            if stat.S_ISREG(one.st_mode) and (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino):
                self._tree.fs.unlink(second)
                self._tree.fs.sync_directory(second)

    def _revision(self, rel_path: str) -> str | None:
        data = self._tree.standing(rel_path)
        return None if data is None else revision_of(data)
