"""What a familiar works with that the familiars of one process may have together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from familiar_memory.threads.job_pool import JobPool
from familiar_memory.threads.off_loop import OffLoop

if TYPE_CHECKING:
    from pathlib import Path

    from familiar_memory.assembly.embedder import LoadEmbedder
    from familiar_memory.embeddings.base import Embedder
    from familiar_memory.llm.base import ChatModel
    from familiar_memory.llm.slot import ModelSlot
    from familiar_memory.recall.running.threads import Threads
    from familiar_memory.sync.upkeep.watch import Listening

__all__ = ["Resources"]


def _load_embedder(name: str, model_path: Path | None) -> Embedder:
    from familiar_memory.assembly.embedder import load_embedder

    return load_embedder(name, model_path)


def _model_of(slot: ModelSlot) -> ChatModel:
    from familiar_memory.llm.resolve import model_of

    return model_of(slot)


@dataclass(frozen=True, slots=True)
class Resources:
    """Threads, the stream of saves, and where embedders and chat models come from.

    Without any given they are a familiar's own. Where they are shared, whoever shares them
    closes them. The `pool` does what nobody waits for, `off_loop` what somebody does. What
    may take long has threads of its own: the `writing` of notes, and `switching` to another
    embedder, one familiar at a time.
    """

    off_loop: OffLoop = field(default_factory=OffLoop)
    pool: JobPool = field(default_factory=JobPool)
    writing: JobPool = field(default_factory=partial(JobPool, 1, name="writing"))
    switching: JobPool = field(default_factory=partial(JobPool, 1, name="switching"))
    is_shared: bool = False
    threads: Threads | None = None
    listening: Listening | None = None
    load_embedder: LoadEmbedder = _load_embedder
    make_model: Callable[[ModelSlot], ChatModel] = _model_of

    def leave_recalls(self) -> None:
        """Let the threads of recalls end, where they are its own; nothing is waited for."""
        if not self.is_shared and self.threads is not None:
            self.threads.close()

    def close(self) -> None:
        """End the threads, where they are its own."""
        if not self.is_shared:
            self.pool.close()
            # A step of a run that was cancelled may be waiting for another process.
            self.writing.retire()
            self.switching.retire()
