"""An embedder that can be exchanged while it is in use."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.embeddings.base import Embedder, EmbedderId, Vectors

__all__ = ["EmbedderSlot", "pinned"]


class EmbedderSlot:
    """Stands for whichever embedder it holds; safe to share between threads.

    Whoever needs one vector space for several calls takes hold of it with `pinned`.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._held = embedder

    @property
    def held(self) -> Embedder:
        """The embedder of this moment."""
        return self._held

    def exchange(self, embedder: Embedder) -> Embedder:
        """Hold another one; returns the former, which is not closed."""
        former, self._held = self._held, embedder
        return former

    @property
    def id(self) -> EmbedderId:
        """The vector space of this moment."""
        return self._held.id

    @property
    def max_tokens(self) -> int:
        """As of the embedder that it holds."""
        return self._held.max_tokens

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """As the embedder that it holds."""
        return self._held.embed_documents(texts)

    def embed_query(self, text: str) -> Vectors:
        """As the embedder that it holds."""
        return self._held.embed_query(text)

    def count_tokens(self, text: str) -> int:
        """As the embedder that it holds."""
        return self._held.count_tokens(text)

    def close(self) -> None:
        """Let go of the model of the embedder that it holds."""
        self._held.close()


def pinned(embedder: Embedder) -> Embedder:
    """The embedder that a slot holds now; any other is itself."""
    return embedder.held if isinstance(embedder, EmbedderSlot) else embedder
