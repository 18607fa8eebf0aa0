"""What the familiars of one process have together, so that each costs little."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path

from familiar_memory.assembly.embedder import load_embedder
from familiar_memory.assembly.resources import Resources
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.borrowed import BorrowedEmbedder
from familiar_memory.llm.base import ChatModel
from familiar_memory.llm.borrowed import BorrowedModel
from familiar_memory.llm.missing import MissingModel
from familiar_memory.llm.resolve import model_of
from familiar_memory.llm.slot import ModelSlot
from familiar_memory.recall.running.threads import Threads
from familiar_memory.sync.upkeep.watch import Listening
from familiar_memory.threads.job_pool import JobPool
from familiar_memory.threads.off_loop import OffLoop, in_own_thread

__all__ = ["Shared"]

_RECALLS = 4
"""Recalls have more threads than the rest: one that is stuck on a disk must not stop all."""


class Shared:
    """Threads, the stream of saves, embedders and chat models: each made once, closed once.

    There are as many threads for what somebody waits for as for what nobody does, and for
    writing.
    An `embedder` and `models` (by slot) that are given stand in the place of those of the
    settings, for every familiar, and are closed with the rest.
    """

    def __init__(
        self,
        threads: int,
        *,
        embedder: Embedder | None = None,
        models: Mapping[str, ChatModel] | None = None,
    ) -> None:
        """Nothing is loaded, and no thread started, before somebody needs it."""
        self.awaited = JobPool(threads, name="household")
        self.pool = JobPool(threads)
        self.writing = JobPool(threads, name="writing")
        self.switching = JobPool(1, name="switching")
        self.threads = Threads(_RECALLS * threads)
        self.listening = Listening()
        self._given_embedder = embedder
        self._given_models = dict(models or {})
        self._lock = threading.Lock()
        self._embedders: dict[tuple[str, Path | None], Embedder] = {}
        self._models: dict[ModelSlot, ChatModel] = {}

    @property
    def resources(self) -> Resources:
        """What each familiar works with; nothing of it is closed with one of them."""
        return Resources(
            OffLoop(self.awaited),
            self.pool,
            self.writing,
            self.switching,
            is_shared=True,
            threads=self.threads,
            listening=self.listening,
            load_embedder=self.embedder,
            make_model=self.model,
        )

    @property
    def given_embedder(self) -> Embedder | None:
        """What stands in the place of the embedder of the settings."""
        given = self._given_embedder
        return None if given is None else BorrowedEmbedder(given)

    @property
    def given_models(self) -> Mapping[str, ChatModel]:
        """What stands in the place of the slots of the settings."""
        return {slot: BorrowedModel(model) for slot, model in self._given_models.items()}

    def embedder(self, name: str, model_path: Path | None) -> Embedder:
        """The embedder of that name: the same model for all who ask.

        Raises:
            EmbedderError: it cannot be used here.
        """
        with self._lock:
            found = self._embedders.get((name, model_path))
            if found is None:
                found = self._embedders[name, model_path] = load_embedder(name, model_path)
        return BorrowedEmbedder(found)

    def model(self, slot: ModelSlot) -> ChatModel:
        """The model of a slot: the same client for all whose slots are equal."""
        with self._lock:
            found = self._models.get(slot)
            if found is None:
                found = self._models[slot] = model_of(slot)
        # One that cannot be asked says so itself, and has nothing to close.
        return found if isinstance(found, MissingModel) else BorrowedModel(found)

    async def close(self) -> None:
        """End the threads and let go of the models, whatever fails of that."""
        models = (*self._given_models.values(), *self._models.values())
        ending = (
            *(one.close for one in (self.listening, self.pool, self.threads, self.awaited)),
            self.writing.retire,
            self.switching.retire,
        )
        closed = await asyncio.gather(
            *(in_own_thread(one) for one in ending),
            *(model.close() for model in models),
            return_exceptions=True,
        )
        given = () if self._given_embedder is None else (self._given_embedder,)
        for embedder in (*given, *self._embedders.values()):
            await in_own_thread(embedder.close)
        self._embedders.clear()
        self._models.clear()
        for failure in closed:
            if isinstance(failure, BaseException):
                raise failure
