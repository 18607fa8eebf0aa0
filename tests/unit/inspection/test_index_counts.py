"""`index status` and `doctor` count the same chunks."""

from __future__ import annotations

from pathlib import Path

from familiar_memory import Familiar
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.inspection.embedder import embedder_state
from familiar_memory.inspection.index_state import index_state
from familiar_memory.testing import HashEmbedder


async def test_a_chunk_counts_once_however_many_vectors_it_took(tmp_path: Path) -> None:
    """Equal texts share a vector, long ones have several, and what is gone leaves some."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    topics = tmp_path / "ember" / "memory" / "topics"
    for name in ("one", "two"):
        (topics / f"{name}.md").write_text("- the same tea\n", encoding="utf-8")
    long = " ".join(f"word{n} of a very long line" for n in range(2_000))
    (topics / "long.md").write_text(f"- {long}\n", encoding="utf-8")
    familiar = Familiar(FamiliarPaths(tmp_path, "ember"), embedder=HashEmbedder())
    await familiar.start()
    try:
        await familiar.settle()
        sizes, chunks = index_state(familiar.parts).sizes, embedder_state(familiar.parts).chunks
        assert chunks.without_vectors == 0
        assert sizes.vectors == sizes.chunks == chunks.all
        assert familiar.parts.files.index.stats().vectors != sizes.vectors
    finally:
        await familiar.close()
