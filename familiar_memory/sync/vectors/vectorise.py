"""Make the vectors of texts: cut each to what the model reads, embed what is not known."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.progress import Progress
from familiar_memory.domain.text.windows import cut_windows
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.models.windows import windows
from familiar_memory.embeddings.sound import counted, document_rows
from familiar_memory.index.spaces.base import ChunkWindows, Space, VectorStore
from familiar_memory.index.spaces.by_content import text_hash

if TYPE_CHECKING:
    from familiar_memory.index.array_types import F32

__all__ = ["EMBED_BATCH", "Filled", "Vectoriser", "fill"]

_log = logging.getLogger(__name__)

EMBED_BATCH = 32
"""Texts at once; progress is reported and a stop is heard between two."""
_CHUNKS_PER_BATCH = 64
"""Chunks kept by one transaction: what a kill loses at most."""
_ROUNDS = 3
"""Others may write while a space is filled; what comes after the last round is found by the next
sync."""


class Vectoriser:
    """Texts to vectors of one embedder, by way of what one index knows already."""

    def __init__(self, known: VectorStore, embedder: Embedder) -> None:
        self._known = known
        self._embedder = embedder
        self._key = embedder.id.key
        self.missed = 0
        """How many windows the model has made no vector of."""

    def hashes(self, text: str, texts: dict[bytes, str]) -> tuple[bytes, ...]:
        """The hashes of the windows of a text; the windows themselves go into `texts`.

        Raises:
            EmbedderError: the model cannot count.
        """
        if not self._embedder.id.dimension:
            return ()
        found = []
        for window in self._cut(text):
            found.append(text_hash(window))
            texts[found[-1]] = window
        return tuple(found)

    def new_vectors(self, texts: Mapping[bytes, str]) -> dict[bytes, F32]:
        """The vectors of those windows that the index does not know.

        A window of which the model makes no vector is absent: it is tried again later.

        Raises:
            EmbedderError: the model cannot be loaded or run.
        """
        known = self._known.known(self._key, list(texts))
        new = [key for key in texts if key not in known]
        vectors: dict[bytes, F32] = {}
        for batch in in_batches(new, EMBED_BATCH):
            rows = document_rows(self._embedder, [texts[key] for key in batch])
            found = zip(batch, rows, strict=True)
            vectors.update({key: row for key, row in found if row is not None})
        if missed := len(new) - len(vectors):
            self.missed += missed
            _log.warning("%s made no vector of %d texts", self._key.split("|")[0], missed)
        return vectors

    def _cut(self, text: str) -> Iterator[str]:
        """As it is scored, window by window, and in pieces where a window is too long."""
        for begin, end in cut_windows(text):
            yield from self._fitting(text[begin:end])

    def _fitting(self, text: str) -> list[str]:
        # A token stands for a byte or more (but for one that may mark the start), so
        # that most texts fit without being counted, which costs as much as embedding.
        if 0 < len(text.encode("utf-8", "surrogatepass")) < self._embedder.max_tokens:
            return [text]
        return windows(
            text, self._embedder.max_tokens, lambda piece: counted(self._embedder, piece)
        )


@dataclass(frozen=True, slots=True)
class Filled:
    """What was done: chunks given vectors, and windows that went through the model."""

    chunks: int = 0
    embedded: int = 0


def fill(
    vectors: VectorStore,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Filled:
    """Give every chunk that lacks them the vectors of this embedder; nothing is parsed.

    Each batch is kept when it is done, so that whoever comes after goes on from there.
    Chunks that others write meanwhile are taken along, in a bounded number of rounds.

    Raises:
        EmbedderError: the model cannot be loaded or run; what is done is kept.
        IndexUnavailableError: the index cannot be read or written.
    """
    space = Space(embedder.id.key, embedder.id.dimension)
    if not space.dimension:
        return Filled()
    vectoriser = Vectoriser(vectors, embedder)
    done = embedded = 0
    first = lacking = vectors.count_wanting(space.key)
    before = -1
    for _ in range(_ROUNDS):
        if lacking in (0, before):
            # All is done, or what is left is what the model refuses.
            break
        total, after, before = done + lacking, 0, lacking
        if progress is not None:
            progress(done, total)
        while batch := vectors.wanting(space.key, after, _CHUNKS_PER_BATCH):
            if stopped():
                return Filled(done, embedded)
            after = batch[-1][0]
            texts: dict[bytes, str] = {}
            cut: list[ChunkWindows] = [
                (chunk, text, vectoriser.hashes(text, texts)) for chunk, text in batch
            ]
            new = vectoriser.new_vectors(texts)
            vectors.put(space, cut, new)
            done, embedded = done + len(batch), embedded + len(new)
            if progress is not None:
                progress(min(done, total), total)
        lacking = vectors.count_wanting(space.key)
    vectors.filled(space.key, is_news=embedded > 0 or lacking < first)
    return Filled(done, embedded)
