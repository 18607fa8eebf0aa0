"""Ask an embedder, and trust nothing of it: what it raises, what it returns, how long it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from time import monotonic
from typing import TypeVar

from familiar_memory.embeddings.base import Embedder, Vectors, is_quick
from familiar_memory.errors import EmbedderError

__all__ = ["QuestionEmbedder", "counted", "document_rows", "question_vector"]

_T = TypeVar("_T")
_AT_ONCE = 8
"""So many questions go through a model at once; more wait, and a stuck model holds no more."""
_SHORT_CHARS = 4_000
"""What is longer takes its time with any embedder."""


def document_rows(embedder: Embedder, texts: Sequence[str]) -> list[Vectors | None]:
    """A vector a text, None where what came is no vector (NaN, infinity, too large a number).

    Raises:
        EmbedderError: the model failed, in whatever way, or gave another shape.
    """
    import numpy as np

    rows = _asked(embedder, lambda: np.asarray(embedder.embed_documents(texts), np.float32))
    if rows.shape != (len(texts), embedder.id.dimension):
        raise _unusable(embedder, f"an array of shape {rows.shape} for {len(texts)} texts")
    return [row if _is_vector(row) else None for row in rows]


def counted(embedder: Embedder, text: str) -> int:
    """The length of a text in the model's tokens.

    Raises:
        EmbedderError: the model failed, in whatever way.
    """
    return _asked(embedder, lambda: embedder.count_tokens(text))


class QuestionEmbedder:
    """Embeds questions within a time; who is late is left behind. Safe to share between threads."""

    def __init__(self) -> None:
        """No thread is started before it is needed."""
        self._lock = threading.Lock()
        self._under_way: dict[tuple[str, str], Future[Vectors]] = {}
        self._free = threading.BoundedSemaphore(_AT_ONCE)

    def vector(self, embedder: Embedder, text: str, ends: float) -> Vectors:
        """The vector of a question, by the moment `ends` of `time.monotonic`.

        Raises:
            EmbedderError: the model failed, in whatever way, gave no vector, or is not ready.
        """
        if is_quick(embedder) and len(text) <= _SHORT_CHARS:
            # A thread of its own would cost more than the embedding.
            return question_vector(embedder, text)
        future = self._started(embedder, text, ends)
        try:
            return future.result(max(ends - monotonic(), 0.0))
        except FutureTimeoutError:
            raise _late(embedder) from None

    def _started(self, embedder: Embedder, text: str, ends: float) -> Future[Vectors]:
        """The work on a text: a question that is asked again waits for the same."""
        name = (embedder.id.key, text)
        with self._lock:
            if (under_way := self._under_way.get(name)) is not None:
                return under_way
        if not self._free.acquire(timeout=max(ends - monotonic(), 0.0)):
            raise _late(embedder)
        future: Future[Vectors] = Future()
        with self._lock:
            self._under_way[name] = future
        work = threading.Thread(
            target=self._run, args=(embedder, name, future), name="embed", daemon=True
        )
        try:
            work.start()
        except RuntimeError as problem:
            self._let_go(name, future)
            # Whoever asked the same meanwhile waits for it too.
            future.set_exception(_failed(embedder, problem))
        return future

    def _run(self, embedder: Embedder, name: tuple[str, str], future: Future[Vectors]) -> None:
        try:
            result, problem = question_vector(embedder, name[1]), None
        except BaseException as raised:  # noqa: BLE001 - it goes to whoever waits for the result
            result, problem = None, raised
        self._let_go(name, future)
        if result is None:
            future.set_exception(problem)
        else:
            future.set_result(result)

    def _let_go(self, name: tuple[str, str], future: Future[Vectors]) -> None:
        with self._lock:
            if self._under_way.get(name) is future:
                del self._under_way[name]
        self._free.release()


def question_vector(embedder: Embedder, text: str) -> Vectors:
    """The vector of a question, however long it takes.

    Raises:
        EmbedderError: the model failed, in whatever way, or gave no vector.
    """
    import numpy as np

    row = _asked(embedder, lambda: np.asarray(embedder.embed_query(text), np.float32))
    if row.shape != (embedder.id.dimension,):
        raise _unusable(embedder, f"an array of shape {row.shape} for a question")
    if not _is_vector(row):
        raise _unusable(embedder, "a vector that holds something that is not a number")
    return row


def _is_vector(row: Vectors) -> bool:
    """Whether its products with others of its kind are numbers: one that is none hides words."""
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(row @ row))


def _asked(embedder: Embedder, ask: Callable[[], _T]) -> _T:
    try:
        return ask()
    except EmbedderError:
        raise
    except Exception as problem:
        raise _failed(embedder, problem) from problem


def _failed(embedder: Embedder, problem: Exception) -> EmbedderError:
    # Its own words may quote what it was given: a note, or where a file lies.
    return EmbedderError(
        f"the embedder {embedder.id.name} failed: {type(problem).__name__}",
        "a model that can be run",
    )


def _unusable(embedder: Embedder, what: str) -> EmbedderError:
    return EmbedderError(
        f"the embedder {embedder.id.name} gave {what}",
        f"finite numbers, {embedder.id.dimension} a text",
    )


def _late(embedder: Embedder) -> EmbedderError:
    return EmbedderError(
        f"the embedder {embedder.id.name} was not ready in time", "a longer deadline"
    )
