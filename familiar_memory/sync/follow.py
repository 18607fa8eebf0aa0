"""Follow the tree and the conversation, and report what became of each document."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from familiar_memory.domain.failure import log_failure
from familiar_memory.domain.memory.changed import Happened
from familiar_memory.domain.tree import MEMORY
from familiar_memory.errors import FamiliarError
from familiar_memory.index.base import Index
from familiar_memory.sync.changes.document_change import DocumentChange, changes_between
from familiar_memory.sync.changes.picture import Picture
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.synchroniser import Synchroniser
from familiar_memory.sync.watch import TreeWatcher
from familiar_memory.sync.worker import SyncWorker

__all__ = ["Follower"]

_QUIET_S = 0.5
"""A save is several events within milliseconds. Less than the worker's own 2 s: somebody is
watching."""

_log = logging.getLogger(__name__)

Tell = Callable[[Sequence[DocumentChange]], None]


class Follower:
    """Listens to the tree, reconciles by and by, and reports each change once.

    A change is reported when it is in the journal, and so when its save seems to be finished:
    `quiet_s` seconds after the last one was heard. What other processes index is told too,
    when this one comes to look at it. `told` is called from one thread at a time, never
    with nothing; `on_held` with what vanished all at once, when that is not what it was
    called with last.
    """

    def __init__(
        self,
        synchroniser: Synchroniser,
        index: Index,
        root: Path,
        sources: Sequence[str],
        told: Tell,
        on_held: Callable[[Sequence[str]], None],
        *,
        reconcile_s: float,
        quiet_s: float = _QUIET_S,
    ) -> None:
        self._synchroniser = synchroniser
        self._picture = Picture(index, sources)
        self._told = told
        self._on_held = on_held
        self._held: tuple[str, ...] = ()
        self._one_at_a_time = threading.Lock()
        self._failed: dict[str, str] = {}
        self._new_failures: dict[str, dict[str, str]] = {}
        self._heard: dict[str, set[str]] = {}
        self._worker = SyncWorker(
            self._update,
            self.reconcile,
            reconcile_s=reconcile_s,
            when_quiet=self._tell_what_was_heard,
            quiet_s=quiet_s,
        )
        self._watcher = TreeWatcher(root, self.heard, self._worker.submit_all)

    def start(self, *, listen: bool = True) -> tuple[bool, SyncReport]:
        """Bring the index up to date and go on following; whether saves are heard at once.

        Without `listen` nothing is followed: it is one look.

        Raises:
            IndexUnavailableError: the index cannot be made anew.
        """
        with self._one_at_a_time:
            self._picture.begin()
        # Listen first: what is saved during the sync is heard, and indexed after it.
        hears = self._watcher.start() if listen else False
        report = self.reconcile()
        if listen:
            self._worker.start()
        return hears, report

    def reconcile(self) -> SyncReport:
        """Compare everything, and report what has changed since the last look."""
        with self._one_at_a_time:
            report = self._synchroniser.sync_all()
            # What was heard is among what is compared; a failure that was not told is new.
            untold = self._new_failures.get(MEMORY, {})
            new_failures = {
                key: why
                for key, why in report.failed.items()
                if self._failed.get(key) != why or key in untold
            }
            self._heard, self._new_failures = {}, {}
            self._failed = dict(report.failed)
            self._picture.look()
            changes: list[DocumentChange] = []
            for source in self._picture.sources:
                failed = new_failures if source == MEMORY else {}
                changes += self._changes(source, failed)
            self._tell(changes)
            if report.held != self._held:
                self._held = report.held
                self._on_held(report.held)
        return report

    def heard(self, path: str) -> None:
        """Note that a note may have changed; returns at once."""
        self._worker.submit(MEMORY, [path])

    def drain(self, timeout_s: float | None = None) -> bool:
        """Wait until all that was heard before is in the index; False when time ran out."""
        return self._worker.drain(timeout_s)

    def close(self) -> None:
        """Stop listening, finish what is pending, and report it."""
        self._watcher.close()
        self._worker.close()
        try:
            self._tell_what_was_heard()
        except FamiliarError as problem:
            log_failure(_log, problem, "the last changes are not told")

    def _update(self, source: str, keys: list[str]) -> SyncReport:
        with self._one_at_a_time:
            report = self._synchroniser.update(source, keys)
            self._heard.setdefault(source, set()).update(keys)
            failures = self._new_failures.setdefault(source, {})
            for key in keys:
                former = self._failed.pop(key, None)
                failures.pop(key, None)
                if key in report.failed and report.failed[key] != former:
                    failures[key] = report.failed[key]
            self._failed |= report.failed
        return report

    def _tell_what_was_heard(self) -> None:
        """Tell what has become of the documents that were updated since this was done last."""
        with self._one_at_a_time:
            heard, self._heard = self._heard, {}
            failures, self._new_failures = self._new_failures, {}
            if not heard:
                return
            self._synchroniser.finish_up()
            self._picture.look()
            changes: list[DocumentChange] = []
            for source, keys in heard.items():
                changes += self._changes(source, failures.get(source, {}), keys)
            self._tell(changes)

    def _changes(
        self, source: str, failed: Mapping[str, str], keys: Collection[str] | None = None
    ) -> list[DocumentChange]:
        """What has become of these documents, or of all; of one that fails still, nothing."""
        before, after = self._picture.turn(source, keys)
        return [
            change
            for change in changes_between(source, before, after, failed)
            if change.what is Happened.FAILED or change.key not in self._failed
        ]

    def _tell(self, changes: Sequence[DocumentChange]) -> None:
        if changes:
            self._told(changes)
