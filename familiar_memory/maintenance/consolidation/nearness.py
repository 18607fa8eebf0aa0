"""How near texts are to each other, by the vectors that an embedder makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.embeddings.base import STATIC_WEIGHT
from familiar_memory.embeddings.sound import document_rows
from familiar_memory.errors import EmbedderError
from familiar_memory.maintenance.consolidation.likeness import Nearness

if TYPE_CHECKING:
    from familiar_memory.embeddings.base import Embedder, Vectors

__all__ = ["Nearnesses"]

_UNKNOWN = Nearness()


class Nearnesses:
    """Compares texts, each of which is embedded once; without an embedder nothing is known."""

    def __init__(self, texts: Sequence[str], embedder: Embedder | None) -> None:
        """Embed these texts; where the model fails, the words have to do."""
        self._at = {text: at for at, text in enumerate(dict.fromkeys(texts))}
        self._vectors: Sequence[Vectors | None] = [None] * len(self._at)
        self.has_failed = False
        """Whether an embedder was there, and not every text has a vector: it may have later."""
        if embedder is None or not embedder.id.dimension or not self._at:
            return
        self._is_of_words = embedder.id.weight <= STATIC_WEIGHT
        self._unrelated = embedder.id.unrelated
        try:
            self._vectors = document_rows(embedder, list(self._at))
        except EmbedderError:
            self.has_failed = True
            return
        self.has_failed = any(row is None for row in self._vectors)

    def of(self, one: str, other: str) -> Nearness:
        """How near two of the texts are; on a scale where what is unrelated has 0."""
        first, second = self._vectors[self._at[one]], self._vectors[self._at[other]]
        if first is None or second is None:
            return _UNKNOWN
        cosine = (float(first @ second) - self._unrelated) / (1 - self._unrelated)
        return Nearness(cosine, self._is_of_words)
