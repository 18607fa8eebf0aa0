"""Whether a new memory is known already: by its words and their meaning alone.

Neither age nor importance has a part in it, and looking leaves no trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from familiar_memory.embeddings.base import STATIC_WEIGHT
from familiar_memory.errors import EmbedderError
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import Nearness, repeats

if TYPE_CHECKING:
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.notes.noted_records import NotedRecord

__all__ = ["nearness_of", "repeated"]


def repeated(
    new: str, standing: Sequence[NotedRecord], embedder: Embedder | None
) -> NotedRecord | None:
    """The memory that says what the new one says; None where there is none.

    Without an `embedder`, or where it fails, the words decide.
    """
    wording = wording_of(new)
    near = nearness_of([new], [one.text for one in standing], embedder)
    for at, one in enumerate(standing):
        if repeats(wording_of(one.text), wording, near[0][at]):
            return one
    return None


def nearness_of(
    texts: Sequence[str], others: Sequence[str], embedder: Embedder | None
) -> list[list[Nearness]]:
    """How near each of some texts is to each of others."""
    unknown = [[Nearness() for _ in others] for _ in texts]
    if embedder is None or not embedder.id.dimension or not texts or not others:
        return unknown
    try:
        vectors = embedder.embed_documents([*texts, *others])
    except EmbedderError:
        return unknown
    is_of_words = embedder.id.weight <= STATIC_WEIGHT
    base = embedder.id.unrelated
    cosines = vectors[: len(texts)] @ vectors[len(texts) :].T
    return [
        [Nearness((float(cosine) - base) / (1 - base), is_of_words) for cosine in row]
        for row in cosines
    ]
