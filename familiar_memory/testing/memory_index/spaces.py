"""The vectors of an index in memory, by space and by text."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from familiar_memory.index.array_types import F32
from familiar_memory.index.spaces.base import (
    NO_SPACE,
    ChunkWindows,
    Space,
    SpaceSize,
    SpaceStanding,
)

__all__ = ["MemorySpaces"]

_Chunks = Callable[[], Iterable[tuple[int, str, tuple[str, str]]]]
"""(number, text, document's source and key) of every chunk that stands in the index."""


class MemorySpaces:
    """The `VectorStore` of an index that one process has in memory."""

    def __init__(self, own: Space, chunks: _Chunks, changed: Callable[[], None]) -> None:
        """Of an index with these chunks; `changed` tells its readers to read all anew."""
        self.own = own
        self._chunks = chunks
        self._changed = changed
        self._fallback = NO_SPACE
        self._is_adopted = False
        self._last = ""
        self._lock = threading.RLock()
        self._dimensions: dict[str, int] = {}
        self._windows: defaultdict[str, dict[str, tuple[bytes, ...]]] = defaultdict(dict)
        self._vectors: defaultdict[str, dict[bytes, F32]] = defaultdict(dict)

    def standing(self) -> SpaceStanding:
        """How the process stands to what is there now."""
        is_begun = self.own.key in self._dimensions and self._last != self.own.key
        return SpaceStanding(self.own.key, self._last, self._is_ready(), is_begun)

    def asked(self) -> Space:
        """The space that is asked with now: the own, else the one before; else `NO_SPACE`."""
        if self._is_ready():
            return self.own if self.own.dimension else NO_SPACE
        return self._fallback if self._fallback.key in self._dimensions else NO_SPACE

    def choose(self, space: Space) -> None:
        """Make this the process's own space; until it is ready, the present one is asked with."""
        self._fallback, self._is_adopted, self.own = self.asked(), False, space

    def fall_back_on(self, space: Space) -> None:
        """Ask with this space, where it is there, until the own one is ready."""
        self._fallback = space

    def adopt(self) -> None:
        """Ask with the own space from now on, and note that it was used."""
        self._is_adopted = True
        if self.own.key and self._last != self.own.key:
            self._last = self.own.key
            self._changed()

    def known(self, key: str, hashes: Sequence[bytes]) -> dict[bytes, F32]:
        """Those of the hashes of windows that have a vector in a space."""
        with self._lock:
            vectors = self._vectors[key]
            return {name: vectors[name] for name in hashes if name in vectors}

    def put(
        self, space: Space, chunks: Sequence[ChunkWindows], vectors: Mapping[bytes, F32]
    ) -> None:
        """Keep windows of chunks, and vectors, of a space: all of it, or nothing."""
        with self._lock:
            self._dimensions[space.key] = space.dimension
            for _, text, names in chunks:
                self._windows[space.key][text] = names
            for name, vector in vectors.items():
                self._vectors[space.key].setdefault(name, vector)

    def is_whole(self, key: str) -> bool:
        """Whether it is known that no chunk lacks vectors of a space."""
        return key in self._dimensions and not self.count_wanting(key)

    def wanting(self, key: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""
        lacking = ((n, text) for n, text, _ in self._chunks() if self.lacks(key, text))
        return sorted(one for one in lacking if one[0] > after)[:limit]

    def count_wanting(self, key: str) -> int:
        """How many chunks lack vectors of a space."""
        return sum(self.lacks(key, text) for _, text, _ in self._chunks())

    def filled(self, key: str, *, is_news: bool) -> None:
        """Where that `is_news`, have the readers of a space read anew."""
        if is_news:
            self._changed()

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that were left without vectors of the process's space."""
        if not self.own.dimension:
            return ()
        lacking = (name for _, text, name in self._chunks() if self.lacks(self.own.key, text))
        return tuple(sorted(set(lacking)))

    def sizes(self) -> tuple[SpaceSize, ...]:
        """What each space takes, the one that was asked with last first."""
        with self._lock:
            texts = [text for _, text, _ in self._chunks()]
            found = (
                SpaceSize(
                    key,
                    dimension,
                    len(self._vectors[key]),
                    sum(vector.nbytes for vector in self._vectors[key].values()),
                    sum(text in self._windows[key] for text in texts),
                )
                for key, dimension in self._dimensions.items()
            )
            return tuple(sorted(found, key=lambda one: one.key != self._last))

    def lacks(self, key: str, text: str) -> bool:
        """Whether a text that is there to be embedded lacks a vector of a space."""
        names = self._windows[key].get(text, ())
        vectors = self._vectors[key]
        return bool(text) and (not names or not all(name in vectors for name in names))

    def of_text(self, key: str, text: str) -> list[tuple[bytes, F32]]:
        """(hash, vector) of the windows of a text in a space, those that are there."""
        names, vectors = self._windows[key].get(text, ()), self._vectors[key]
        return [(name, vectors[name]) for name in names if name in vectors]

    def clear(self) -> None:
        """Forget every vector."""
        with self._lock:
            self._dimensions.clear()
            self._windows.clear()
            self._vectors.clear()

    def keep(self, texts: frozenset[str]) -> None:
        """Drop what stands for none of these texts."""
        with self._lock:
            for key, windows in self._windows.items():
                kept = {text: names for text, names in windows.items() if text in texts}
                self._windows[key] = kept
                used = {name for names in kept.values() for name in names}
                vectors = self._vectors[key]
                self._vectors[key] = {n: v for n, v in vectors.items() if n in used}

    def _is_ready(self) -> bool:
        own = self.own
        if not own.dimension or self._is_adopted:
            return bool(own.key)
        if not self._last:
            return own.key in self._dimensions or not any(True for _ in self._chunks())
        return self._last == own.key or self.is_whole(own.key)
