"""An embedder that others use too: whoever has it cannot close it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from familiar_memory.embeddings.base import Embedder, EmbedderId, Vectors, is_quick

__all__ = ["BorrowedEmbedder"]


class BorrowedEmbedder:
    """Stands for an embedder that stays its owner's."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def id(self) -> EmbedderId:
        """The same vector space."""
        return self._embedder.id

    @property
    def max_tokens(self) -> int:
        """As of the owner's."""
        return self._embedder.max_tokens

    @property
    def is_quick(self) -> bool:
        """As of the owner's."""
        return is_quick(self._embedder)

    @property
    def folder(self) -> Path | None:
        """Where the files of the owner's model are; None when it has none."""
        return getattr(self._embedder, "folder", None)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """As the owner's."""
        return self._embedder.embed_documents(texts)

    def embed_query(self, text: str) -> Vectors:
        """As the owner's."""
        return self._embedder.embed_query(text)

    def count_tokens(self, text: str) -> int:
        """As the owner's."""
        return self._embedder.count_tokens(text)

    def close(self) -> None:
        """Give it back; its model stays loaded for the others."""
