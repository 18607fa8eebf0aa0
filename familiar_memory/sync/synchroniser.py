"""Keep one index in step with its sources: on request, on change, anew."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.source import DocumentSource, KnownDocument
from familiar_memory.domain.progress import Progress
from familiar_memory.domain.tree import ALIAS_FILE, MEMORY
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.index.base import Index
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.store.base import NoteStore
from familiar_memory.sync.alias_upkeep import AliasUpkeep
from familiar_memory.sync.changes.feed import ChangeFeed
from familiar_memory.sync.failures import KnownFailures
from familiar_memory.sync.journalled.edits_by_key import EditsByKey
from familiar_memory.sync.journalled.outside_edits import OutsideEdits
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.update import Updater

if TYPE_CHECKING:
    from familiar_memory.sync.verify import VerifyReport

__all__ = ["Synchroniser"]

_log = logging.getLogger(__name__)
_REFRESH_WAIT_S = 0.2
"""A recall waits no longer for another sync; it leaves the stale hit out, and says so."""
_TIDY_AFTER = 500
"""Changed documents. What fewer leave behind takes little room; what was deleted goes at once."""


class Synchroniser:
    """The only writer of an index in this process; its methods may be called from any thread."""

    def __init__(
        self,
        index: Index,
        sources: Sequence[DocumentSource],
        embedders: Embedders,
        store: NoteStore | None,
        register: TreeRegister,
        outside_edits: OutsideEdits | None = None,
        now_ns: Callable[[], int] = time.time_ns,
        *,
        parse_anew: Callable[[], None] = lambda: None,
    ) -> None:
        """Take what is written and what is read; `outside_edits` journals what people change.

        The `register` says where notes stand that are known by a key: what is reported as changed
        are paths, and so is what is journalled; what is indexed are keys.

        Without a `store`, where the tree can only be read, the alias file is not written.
        `parse_anew` makes the sources forget what they have parsed: a proof reads the files.
        """
        self._alias_upkeep = None if store is None else AliasUpkeep(index, store, now_ns)
        self._index = index
        self._sources = {source.name: source for source in sources}
        self._embedders = embedders
        self._parse_anew = parse_anew
        self._register = register
        self._edits = EditsByKey(index, register, outside_edits)
        self.changes = ChangeFeed(index)
        """What is written into the index, by this process or another, for whoever listens."""
        self.failures = KnownFailures()
        """What the index lacks, as of whatever was done to it last."""
        self._updater = Updater(
            index,
            embedders,
            now_ns,
            met=self._met,
            wrote=self.changes.ring,
            deleted=self._edits.deleted,
        )
        self._one_at_a_time = threading.Lock()
        self._has_removed = False

    def sync_all(
        self, progress: Progress | None = None, *, allow_mass_removal: bool = False
    ) -> SyncReport:
        """Make the index reflect every source; a damaged index is made anew.

        Raises:
            IndexUnavailableError: the index cannot even be made anew.
        """
        with self._one_at_a_time:
            return self._sync(progress, allow_mass_removal)

    def _sync(self, progress: Progress | None, allow_mass_removal: bool) -> SyncReport:
        return self._healing(
            lambda: self._compare_all(progress, allow_mass_removal), allow_mass_removal
        )

    def _compare_all(self, progress: Progress | None, allow_mass_removal: bool) -> SyncReport:
        """Compare everything, with an index of whatever age: one that is new knows no absence."""
        is_blind = self._edits.look_at_all()
        report = self._build(progress, allow_mass_removal)
        self._edits.meet_moves()
        self._edits.note_met()
        report += self._edits.settle_absences(
            report, is_blind=is_blind, is_allowed=allow_mass_removal
        )
        self.failures.held_now(report.held)
        self._index.tidy(after_changes=1 if self._has_removed else _TIDY_AFTER)
        self._has_removed = False
        self._write_aliases()
        return report

    def update(self, source: str, keys: Sequence[str]) -> SyncReport:
        """Bring these documents of one source up to date; a damaged index is made anew.

        Notes may be named by key or by path. Waits for a sync that is under way.
        """
        with self._one_at_a_time:
            return self._update(source, keys)

    def _update(self, source: str, keys: Sequence[str]) -> SyncReport:
        if source == MEMORY:
            keys = self._register.touched(keys)
            self._edits.meet_moves()
        report = self._healing(lambda: self._updater.update(self._sources[source], keys))
        self.failures.updated(source, keys, report.failed)
        return report

    def repair(self) -> SyncReport:
        """Make a damaged index anew; one that is sound is only brought up to date."""
        with self._one_at_a_time:
            if (damage := self._index.damage) is not None:
                self._reset(damage)
            return self._sync(None, allow_mass_removal=False)

    def refresh(self, names: Iterable[tuple[str, str]]) -> bool:
        """Bring documents (source, key) up to date, for a reader who has met an old one.

        False when none of them is of a source that is synchronised here, and when a longer
        sync is under way: a reader does not wait for that.
        """
        mine = sorted(name for name in names if name[0] in self._sources)
        if not mine:
            return False
        if not self._one_at_a_time.acquire(timeout=_REFRESH_WAIT_S):
            return False
        try:
            for source, group in groupby(mine, key=itemgetter(0)):
                self._update(source, [key for _, key in group])
        finally:
            self._one_at_a_time.release()
        return True

    def read_from(
        self,
        sources: Sequence[DocumentSource],
        parse_anew: Callable[[], None],
        begin: Callable[[], None],
    ) -> None:
        """Read these sources from now on, which understand the same notes in another way.

        `begin` leaves nothing in the index that was understood in the old one; a sync fills it.
        Waits for a sync that is under way.
        """
        with self._one_at_a_time:
            begin()
            self._sources = {source.name: source for source in sources}
            self._parse_anew = parse_anew
            self._parse_anew()
            self.changes.ring()

    def indexed(self, keys: Sequence[str]) -> dict[str, KnownDocument]:
        """With what signs these notes are indexed."""
        return self._index.known_some(MEMORY, keys)

    def rebuild(
        self, progress: Progress | None = None, *, allow_mass_removal: bool = False
    ) -> SyncReport:
        """Throw everything derived away and build it again.

        When most notes have vanished nothing is done, since the index is what still knows
        them: the report names them as `held`. A person may allow it.
        """
        with self._one_at_a_time:
            if not allow_mass_removal and (held := self._vanished()):
                return SyncReport(held=held)
            self._reset("a rebuild was asked for")
            self._parse_anew()
            return self._sync(progress, allow_mass_removal)

    def _vanished(self) -> tuple[str, ...]:
        try:
            return self._updater.vanished(self._sources[MEMORY]) if MEMORY in self._sources else ()
        except IndexUnavailableError:
            # It knows nothing any more that could be lost.
            return ()

    def verify(self, progress: Progress | None = None) -> VerifyReport:
        """Compare the index with a fresh build of the same sources."""
        from familiar_memory.sync.verify import verify

        with self._one_at_a_time:
            self._parse_anew()
            sources = tuple(self._sources.values())
            report = verify(
                self._index,
                sources,
                self._embedders,
                catch_up=lambda: self._build(None, allow_mass_removal=False),
                progress=progress,
            )
            return report if report.same else replace(report, held=self._vanished())

    def _build(self, progress: Progress | None, allow_mass_removal: bool) -> SyncReport:
        # By one updater, which remembers what has vanished lately.
        report = SyncReport()
        for source in self._sources.values():
            report += self._updater.sync(
                source, progress=progress, allow_mass_removal=allow_mass_removal
            )
        self._updater.fill()
        self.failures.compared(report.failed)
        return report

    def finish_up(self) -> None:
        """Do what no answer waits for, once people seem to have finished saving.

        Their edits are journalled; the alias file, whole, follows the names in the notes.
        """
        with self._one_at_a_time:
            self._edits.note_met()
            try:
                self._write_aliases()
            except IndexUnavailableError as problem:
                _log.warning("the alias file was not written: %s", problem.problem)

    def _met(self, source: str, changed: Sequence[str], removed: Sequence[str]) -> None:
        self._has_removed |= bool(removed)
        self._edits.met(source, changed, removed)

    def _healing(
        self, work: Callable[[], SyncReport], allow_mass_removal: bool = False
    ) -> SyncReport:
        """Do it; when the index turns out to be damaged, make it anew instead."""
        try:
            return work()
        except IndexUnavailableError as problem:
            if (damage := self._index.damage) is None:
                raise
            _log.warning("the index is being rebuilt: %s", problem.problem)
            self._reset(damage)
            return self._compare_all(None, allow_mass_removal)

    def _reset(self, reason: str) -> None:
        self._index.reset(reason)
        self.changes.ring()

    def _write_aliases(self) -> None:
        if self._alias_upkeep is not None and self._alias_upkeep.write():
            # It may have lost entries that a note states by now.
            self._updater.update(self._sources[MEMORY], (ALIAS_FILE,))
