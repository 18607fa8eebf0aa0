"""Public fakes: what a test puts in the place of models, of time and of the disk."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from familiar_memory.embeddings.base import STATIC_WEIGHT, EmbedderId, Vectors
from familiar_memory.errors import NotFoundError
from familiar_memory.llm.base import ChatMessage, ChatRequest, Completion, Usage
from familiar_memory.store.disk.filesystem import FileSystem, PathOrSpot
from familiar_memory.testing.memory_history.history import MemoryHistory
from familiar_memory.testing.memory_index.index import MemoryIndex

__all__ = [
    "Crash",
    "FaultyFileSystem",
    "FileTree",
    "FixedClock",
    "HashEmbedder",
    "MemoryHistory",
    "MemoryIndex",
    "ScriptedModel",
]

_WORD = re.compile(r"\w+")


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime) -> None:
        """Stand at an aware moment."""
        if now.utcoffset() is None:
            raise ValueError("the moment must carry an offset from UTC")
        self._now = now

    def now(self) -> datetime:
        """The moment at which the clock stands."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move on (or back)."""
        self._now += by


class HashEmbedder:
    """A deterministic embedder without a model: texts that share words are near.

    Each word, case folded, adds 1 in one of 64 places that its hash chooses; a token is
    a word. `calls` lists the batches of texts that it was asked to embed.
    """

    DIMENSION = 64

    def __init__(self, *, name: str = "hash", max_tokens: int = 512) -> None:
        """Two embedders of different names stand for two vector spaces."""
        self._name = name
        self._max_tokens = max_tokens
        self.calls: list[tuple[str, ...]] = []

    @property
    def id(self) -> EmbedderId:
        """The space of this fake."""
        return EmbedderId(self._name, "bag-of-hashed-words", self.DIMENSION, weight=STATIC_WEIGHT)

    @property
    def max_tokens(self) -> int:
        """As given."""
        return self._max_tokens

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One row a text; see `Embedder`."""
        self.calls.append(tuple(texts))
        rows = np.zeros((len(texts), self.DIMENSION), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._embed(text)
        return rows

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question; the same as of a document."""
        return self._embed(text)

    def count_tokens(self, text: str) -> int:
        """The number of words."""
        return len(_WORD.findall(text))

    def close(self) -> None:
        """Nothing to let go of."""

    def _embed(self, text: str) -> Vectors:
        row = np.zeros(self.DIMENSION, np.float32)
        for word in _WORD.findall(text.casefold()):
            digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=2).digest()
            row[int.from_bytes(digest, "big") % self.DIMENSION] += 1
        length = np.sqrt(np.square(row).sum())
        return row / length if length else row


class ScriptedModel:
    """A chat model that says what it was given to say, in order.

    A reply is a text, a completion, an error to raise, or a function of the messages that
    gives one of these. `calls` lists the messages of each call.
    """

    def __init__(self, *replies: object, name: str = "test:scripted") -> None:
        """When the replies are used up, another call is a mistake of the test."""
        self._replies = list(replies)
        self._name = name
        self.calls: list[tuple[ChatMessage, ...]] = []
        self.is_closed = False

    @property
    def name(self) -> str:
        """As given."""
        return self._name

    async def complete(self, request: ChatRequest) -> Completion:
        """The next reply; see `ChatModel`."""
        self.calls.append(request.messages)
        reply = self._replies.pop(0)
        if callable(reply):
            reply = reply(request.messages)
        if isinstance(reply, BaseException):
            raise reply
        if isinstance(reply, Completion):
            return reply
        words = sum(len(_WORD.findall(message.text)) for message in request.messages)
        return Completion(str(reply), Usage(words, len(_WORD.findall(str(reply)))), self._name)

    async def close(self) -> None:
        """Note that it was closed."""
        self.is_closed = True


class Crash(BaseException):
    """The process is gone: nothing after this runs."""


class FaultyFileSystem(FileSystem):
    """The real disk, until the call of a given number fails, once or for ever.

    `calls` names what was called, in order. Without `links` or `folders` it is a disk
    without hard links, or a system that cannot work from an open folder. Somebody may
    save in between: `save_before` is run once, before the first call of that name.
    Nothing waits for the disk, which would only make tests slow.
    """

    def __init__(self, *, links: bool = True, folders: bool = True) -> None:
        """Begin without a fault."""
        self.calls: list[str] = []
        self._links = links
        self._folders = folders
        self._fail_at: int | None = None
        self._error: Callable[[], BaseException] = Crash
        self._for_ever = True
        self._save: tuple[str, Callable[[], object]] | None = None

    @property
    def parallel_writes(self) -> int:
        """One: the calls are counted, so they have an order."""
        return 1

    def fail_at(
        self,
        number: int,
        error: Callable[[], BaseException] = Crash,
        *,
        for_ever: bool = True,
    ) -> None:
        """Count from now: the call of this number fails (and, `for_ever`, all after it)."""
        self.calls.clear()
        self._fail_at, self._error, self._for_ever = number, error, for_ever

    def save_before(self, name: str, save: Callable[[], object]) -> None:
        """Do this before the next call of that name, as an editor that saves in between."""
        self._save = (name, save)

    @property
    def works_from_folders(self) -> bool:
        """As it was made."""
        return self._folders

    def link(self, place: PathOrSpot, new: PathOrSpot) -> bool:
        """As the real one; False on a disk without links."""
        return super().link(place, new) if self._links else False

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if name.startswith("_") or name in ("fail_at", "save_before") or not callable(value):
            return value
        return lambda *args, **kwargs: self._called(name, value, args, kwargs)

    def _called(
        self,
        name: str,
        call: Callable[..., object],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> object:
        self.calls.append(name)
        if self._save is not None and self._save[0] == name:
            save, self._save = self._save[1], None
            save()
        if self._fails(len(self.calls)):
            if name == "close":
                # What the system does for a dead process.
                super().close(*args)
            raise self._error()
        return None if name in ("fsync", "sync_directory") else call(*args, **kwargs)

    def _fails(self, number: int) -> bool:
        if self._fail_at is None:
            return False
        return number == self._fail_at or (self._for_ever and number > self._fail_at)


class FileTree:
    """A tree in memory, as an exporter reads it (`transfer.exporter.TreeReader`)."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        """These files, by path."""
        self.files = dict(files or {})

    def paths(self, folder: str = "") -> list[str]:
        """Every visible file at or below a folder, sorted."""
        start = f"{folder}/" if folder else ""
        return sorted(
            path for path in self.files if path.startswith(start) and "/." not in f"/{path}"
        )

    def folders(self, folder: str = "") -> list[str]:
        """The folders directly in a folder, sorted, as paths."""
        start = f"{folder}/" if folder else ""
        below = (path[len(start) :] for path in self.files if path.startswith(start))
        return sorted({start + rest.partition("/")[0] for rest in below if "/" in rest})

    def has(self, path: str) -> bool:
        """Whether a file is there."""
        return path in self.files

    def read_bytes(self, path: str) -> bytes:
        """The bytes of a file; `NotFoundError` when there is none."""
        if path not in self.files:
            raise NotFoundError(f"{path}: there is no such file", "a path of the tree")
        return self.files[path]
