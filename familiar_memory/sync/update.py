"""Bring the index up to what a source holds: scan, diff, load, embed, write."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.failure import log_failure
from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, Stamp
from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.errors import EmbedderError, FamiliarError, StorageError
from familiar_memory.index.array_types import F32
from familiar_memory.index.base import Index
from familiar_memory.index.rows.marks import scan_mark
from familiar_memory.index.values import EmbeddedDocument
from familiar_memory.sync.diff import Difference, compare, scan_digest
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vanishing import RemovalGuard
from familiar_memory.sync.vectors.vectorise import Vectoriser, fill

__all__ = ["Met", "Updater", "build_if_stale"]

_log = logging.getLogger(__name__)

Met = Callable[[str, Sequence[str], Sequence[str]], None]
"""Called with (source, keys that are new or changed, keys that are gone), before each write."""

_DOCUMENTS_PER_BATCH = 64
"""One transaction: its fsync is shared, and readers and other writers come in between two."""
_STAMP_ONE_BY_ONE = 256
"""Up to so many documents are asked for one after the other; for more, listing all is quicker."""
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
    """Writes documents of any source into one index."""

    def __init__(
        self,
        index: Index,
        embedders: Embedders,
        now_ns: Callable[[], int] = time.time_ns,
        *,
        met: Met | None = None,
        wrote: Callable[[], None] = lambda: None,
    ) -> None:
        """Take what is written; `wrote` is called after each write that all can see."""
        self._index = index
        self._wrote = wrote
        self._embedders = embedders
        self._now_ns = now_ns
        self._met = met or _unheard
        self._model_failed = False
        self._guard = RemovalGuard()
        self._unread: dict[tuple[str, str], str] = {}
        """Why a document that is indexed as one without a text could not be read."""

    def sync(
        self,
        source: DocumentSource,
        *,
        progress: Progress | None = None,
        allow_mass_removal: bool = False,
    ) -> SyncReport:
        """Compare everything and apply the difference."""
        self._model_failed = False
        if (unchanged := self._settled(source)) is not None:
            self._guard.none_missing(source)
            return SyncReport(unchanged=unchanged)
        # What is known comes first: a document that another process indexes meanwhile must
        # not be taken for one that has vanished.
        sequence = self._index.sequence()
        known = self._index.known(source.name)
        scan = source.scan()
        difference = compare(scan, known)
        held: tuple[str, ...] = ()
        if self._guard.in_sweep(source, difference, known, is_allowed=allow_mass_removal):
            held, difference = difference.removed, _without_removals(difference)
        report = self._apply(source, difference, known, progress)
        if not held and difference.is_empty and (digest := scan_digest(scan)) is not None:
            self._index.set_mark(scan_mark(source.name), digest, if_at=sequence)
        return report + SyncReport(
            unchanged=difference.unchanged, failed=_named_once(scan.unreadable), held=held
        )

    def vanished(self, source: DocumentSource) -> tuple[str, ...]:
        """What the guard would hold if everything were compared now; nothing is written."""
        known = self._index.known(source.name)
        difference = compare(source.scan(), known)
        return difference.removed if self._guard.in_sweep(source, difference, known) else ()

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
        self._model_failed = False
        known = self._index.known_some(source.name, keys)
        added: list[Stamp] = []
        suspect: list[Stamp] = []
        removed: list[str] = []
        looked, failed = _stamps(source, dict.fromkeys(keys))
        for key, stamp in looked.items():
            if stamp is None:
                removed.extend([key] if key in known else [])
            else:
                (suspect if key in known else added).append(stamp)
        held = self._guard.in_report(source, removed, lambda: self._index.known(source.name))
        believed = tuple(key for key in removed if key not in held)
        difference = Difference(tuple(added), (), tuple(suspect), believed)
        report = self._apply(source, difference, known, None)
        return report + SyncReport(failed=failed, held=held)

    def _apply(
        self,
        source: DocumentSource,
        difference: Difference,
        known: dict[str, KnownDocument],
        progress: Progress | None,
    ) -> SyncReport:
        report = SyncReport(removed=len(difference.removed))
        if difference.removed:
            self._met(source.name, (), difference.removed)
            self._index.write(source.name, removed=difference.removed)
            self._wrote()
        work = sorted((*difference.added, *difference.changed, *difference.suspect))
        done = 0
        for batch in in_batches(work, _DOCUMENTS_PER_BATCH):
            report += self._apply_batch(source, batch, known)
            done += len(batch)
            if progress is not None:
                progress(done, len(work))
        return report + self._catch_up(source, work)

    def _catch_up(self, source: DocumentSource, written: Sequence[Stamp]) -> SyncReport:
        """Take in what changed while it was being read.

        Another process may have written the newer state before we wrote the older one.
        """
        report = SyncReport()
        for _ in range(_ROUNDS):
            written = _moved_on(source, written)
            if not written:
                break
            known = self._index.known_some(source.name, [stamp.key for stamp in written])
            for batch in in_batches(written, _DOCUMENTS_PER_BATCH):
                report += self._apply_batch(source, batch, known)
        return report

    def _apply_batch(
        self, source: DocumentSource, batch: Sequence[Stamp], known: dict[str, KnownDocument]
    ) -> SyncReport:
        loaded: list[tuple[Stamp, ParsedDocument]] = []
        touched: list[tuple[Stamp, int]] = []
        failed: dict[str, str] = {}
        indexed_ns = self._now_ns()
        added = 0
        for stamp in batch:
            before = known.get(stamp.key)
            try:
                document = None if before is None else _growth(source, stamp, before)
                if document is None:
                    if before is not None and source.digest(stamp.key) == before.digest:
                        touched.append((stamp, indexed_ns))
                        if (reason := self._unread.get((source.name, stamp.key))) is not None:
                            # To look again at the same bytes mends nothing.
                            failed[stamp.key] = reason
                        continue
                    document = source.load(stamp.key)
                loaded.append((document.stamp or stamp, document))
                self._unread.pop((source.name, stamp.key), None)
            except StorageError as problem:
                failed[stamp.key] = problem.problem
                continue
            except FamiliarError as problem:
                failed[stamp.key] = problem.problem
                self._unread[source.name, stamp.key] = problem.problem
                loaded.append((stamp, _unreadable(source, stamp.key, problem)))
            except Exception as problem:  # noqa: BLE001 - one document of many: it must not stop the rest
                log_failure(_log, problem, "cannot index %s", stamp.key)
                failed[stamp.key] = f"internal error: {type(problem).__name__}"
                continue
            added += before is None
        embedder = self._embedders.of(self._index.spaces.asked().key)
        embedded, vectors, lacks_some = self._embed(embedder, loaded, indexed_ns)
        if loaded:
            self._met(source.name, [stamp.key for stamp, _ in loaded], ())
        refused = self._index.write(
            source.name,
            replaced=embedded,
            vectors=vectors,
            touched=touched,
            lacks_vectors=lacks_some,
            embedder=None if embedder is None else embedder.id,
        )
        self._wrote()
        report = SyncReport(
            added=added,
            changed=len(loaded) - added - len(refused),
            touched=len(touched),
            failed=failed,
        )
        if not refused:
            return report
        # Another process has written them meanwhile: they are read whole, as if unknown.
        again = self._apply_batch(source, [s for s, _ in loaded if s.key in refused], {})
        return report + replace(again, added=0, changed=again.added)

    def _embed(
        self,
        embedder: Embedder | None,
        loaded: Sequence[tuple[Stamp, ParsedDocument]],
        indexed_ns: int,
    ) -> tuple[list[EmbeddedDocument], dict[bytes, F32], bool]:
        """Cut chunks into windows the embedder can read, and embed those it has not seen.

        Beside them, whether the model left some without a vector. A model that fails leaves
        the documents to be found by their words.
        """
        try:
            if embedder is not None and not self._model_failed:
                return self._embed_with_model(embedder, loaded, indexed_ns)
        except EmbedderError as problem:
            _log.warning("indexing without vectors: %s", problem.problem)
            self._model_failed = True
        bare = [
            EmbeddedDocument(document, stamp, indexed_ns, ((),) * len(document.chunks))
            for stamp, document in loaded
        ]
        return bare, {}, self._model_failed and bool(bare)

    def _embed_with_model(
        self,
        embedder: Embedder,
        loaded: Sequence[tuple[Stamp, ParsedDocument]],
        indexed_ns: int,
    ) -> tuple[list[EmbeddedDocument], dict[bytes, F32], bool]:
        vectoriser = Vectoriser(self._index.spaces, embedder)
        texts: dict[bytes, str] = {}
        embedded = []
        for stamp, document in loaded:
            cut = tuple(vectoriser.hashes(chunk.embedding_text, texts) for chunk in document.chunks)
            embedded.append(EmbeddedDocument(document, stamp, indexed_ns, cut))
        vectors = vectoriser.new_vectors(texts)
        return embedded, vectors, vectoriser.missed > 0


def _unheard(source: str, changed: Sequence[str], removed: Sequence[str]) -> None:
    """What is done with what was met when nobody wants to know."""


def _growth(source: DocumentSource, stamp: Stamp, known: KnownDocument) -> ParsedDocument | None:
    """What was added to a document, if nothing else can have become of it."""
    return None if stamp == known.stamp else source.growth(stamp.key, known)


def _moved_on(source: DocumentSource, written: Sequence[Stamp]) -> list[Stamp]:
    """The newer stamps of those documents that have changed since they were stamped."""
    if not written:
        return []
    if len(written) > _STAMP_ONE_BY_ONE:
        # One sweep is cheaper than so many looks.
        before = {stamp.key: stamp for stamp in written}
        return [s for s in source.scan().stamps if s.key in before and s != before[s.key]]
    newer: list[Stamp] = []
    for stamp in written:
        try:
            now = source.stamp(stamp.key)
        except FamiliarError:
            continue
        if now is not None and now != stamp:
            newer.append(now)
    return newer


def _named_once(unreadable: dict[str, str]) -> dict[str, str]:
    """Each path once: a scan names what may be a folder as `x` and as `x/`."""
    return {
        path: reason
        for path, reason in unreadable.items()
        if not path.endswith("/") or path[:-1] not in unreadable
    }


def _stamps(
    source: DocumentSource, keys: Iterable[str]
) -> tuple[dict[str, Stamp | None], dict[str, str]]:
    """Stamps by key (None = known to be gone), and why some are not known."""
    wanted = list(keys)
    looked: dict[str, Stamp | None] = {}
    failed: dict[str, str] = {}
    found: dict[str, Stamp] = {}
    if len(wanted) > _STAMP_ONE_BY_ONE:
        # One sweep is cheaper than so many looks; what it lacks is looked at all the same.
        found = {stamp.key: stamp for stamp in source.scan().stamps}
    for key in wanted:
        try:
            looked[key] = found[key] if key in found else source.stamp(key)
        except FamiliarError as problem:
            failed[key] = problem.problem
    return looked, failed


def _unreadable(source: DocumentSource, key: str, problem: FamiliarError) -> ParsedDocument:
    """An empty document with the reason, so that its old text is not served any more."""
    try:
        digest = source.digest(key)
    except FamiliarError:
        digest = ""
    return ParsedDocument(key, digest, problems=(problem.problem,))


def _without_removals(difference: Difference) -> Difference:
    return Difference(
        difference.added, difference.changed, difference.suspect, (), difference.unchanged
    )
