"""The embedder of those who have none: recall is then lexical."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.embeddings.base import EmbedderId, Vectors

__all__ = ["NoEmbedder"]


class NoEmbedder:
    """Gives vectors of dimension 0, and estimates tokens."""

    @property
    def id(self) -> EmbedderId:
        """The empty space."""
        return EmbedderId("none", "none", 0)

    @property
    def max_tokens(self) -> int:
        """No text needs cutting."""
        return 2**31 - 1

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """An array of shape (n, 0)."""
        import numpy as np

        return np.zeros((len(texts), 0), np.float32)

    def embed_query(self, text: str) -> Vectors:
        """An array of shape (0,)."""
        import numpy as np

        return np.zeros(0, np.float32)

    def count_tokens(self, text: str) -> int:
        """An estimate, since there is no model to ask."""
        return estimate_tokens(text)

    def close(self) -> None:
        """Nothing to let go of."""
