"""Writes documents of a source into an index, some in each transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.memory.source import DocumentSource, KnownDocument, Stamp
from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.index.base import Index
from familiar_memory.sync.loading import Loader
from familiar_memory.sync.report import SyncReport
from familiar_memory.sync.vectors.documents import DocumentVectors

__all__ = ["DocumentBatches", "Met"]

Met: TypeAlias = Callable[[str, Sequence[str], Sequence[str]], None]
"""Called with (source, keys that are new or changed, keys that are gone), before each write.

What was saved as it was is among them: whoever looked in the middle of that save saw another state.
"""

_DOCUMENTS_PER_BATCH = 64
"""One transaction: its fsync is shared, and readers and other writers come in between two."""


class DocumentBatches:
    """Loads, embeds and writes documents; `met` is called before each write, `wrote` after it."""

    def __init__(
        self,
        index: Index,
        embedders: Embedders,
        now_ns: Callable[[], int],
        met: Met,
        wrote: Callable[[], None],
    ) -> None:
        self._index = index
        self._embedders = embedders
        self._now_ns = now_ns
        self._met = met
        self._wrote = wrote
        self._vectors = DocumentVectors(index)
        self._loader = Loader()

    def begin(self) -> None:
        """Begin a sync: a model that failed in the last one may be asked again."""
        self._vectors.has_failed = False

    def write(
        self,
        source: DocumentSource,
        stamps: Sequence[Stamp],
        known: Mapping[str, KnownDocument],
        progress: Progress | None = None,
    ) -> SyncReport:
        """Write what these documents say, as far as it is not `known`; what became of them."""
        report, done = SyncReport(), 0
        for batch in in_batches(stamps, _DOCUMENTS_PER_BATCH):
            report += self._one(source, batch, known)
            done += len(batch)
            if progress is not None:
                progress(done, len(stamps))
        return report

    def _one(
        self, source: DocumentSource, batch: Sequence[Stamp], known: Mapping[str, KnownDocument]
    ) -> SyncReport:
        indexed_ns = self._now_ns()
        loaded = self._loader.load(source, batch, known)
        embedder = self._embedders.of(self._index.spaces.asked().key)
        embedded, vectors, lacks_some = self._vectors.embed(embedder, loaded.documents, indexed_ns)
        met = [stamp for stamp, _ in loaded.documents] + loaded.touched
        if met:
            self._met(source.name, [stamp.key for stamp in met], ())
        refused = self._index.write(
            source.name,
            replaced=embedded,
            vectors=vectors,
            touched=[(stamp, indexed_ns) for stamp in loaded.touched],
            lacks_vectors=lacks_some,
            embedder=None if embedder is None else embedder.id,
        )
        self._wrote()
        report = SyncReport(
            added=loaded.added,
            changed=len(loaded.documents) - loaded.added - len(refused),
            touched=len(loaded.touched),
            failed=loaded.failed,
        )
        if not refused:
            return report
        # Another process has written them meanwhile: they are read whole, as if unknown.
        whole = [stamp for stamp, _ in loaded.documents if stamp.key in refused]
        again = self._one(source, whole, {})
        return report.without(refused) + replace(again, added=0, changed=again.added)
