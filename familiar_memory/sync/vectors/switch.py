"""Put another embedder in the place of the one that an index answers from.

Everything is embedded beside the live vectors, which go on answering, and one
transaction makes the new ones live. Stopped or killed in the middle, it leaves the old
ones live and what was embedded so far kept, and the next one goes on from there.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from filelock import FileLock, Timeout

from familiar_memory.domain.progress import Progress
from familiar_memory.embeddings.base import Embedder
from familiar_memory.embeddings.slot import EmbedderSlot
from familiar_memory.embeddings.sound import question_vector
from familiar_memory.index.index import EmbeddingIndex
from familiar_memory.sync.vectors.vectorise import fill

__all__ = ["EmbedderSwitch", "SwitchReport", "switch_embedder"]

_log = logging.getLogger(__name__)
_LOCK_NAME = "embedder.lock"
_POLL_S = 0.5


@dataclass(frozen=True, slots=True)
class SwitchReport:
    """What a switch did.

    `embedded` windows went through the model for `chunks` chunks; the others' vectors were
    known from before. `has_vectors` is false for the embedder none. `done` is false when it
    was stopped, or when another process has chosen yet another embedder meanwhile.
    """

    embedder: str
    chunks: int = 0
    embedded: int = 0
    done: bool = True
    has_vectors: bool = True


def switch_embedder(
    index: EmbeddingIndex,
    embedder: Embedder,
    *,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> SwitchReport:
    """Embed what lacks vectors of this embedder, then answer from them.

    Raises:
        EmbedderError: the model cannot be loaded or run; the old vectors go on answering.
        IndexUnavailableError: the index cannot be read or written.
    """
    space = embedder.id
    index.spaces.begin(space.key, space.dimension)
    filled = fill(index, embedder, progress=progress, stopped=stopped)
    done = not stopped() and index.spaces.take_over(space.key, space.dimension)
    if not done and not stopped():
        index.spaces.give_up()
    return SwitchReport(space.key, filled.chunks, filled.embedded, done, space.dimension > 0)


class EmbedderSwitch:
    """Switches one open index, and the embedder that its process asks with.

    Only one switch of an index runs at a time, in any process. `problem` says why the
    process has no embedder of its own, when one was asked for.
    """

    def __init__(
        self, index: EmbeddingIndex, slot: EmbedderSlot, problem: str | None = None
    ) -> None:
        self._index = index
        self._slot = slot
        self._lock = FileLock(index.path.parent / _LOCK_NAME, thread_local=False)
        self._stop = threading.Event()
        self._running = threading.Lock()
        self.problem = problem

    @property
    def is_due(self) -> bool:
        """Whether the process's own embedder is to take the place of the live one.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        standing = self._index.spaces.standing()
        return standing.is_to_switch or bool(
            standing.own and standing.own == standing.recorded.next
        )

    def finish(self, progress: Progress | None = None, *, wait: bool = False) -> SwitchReport:
        """Do what is due, if anything; with `wait`, also when another process is at it.

        Raises:
            EmbedderError: the model cannot be loaded or run.
            IndexUnavailableError: the index cannot be read or written.
        """
        if not self.is_due:
            return SwitchReport(self._slot.id.key)
        return self._run(self._slot.held, progress, wait=wait, is_needed=lambda: self.is_due)

    def to(self, embedder: Embedder, progress: Progress | None = None) -> SwitchReport:
        """Switch the index and this process to another embedder.

        Raises:
            EmbedderError: the model cannot be loaded or run; all stays as it was.
            IndexUnavailableError: the index cannot be read or written.
        """
        # Found out before anything is written: a model that cannot run would be no end.
        self._stop.clear()
        question_vector(embedder, "a question")
        return self._run(embedder, progress, wait=True)

    def stop(self) -> None:
        """End what is running after its present batch; a later start goes on from there."""
        self._stop.set()

    def _run(
        self,
        embedder: Embedder,
        progress: Progress | None,
        *,
        wait: bool,
        is_needed: Callable[[], bool] = lambda: True,
    ) -> SwitchReport:
        if not self._running.acquire(blocking=wait):
            return SwitchReport(embedder.id.key, done=False)
        try:
            if not self._acquire(wait):
                return SwitchReport(embedder.id.key, done=False)
            try:
                if not is_needed():
                    # Another process has done it meanwhile.
                    return SwitchReport(embedder.id.key)
                report = switch_embedder(
                    self._index, embedder, progress=progress, stopped=self._stop.is_set
                )
                if report.done:
                    self._adopt(embedder)
                return report
            finally:
                self._lock.release()
        finally:
            self._running.release()

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

    def _adopt(self, embedder: Embedder) -> None:
        self._index.spaces.adopt(embedder.id.key, embedder.id.dimension)
        former = self._slot.exchange(embedder)
        self.problem = None
        if former is not embedder:
            former.close()

    def forget_abandoned(self) -> None:
        """Take back the note of a switch that nobody is at, and that is not this process's.

        For a process that has just been opened, and has the embedder that is live.
        """
        standing = self._index.spaces.standing()
        if not (standing.is_live and standing.recorded.next):
            return
        try:
            with self._lock.acquire(timeout=0):
                self._index.spaces.abandon()
        except Timeout:
            _log.info("another process is switching the embedder")
