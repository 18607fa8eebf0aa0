"""Bring the index up to what a source holds: scan, compare, remove, write (`batches`)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, Stamp
from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import EmbedderError, FamiliarError, NotFoundError
from familiar_memory.index.base import Index
from familiar_memory.index.rows.marks import scan_mark
from familiar_memory.sync.batches import DocumentBatches, Met
from familiar_memory.sync.diff import Difference, compare, scan_digest
from familiar_memory.sync.looking import moved_on, named_once, stamps_of
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vanishing import Deleted, Known, RemovalGuard
from familiar_memory.sync.vectors.vectorise import fill

__all__ = ["Updater", "build_if_stale"]

_log = logging.getLogger(__name__)

_ROUNDS = 3
"""So often documents are read again that changed while they were written."""


def build_if_stale(
    index: Index,
    sources: Iterable[DocumentSource],
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    allow_mass_removal: bool = False,
) -> SyncReport:
    """Make the index reflect every source; what has not changed is only looked at.

    Raises:
        IndexUnavailableError: the index cannot be written.
    """
    updater = Updater(index, Embedders(embedder))
    report = SyncReport()
    for source in sources:
        report += updater.sync(source, progress=progress, allow_mass_removal=allow_mass_removal)
    updater.fill()
    return report


class Updater:
    """Finds what of a source the index does not reflect, and has that written."""

    def __init__(
        self,
        index: Index,
        embedders: Embedders,
        now_ns: Callable[[], int] = time.time_ns,
        *,
        met: Met | None = None,
        wrote: Callable[[], None] = lambda: None,
        deleted: Deleted = lambda _: frozenset(),
    ) -> None:
        """Take what is written; `wrote` is called after each write that all can see.

        `deleted` says which notes somebody has deleted through the store.
        """
        self._index = index
        self._wrote = wrote
        self._embedders = embedders
        self._met = met or _unheard
        self._batches = DocumentBatches(index, embedders, now_ns, self._met, wrote)
        self._guard = RemovalGuard(deleted=deleted)

    def sync(
        self,
        source: DocumentSource,
        *,
        progress: Progress | None = None,
        allow_mass_removal: bool = False,
    ) -> SyncReport:
        """Compare everything and apply the difference."""
        report = self._compared(source, progress, allow_mass_removal=allow_mass_removal)
        return report + SyncReport(failed=self._unread(source, but=report.failed))

    def _compared(
        self, source: DocumentSource, progress: Progress | None, *, allow_mass_removal: bool
    ) -> SyncReport:
        self._batches.begin()
        if (unchanged := self._settled(source)) is not None:
            self._guard.none_missing(source)
            return SyncReport(unchanged=unchanged)
        # What is known comes first: a document that another process indexes meanwhile must
        # not be taken for one that has vanished.
        sequence = self._index.sequence()
        known = self._index.known(source.name)
        scan = source.scan()
        difference = compare(scan, known)
        held = self._guard.in_sweep(source, difference, known, is_allowed=allow_mass_removal)
        difference = _without_removals(difference, held)
        report = self._apply(source, difference, known, progress)
        if not held and difference.is_empty and (digest := scan_digest(scan)) is not None:
            self._index.set_mark(scan_mark(source.name), digest, if_at=sequence)
        return report + SyncReport(
            unchanged=difference.unchanged, failed=named_once(scan.unreadable), held=held
        )

    def vanished(self, source: DocumentSource) -> tuple[str, ...]:
        """What the guard would hold if everything were compared now; nothing is written."""
        known = self._index.known(source.name)
        difference = compare(source.scan(), known)
        return self._guard.in_sweep(source, difference, known)

    def fill(self) -> None:
        """Give what a failing model, or another process, has left without vectors theirs.

        Of the space that is asked with: one that is not ready is filled by `EmbedderSwitch`.
        """
        vectors = self._index.spaces
        embedder = self._embedders.of(vectors.asked().key)
        if embedder is None or vectors.is_whole(embedder.id.key):
            return
        try:
            fill(vectors, embedder)
        except EmbedderError as problem:
            _log.warning("some vectors are wanting: %s", problem.problem)

    def _settled(self, source: DocumentSource) -> int | None:
        """How many documents there are, if they stand as a sync once found all in order.

        A start of a large tree with nothing changed ends here, and reads no row.
        """
        noted = self._index.mark(scan_mark(source.name))
        if noted is None:
            return None
        scan = source.scan()
        return len(scan.stamps) if scan_digest(scan) == noted else None

    def update(self, source: DocumentSource, keys: Sequence[str]) -> SyncReport:
        """Bring only these keys up to date: for changes that were reported."""
        self._batches.begin()
        known = self._index.known_some(source.name, keys)
        added: list[Stamp] = []
        suspect: list[Stamp] = []
        removed: list[str] = []
        looked, failed = stamps_of(source, dict.fromkeys(keys))
        for key, stamp in looked.items():
            if stamp is None:
                removed.extend([key] if key in known else [])
            else:
                (suspect if key in known else added).append(stamp)
        report = self._let_go(source, removed, known)
        report += self._apply(source, Difference(tuple(added), (), tuple(suspect), ()), known, None)
        unread = self._unread(source, but=report.failed.keys() | failed, of=frozenset(keys))
        return report + SyncReport(failed=failed | unread)

    def _unread(
        self,
        source: DocumentSource,
        *,
        but: Collection[str],
        of: Collection[str] | None = None,
    ) -> dict[str, str]:
        """Why documents cannot be read that are indexed as they are, as ones without a text.

        Whoever indexed them may have been another process, long ago: that nothing has changed
        since mends nothing.
        """
        unread: dict[str, str] = {}
        for key in self._index.textless(source.name):
            if key not in but and (of is None or key in of):
                try:
                    source.load(key)
                except NotFoundError:
                    continue
                except FamiliarError as problem:
                    unread[key] = problem.problem
        return unread

    def _apply(
        self,
        source: DocumentSource,
        difference: Difference,
        known: dict[str, KnownDocument],
        progress: Progress | None,
    ) -> SyncReport:
        self._remove(source, difference.removed)
        work = sorted((*difference.added, *difference.changed, *difference.suspect))
        report = SyncReport(removed=len(difference.removed))
        report += self._batches.write(source, work, known, progress)
        return self._caught_up(source, work, report)

    def _caught_up(
        self, source: DocumentSource, written: Sequence[Stamp], report: SyncReport
    ) -> SyncReport:
        """Take in what changed while it was being read; `report` is what became of it before.

        Another process may have written the newer state before we wrote the older one.
        """
        for _ in range(_ROUNDS):
            written, gone = moved_on(source, written)
            if not written and not gone:
                break
            keys = [*gone, *(stamp.key for stamp in written)]
            known = self._index.known_some(source.name, keys)
            report = report.without(keys) + self._let_go(source, gone, known)
            report += self._batches.write(source, written, known)
        return report

    def _let_go(self, source: DocumentSource, keys: Sequence[str], known: Known) -> SyncReport:
        """Remove what is gone, but for what is held for a person to say."""
        removed = [key for key in keys if key in known]
        held = self._guard.in_report(source, removed, known, lambda: self._index.known(source.name))
        believed = tuple(key for key in removed if key not in held)
        self._remove(source, believed)
        return SyncReport(removed=len(believed), held=held)

    def _remove(self, source: DocumentSource, keys: Sequence[str]) -> None:
        if keys:
            self._met(source.name, (), keys)
            self._index.write(source.name, removed=keys)
            self._wrote()


def _unheard(source: str, changed: Sequence[str], removed: Sequence[str]) -> None:
    """What is done with what was met when nobody wants to know."""


def _without_removals(difference: Difference, held: Collection[str]) -> Difference:
    kept = frozenset(held)
    return replace(difference, removed=tuple(key for key in difference.removed if key not in kept))
