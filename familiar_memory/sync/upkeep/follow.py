"""Follow the tree and the conversation, and report what became of each document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from familiar_memory.domain.memory.changed import Happened
from familiar_memory.domain.tree import MEMORY
from familiar_memory.sync.changes.document_change import DocumentChange, changes_between
from familiar_memory.sync.changes.picture import Picture
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.upkeep.watch import TreeWatcher
from familiar_memory.sync.upkeep.worker import SyncWorker

__all__ = ["Follower"]

_QUIET_S = 0.5
"""Editors that save in several steps take less; whoever looks on does not want to wait longer."""

Tell = Callable[[Sequence[DocumentChange]], None]


class Follower:
    """Has the index kept up, as whoever keeps it does anyway, and reports each change once.

    A change is reported when it is in the journal, and so when its save seems to be finished:
    `quiet_s` seconds after the last one was heard. What other processes index is told too,
    when this one comes to look at it. `told` is called from one thread at a time, never
    with nothing; `on_held` with what vanished all at once, when that is not what it was
    called with last.
    """

    def __init__(
        self,
        worker: SyncWorker,
        watcher: TreeWatcher,
        picture: Picture,
        told: Tell,
        on_held: Callable[[Sequence[str]], None],
        *,
        key_of: Callable[[str], str],
        keys: Callable[[], Mapping[str, str]],
        quiet_s: float = _QUIET_S,
    ) -> None:
        """The worker and the watcher are those of a familiar that is not begun yet.

        What is heard of notes are paths; `key_of` says by what the index knows them, and `keys`
        lists the key of each note that is not known by its own path: to rename one of those
        changes nothing in the index, and is told all the same.
        """
        self._worker = worker
        self._watcher = watcher
        self._picture = picture
        self._told = told
        self._on_held = on_held
        self._quiet_s = quiet_s
        self._key_of = key_of
        self._keys = keys
        self._stood: dict[str, str] = {}
        """Where each note stood that is known by its id, by key, when that was last looked at."""
        self._held: tuple[str, ...] = ()
        self._failed: dict[str, str] = {}
        """Why a document could not be indexed, as it was told last."""

    def start(self, *, listen: bool = True) -> tuple[bool, SyncReport]:
        """Bring the index up to date and go on following; whether saves are heard at once.

        Without `listen` nothing is followed: it is one look.

        Raises:
            IndexUnavailableError: the index cannot be made anew.
        """
        self._picture.begin()
        self._stood = self._standing()
        self._worker.listen(self._settled, self._quiet_s)
        # Listen first: what is saved during the sync is heard, and indexed after it.
        hears = self._watcher.start() if listen else False
        report = self._worker.compare_all()
        if listen:
            self._worker.start()
        return hears, report

    def close(self) -> None:
        """Stop listening, finish what is pending, and report it."""
        self._watcher.close()
        self._worker.close()

    def _settled(self, heard: Mapping[str, Collection[str]] | None) -> None:
        """Tell what has become of these documents, or of all; of one that fails still, nothing."""
        self._picture.look()
        failures = self._worker.failures
        # A comparison of everything that failed is in the log; it is no document's.
        failures.pop("", None)
        before, self._failed = self._failed, {key: why for key, (_, why) in failures.items()}
        changes: list[DocumentChange] = []
        for source in self._picture.sources:
            failed = {
                key: failure.reason
                for key, failure in failures.items()
                if failure.source == source and before.get(key) != failure.reason
            }
            old, new = self._picture.turn(source, self._keys_heard(source, heard))
            changes += (
                change
                for change in changes_between(source, old, new, failed)
                if change.what is Happened.FAILED or change.key not in failures
            )
        changes += self._moved({change.key for change in changes})
        if changes:
            self._told(changes)
        if heard is None and self._worker.held != self._held:
            self._held = self._worker.held
            self._on_held(self._held)

    def _moved(self, told: Collection[str]) -> list[DocumentChange]:
        """Notes that stand elsewhere than before, of which nothing else is told."""
        before, self._stood = self._stood, self._standing()
        if MEMORY not in self._picture.sources:
            return []
        moved = sorted(k for k, path in self._stood.items() if before.get(k, path) != path)
        digests = {key: self._picture.told(MEMORY, key) for key in moved if key not in told}
        return [
            DocumentChange(MEMORY, key, Happened.CHANGED, before=digest, after=digest)
            for key, digest in digests.items()
            if digest is not None
        ]

    def _standing(self) -> dict[str, str]:
        return {key: path for path, key in self._keys().items()}

    def _keys_heard(
        self, source: str, heard: Mapping[str, Collection[str]] | None
    ) -> Collection[str] | None:
        """The documents that were heard of; None for all."""
        if heard is None:
            return None
        names = heard.get(source, ())
        return names if source != MEMORY else {*names, *map(self._key_of, names)}
