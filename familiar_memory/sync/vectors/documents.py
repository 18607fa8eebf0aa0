"""Documents with the windows that their chunks are cut into, and the vectors of new ones."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.domain.memory.document import ParsedDocument
from familiar_memory.domain.memory.source import Stamp
from familiar_memory.embeddings.base import Embedder
from familiar_memory.errors import EmbedderError
from familiar_memory.index.base import Index
from familiar_memory.index.values import EmbeddedDocument
from familiar_memory.sync.vectors.vectorise import Vectoriser

if TYPE_CHECKING:
    from familiar_memory.index.array_types import F32

__all__ = ["DocumentVectors"]

_log = logging.getLogger(__name__)


class DocumentVectors:
    """Embeds documents for one index; a model that fails is not asked again in the same sync."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.has_failed = False
        """Whether the model has; whoever begins a sync says that it may be asked again."""

    def embed(
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
            if embedder is not None and not self.has_failed:
                return self._with_model(embedder, loaded, indexed_ns)
        except EmbedderError as problem:
            _log.warning("indexing without vectors: %s", problem.problem)
            self.has_failed = True
        bare = [
            EmbeddedDocument(document, stamp, indexed_ns, ((),) * len(document.chunks))
            for stamp, document in loaded
        ]
        return bare, {}, self.has_failed and bool(bare)

    def _with_model(
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
