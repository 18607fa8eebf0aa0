"""The vector of a question in the space that an index is asked in, or why there is none."""

from __future__ import annotations

from familiar_memory.domain.text.names_on_disk import names_only
from familiar_memory.embeddings.base import space_name
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.sound import QuestionEmbedder
from familiar_memory.errors import EmbedderError
from familiar_memory.index.array_types import F32
from familiar_memory.index.arrays.snapshot import Snapshot

__all__ = ["QuestionVectors"]


class QuestionVectors:
    """Embeds questions as a snapshot's vectors were; thread-safe."""

    def __init__(self, embedders: Embedders) -> None:
        """`embedders` are those of this process, by the space of each."""
        self._embedders = embedders
        self._questions = QuestionEmbedder()

    def of(self, text: str, snapshot: Snapshot, ends: float) -> tuple[F32 | None, str | None]:
        """The vector, by the moment `ends` of `time.monotonic`, and why the answer is degraded.

        A model that fails leaves lexical recall standing. So does one that is not the
        snapshot's: two vector spaces never meet.
        """
        embedder = self._embedders.of(snapshot.embedder)
        degraded = self._until_ready(snapshot)
        if embedder is None:
            return None, degraded
        try:
            return self._questions.vector(embedder, text, ends), degraded
        except EmbedderError as problem:
            reasons = (degraded, f"lexical only: {names_only(problem.problem)}")
            return None, "; ".join(filter(None, reasons))

    def _until_ready(self, snapshot: Snapshot) -> str | None:
        """Why the answer is not what it will be, where the embedder is being changed."""
        own = self._embedders.own.id
        if not own.dimension or snapshot.embedder == own.key:
            return None
        asked = space_name(snapshot.embedder)
        by = f"by the vectors of {asked}" if asked else "by words only"
        return f"the index is being embedded with {own.name}; until then it answers {by}"
