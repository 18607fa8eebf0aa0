"""Fill the space of a process's own embedder, in the place of the one that it asks with.

Everything is embedded beside the vectors that are there, which go on answering until the new
ones cover the texts. Stopped or killed in the middle, it leaves what was embedded so far, and
whoever opens the familiar with that embedder goes on from there.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.embedders import Embedders
from familiar_memory.embeddings.sound import question_vector
from familiar_memory.index.spaces.base import Space, VectorStore
from familiar_memory.sync.vectors.vectorise import fill

__all__ = ["EmbedderSwitch", "SwitchReport"]

_LOCK_NAME = "embedder.lock"
_POLL_S = 0.5
"""Seconds between looks at whether this process is to stop, while another fills its space."""


@dataclass(frozen=True, slots=True)
class SwitchReport:
    """What a switch did.

    `embedded` windows went through the model for `chunks` chunks; the others' vectors were
    known from before. `has_vectors` is false for the embedder none. `done` is false when it
    was stopped, or when yet another embedder was chosen meanwhile.
    """

    embedder: str
    chunks: int = 0
    embedded: int = 0
    done: bool = True
    has_vectors: bool = True


class EmbedderSwitch:
    """Changes the embedder that a process asks with, and fills its space.

    Only one space of an index is filled at a time, by any process. `problem` says why the
    process has no embedder of its own, when one was asked for.
    """

    def __init__(
        self, vectors: VectorStore, folder: Path, embedders: Embedders, problem: str | None = None
    ) -> None:
        """Fill these vectors; the lock that all processes know lies in the `folder`."""
        self._vectors = vectors
        self._embedders = embedders
        self._lock = FileLock(folder / _LOCK_NAME, thread_local=False)
        self._stop = threading.Event()
        self._running = threading.Lock()
        self.problem = problem

    def finish(self, progress: Progress | None = None, *, wait: bool = False) -> SwitchReport:
        """Fill the process's own space, where it is not ready; else only ask with it.

        With `wait`, also when another process is at it.

        Raises:
            EmbedderError: the model cannot be loaded or run.
            IndexUnavailableError: the index cannot be read or written.
        """
        standing = self._vectors.standing()
        if standing.own and not standing.is_ready:
            return self._run(self._embedders.own, progress, wait=wait)
        self._adopt()
        return SwitchReport(self._embedders.own.id.key)

    def to(self, embedder: Embedder, progress: Progress | None = None) -> SwitchReport:
        """Choose another embedder for this process, and fill its space.

        Raises:
            EmbedderError: the model cannot be loaded or run; the present one goes on answering.
            IndexUnavailableError: the index cannot be read or written.
        """
        # Found out before anything is written: a model that cannot run would be no end.
        self._stop.clear()
        question_vector(embedder, "a question")
        self._embedders.choose(embedder, self._vectors.asked().key)
        self._vectors.choose(Space(embedder.id.key, embedder.id.dimension))
        return self._run(embedder, progress, wait=True)

    def stop(self) -> None:
        """End what is running after its present batch; a later start goes on from there."""
        self._stop.set()

    def _run(self, embedder: Embedder, progress: Progress | None, *, wait: bool) -> SwitchReport:
        space = embedder.id
        undone = SwitchReport(space.key, done=False, has_vectors=space.dimension > 0)
        if not self._running.acquire(blocking=wait):
            return undone
        try:
            if not self._acquire(wait):
                return undone
            try:
                return self._fill(embedder, progress)
            finally:
                self._lock.release()
        finally:
            self._running.release()

    def _fill(self, embedder: Embedder, progress: Progress | None) -> SwitchReport:
        def stopped() -> bool:
            return self._stop.is_set() or self._embedders.own is not embedder

        space = embedder.id
        filled = fill(self._vectors, embedder, progress=progress, stopped=stopped)
        done = not stopped()
        if done:
            self._adopt()
            self.problem = None
        return SwitchReport(
            space.key, filled.chunks, filled.embedded, done, has_vectors=space.dimension > 0
        )

    def _adopt(self) -> None:
        self._vectors.adopt()
        self._embedders.forget_former()

    def _acquire(self, wait: bool) -> bool:
        """Whether this process may switch now; waiting ends when it is stopped."""
        while not self._stop.is_set():
            try:
                self._lock.acquire(timeout=_POLL_S if wait else 0)
            except Timeout:
                if not wait:
                    return False
            else:
                return True
        return False
