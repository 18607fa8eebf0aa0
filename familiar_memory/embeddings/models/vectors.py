"""Small steps that every embedder takes with texts and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from familiar_memory.embeddings.base import Vectors

__all__ = ["encodable", "unit_length"]


def unit_length(rows: Vectors) -> Vectors:
    """Rows of length one; rows of zeros stay as they are. Each row by itself."""
    import numpy as np

    lengths = np.sqrt(np.square(rows).sum(axis=-1, keepdims=True))
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)


def encodable(text: str) -> str:
    """The text with lone surrogates replaced, which no tokenizer accepts."""
    return text.encode("utf-8", "replace").decode("utf-8")
