"""Tell the journal what people, editors and git have made of the notes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from familiar_memory.domain.tree import is_indexed
from familiar_memory.errors import NotAFileError, NotFoundError, StoreError
from familiar_memory.store.journal.base import TreeJournal
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.store.journal.outside import Seen
from familiar_memory.store.journal.unnoted import UnnotedSign
from familiar_memory.store.memory_store import MemoryStore
from familiar_memory.store.revision import revision_of
from familiar_memory.sync.vanishing import is_mass

__all__ = ["Absences", "OutsideEdits"]

_log = logging.getLogger(__name__)
_AT_ONCE = 256
"""Files whose bytes are in memory together."""


class Absences(NamedTuple):
    """What is `held` besides what the index holds, and whether all of it `is_settled`."""

    held: tuple[str, ...] = ()
    is_settled: bool = True


class _Unread(NamedTuple):
    """The path of a note that is there and cannot be read."""

    path: str


class OutsideEdits:
    """Notes every version of a note that sync meets, and the store did not write.

    A failing journal is logged and nothing else: the index goes on, and what was not
    noted is noted the next time.
    """

    def __init__(
        self, store: MemoryStore, journal: TreeJournal, clock: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._journal = journal
        self._clock = clock
        self._met: dict[str, bool] = {}
        self._sign = UnnotedSign(journal.path.parent)

    def look_at_all(self) -> None:
        """Note the whole tree as it is, for the first time: the baseline."""
        try:
            scan = self._store.scan_files()
            present = [file.path for file in scan.files if is_indexed(file.path)]
            if not self._note(self._seen(present)) and not scan.unreadable:
                self._journal.complete_baseline(self._clock())
        except StoreError as problem:
            _log.warning("the notes were not compared with the journal: %s", problem.problem)

    def settle_absences(
        self, held: Collection[str], *, is_blind: bool, is_allowed: bool
    ) -> Absences:
        """Note as deleted what the journal knows and the tree lacks; what is held instead.

        When most are gone at once they are only marked as missing, until a person agrees:
        then `is_allowed`. `held` is what the index holds for that reason, `is_blind` says
        that the index knew nothing, so that the journal alone can tell what is gone.
        Nothing is compared unless one of these is so, or something was missing before.
        """
        try:
            before = self._journal.missing()
            if not (held or is_blind or is_allowed or before):
                return Absences()
            scan = self._store.scan_files()
            if scan.unreadable:
                return Absences(tuple(sorted(before.keys() - frozenset(held))), is_settled=False)
            known = [path for path in self._journal.present_paths() if is_indexed(path)]
            gone = frozenset(known) - {file.path for file in scan.files}
            gone = frozenset(path for path in gone if self._is_gone(path))
            kept = gone & frozenset(held)
            if not is_allowed and is_mass(len(gone), len(known)):
                kept = gone
            now = self._clock()
            self._note(Seen(path, None, before.get(path, now)) for path in sorted(gone - kept))
            self._journal.note_missing(kept, now)
            return Absences(tuple(sorted(kept - frozenset(held))))
        except StoreError as problem:
            _log.warning("the notes were not compared with the journal: %s", problem.problem)
            return Absences(is_settled=False)

    def deleted(self, stood: Mapping[str, str]) -> frozenset[str]:
        """Those of these files, given with a revision of each, that are journalled as deleted.

        Nothing is said of one that the journal never saw so: it has come again since.
        """
        try:
            heads = self._journal.heads(stood)
            gone = (path for path, head in heads.items() if head.revision is None)
            return frozenset(path for path in gone if self._stood(path, stood[path]))
        except StoreError as problem:
            _log.warning("the journal cannot be read: %s", problem.problem)
            return frozenset()

    def _stood(self, path: str, revision: str) -> bool:
        entries = self._journal.entries(path, newest_first=True)
        return any(revision in (entry.before, entry.after) for entry in entries)

    def _is_gone(self, path: str) -> bool:
        """Whether there is no file; one that has come since the tree was gone over is there.

        What nobody may look at, such as a link that leads out, is not gone, and says nothing of
        the others.
        """
        try:
            return self._store.file_state(path) is None
        except StoreError:
            return False

    @property
    def has_begun(self) -> bool:
        """Whether the tree was once noted whole; False when that is not known."""
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

    def met_by_the_dead(self, indexed: Callable[[], Mapping[str, str]]) -> bool:
        """Meet again what a process has put into the index and died before it was noted.

        `indexed` gives the revision by path of every note in the index. Nothing is
        compared unless some process has left its sign; whether one has.
        """
        try:
            if not self._sign.take_over():
                return False
            revisions = indexed()
            heads = self._journal.heads(revisions)
            changed = [
                path
                for path, revision in revisions.items()
                if path not in heads or heads[path].revision != revision
            ]
            self.met(changed)
        except StoreError as problem:
            _log.warning("the index was not compared with the journal: %s", problem.problem)
        return True

    def note_met(self) -> None:
        """Note what was met, as it stands now; the store's own changes are no news.

        What cannot be read or noted stays met.
        """
        met, self._met = self._met, {}
        gone = frozenset(path for path, is_gone in met.items() if is_gone)
        try:
            # What came is noted first: it may be what went, under another name.
            came = self._plainly_moved_first([path for path in met if path not in gone], gone)
            ordered = [*came, *sorted(gone)]
            unread = self._note(self._seen(ordered, gone), gone)
            self._met = {path: path in gone for path in unread}
            if not unread:
                self._sign.take_down()
        except StoreError as problem:
            self._met = met
            _log.warning("edits were not journalled: %s", problem.problem)

    def _plainly_moved_first(self, came: list[str], gone: frozenset[str]) -> list[str]:
        """These paths, the bytes of what went before the others.

        They are noted some at a time, and by its lines a note is known again among few only:
        those whose bytes came nowhere.
        """
        if not gone or len(came) <= _AT_ONCE:
            return came
        seen = (one for one in self._seen(came) if isinstance(one, Seen))
        revisions = {one.path: revision_of(one.data or b"") for one in seen}
        standing = self._journal.standing_as(set(revisions.values()))
        went = {revision for revision, paths in standing.items() if not gone.isdisjoint(paths)}
        moved = {path for path, revision in revisions.items() if revision in went}
        return sorted(came, key=lambda path: path not in moved)

    def _seen(
        self, paths: Iterable[str], gone: Container[str] = frozenset()
    ) -> Iterator[Seen | _Unread]:
        """Each note as it stands, or that it cannot be read.

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
                yield _Unread(path)

    def _note(self, seen: Iterable[Seen | _Unread], gone: Collection[str] = ()) -> tuple[str, ...]:
        """Note them, some at a time; the paths of those that could not be read.

        Several that were moved or deleted at once, as with their folder, are one batch, which
        one undo takes back.
        """
        unread: list[str] = []
        batch = new_entry_id() if len(gone) != 1 else None
        some: list[Seen] = []
        for one in seen:
            if isinstance(one, _Unread):
                unread.append(one.path)
                continue
            some.append(one)
            if len(some) == _AT_ONCE:
                self._store.observe(some, gone=gone, batch=batch)
                some = []
        self._store.observe(some, gone=gone, batch=batch)
        return tuple(unread)
