"""Public fakes: what a test puts in the place of models and of time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from familiar_memory.embeddings.base import EmbedderId, Vectors

__all__ = ["FixedClock", "HashEmbedder"]

_WORD = re.compile(r"\w+")


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime) -> None:
        """Stand at an aware moment."""
        if now.utcoffset() is None:
            raise ValueError("the moment must carry an offset from UTC")
        self._now = now

    def now(self) -> datetime:
        """The moment at which the clock stands."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move on (or back)."""
        self._now += by


class HashEmbedder:
    """A deterministic embedder without a model: texts that share words are near.

    Each word, case folded, adds 1 in one of 64 places that its hash chooses; a token is
    a word. `calls` lists the batches of texts that it was asked to embed.
    """

    DIMENSION = 64

    def __init__(self, *, name: str = "hash", max_tokens: int = 512) -> None:
        """Two embedders of different names stand for two vector spaces."""
        self._name = name
        self._max_tokens = max_tokens
        self.calls: list[tuple[str, ...]] = []

    @property
    def id(self) -> EmbedderId:
        """The space of this fake."""
        return EmbedderId(self._name, "bag-of-hashed-words", self.DIMENSION)

    @property
    def max_tokens(self) -> int:
        """As given."""
        return self._max_tokens

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; see `Embedder`."""
        self.calls.append(tuple(texts))
        rows = np.zeros((len(texts), self.DIMENSION), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._embed(text)
        return rows

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question; the same as of a document."""
        return self._embed(text)

    def count_tokens(self, text: str) -> int:
        """The number of words."""
        return len(_WORD.findall(text))

    def close(self) -> None:
        """Nothing to let go of."""

    def _embed(self, text: str) -> Vectors:
        row = np.zeros(self.DIMENSION, np.float32)
        for word in _WORD.findall(text.casefold()):
            digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=2).digest()
            row[int.from_bytes(digest, "big") % self.DIMENSION] += 1
        length = np.sqrt(np.square(row).sum())
        return row / length if length else row
