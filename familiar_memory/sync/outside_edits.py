"""Tell the journal what people, editors and git have made of the notes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from datetime import datetime

from familiar_memory.errors import NotAFileError, NotFoundError, StoreError
from familiar_memory.store.journal import AuditJournal
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.outside import Seen
from familiar_memory.store.unnoted import UnnotedSign
from familiar_memory.sync.places import is_indexed

__all__ = ["OutsideEdits"]

_log = logging.getLogger(__name__)
# So many files are in memory at once.
_AT_ONCE = 256
_GUARD_MINIMUM = 10


class OutsideEdits:
    """Notes every version of a note that sync meets, and the store did not write.

    A failing journal is logged and nothing else: the index goes on, and what was not
    noted is noted with the next change of that note.
    """

    def __init__(
        self, store: MemoryStore, journal: AuditJournal, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._journal = journal
        self._clock = clock
        self._met: dict[str, bool] = {}
        self._sign = UnnotedSign(journal.path.parent)

    def look_at_all(self) -> None:
        """Note the whole tree as it is: the first time, and when the index knows nothing.

        The first time it is the baseline. Later, notes of which the journal knows and
        that are gone were deleted, unless most are gone at once: then they may come back.
        """
        try:
            is_first = not self._journal.has_baseline()
            scan = self._store.scan_files()
            present = [file.path for file in scan.files if is_indexed(file.path)]
            if is_first:
                is_whole = self._note(self._seen(present)) and not scan.unreadable
                if is_whole:
                    self._journal.complete_baseline(self._clock())
            elif not scan.unreadable:
                self._note_missing(frozenset(present))
        except StoreError as problem:
            _log.warning("the notes were not compared with the journal: %s", problem.problem)

    @property
    def has_begun(self) -> bool:
        """Whether the tree was once noted whole; False when that cannot be told."""
        try:
            return self._journal.has_baseline()
        except StoreError as problem:
            _log.warning("the journal cannot be read: %s", problem.problem)
            return False

    def met(self, changed: Iterable[str] = (), removed: Iterable[str] = ()) -> None:
        """Remember what sync has just found at these paths, until `note_met`.

        Many editors empty a file before they write it, or take it away: what is seen in
        the middle of a save is no version that anyone has made.
        """
        self._met.update(dict.fromkeys(filter(is_indexed, changed), False))
        self._met.update(dict.fromkeys(filter(is_indexed, removed), True))
        if self._met:
            try:
                self._sign.put_up()
            except StoreError as problem:
                _log.warning("edits may be lost to the journal: %s", problem.problem)

    def met_by_the_dead(self, indexed: Callable[[], Mapping[str, str]]) -> None:
        """Meet again what a process has put into the index and died before it was noted.

        `indexed` gives the revision by path of every note in the index. Nothing is
        compared unless some process has left its sign.
        """
        try:
            if not self._sign.take_over():
                return
            revisions = indexed()
            heads = self._journal.heads(revisions)
            changed = [
                path
                for path, revision in revisions.items()
                if path not in heads or heads[path].revision != revision
            ]
            self.met(changed, self._journal.present_paths() - revisions.keys())
        except StoreError as problem:
            _log.warning("the index was not compared with the journal: %s", problem.problem)

    def note_met(self) -> None:
        """Note what was met, as it stands now; the store's own changes are no news."""
        met, self._met = self._met, {}
        gone = frozenset(path for path, is_gone in met.items() if is_gone)
        try:
            if self._note(self._seen(met, gone)):
                self._sign.take_down()
        except StoreError as problem:
            _log.warning("edits were not journalled: %s", problem.problem)

    def _note_missing(self, present: frozenset[str]) -> None:
        known = self._journal.present_paths()
        missing = [path for path in known if path not in present and is_indexed(path)]
        if len(known) >= _GUARD_MINIMUM and 2 * len(missing) > len(known):
            _log.warning("%d notes that the journal knows are gone: not noted", len(missing))
            return
        self._note([Seen(path, None, self._clock()) for path in missing])

    def _seen(
        self, paths: Iterable[str], gone: Container[str] = frozenset()
    ) -> Iterator[Seen | None]:
        """Each note as it stands; None in place of one that cannot be read.

        One that is not there is passed over, unless it is known to be `gone`.
        """
        for path in paths:
            try:
                yield Seen(path, self._store.read_bytes(path), self._clock())
            except (NotFoundError, NotAFileError):
                if path in gone:
                    yield Seen(path, None, self._clock())
            except StoreError as problem:
                _log.warning("%s was not journalled: %s", path, problem.problem)
                yield None

    def _note(self, seen: Iterable[Seen | None]) -> bool:
        """Note them, some at a time; whether every one could be read."""
        is_whole = True
        some: list[Seen] = []
        for one in seen:
            if one is None:
                is_whole = False
                continue
            some.append(one)
            if len(some) == _AT_ONCE:
                self._store.observe(some)
                some = []
        self._store.observe(some)
        return is_whole
