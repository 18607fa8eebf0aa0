"""What a familiar works with that the familiars of one process may have together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from familiar_memory.assembly.embedder import LoadEmbedder, load_embedder
from familiar_memory.job_pool import JobPool
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.resolve import model_of
from familiar_memory.llm.slot import ModelSlot
from familiar_memory.recall.running.threads import Threads
from familiar_memory.sync.watch import Listening

__all__ = ["Resources"]


@dataclass(frozen=True, slots=True)
class Resources:
    """Threads, the stream of saves, and where embedders and chat models come from.

    Without any given they are a familiar's own. Where they are shared, whoever shares them
    closes them.
    """

    pool: JobPool = field(default_factory=JobPool)
    is_shared: bool = False
    threads: Threads | None = None
    listening: Listening | None = None
    load_embedder: LoadEmbedder = load_embedder
    make_model: Callable[[ModelSlot], ChatModel] = model_of

    def close(self) -> None:
        """End the threads, where they are its own."""
        if not self.is_shared:
            self.pool.close()
