"""What is asked of the vectors of an index: by space, and by the text that they stand for.

A space is named by the key of the embedder whose vectors lie in it (`EmbedderId.key`).
Nothing in an index says from which space is to be answered: each process has its own, and
asks with it as soon as that one covers the texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from familiar_memory.index.array_types import F32

__all__ = ["NO_SPACE", "ChunkWindows", "Space", "SpaceSize", "SpaceStanding", "VectorStore"]

ChunkWindows = tuple[int, str, tuple[bytes, ...]]
"""(chunk, its text, the hashes of its windows)"""


class Space(NamedTuple):
    """A vector space: the key of its embedder, and how many numbers a vector has."""

    key: str
    dimension: int


NO_SPACE = Space("", 0)
"""Where no vectors are: answers go by words."""


@dataclass(frozen=True, slots=True)
class SpaceStanding:
    """How a process stands to the vectors that are there.

    `own` is the key of its space, empty when it could settle no embedder, and `last` the one
    that was asked with last, by any process, empty in a new index. `is_ready`: the own space
    covers the texts, and is asked with. `is_begun`: it has been begun and was never ready.
    """

    own: str
    last: str
    is_ready: bool
    is_begun: bool = False

    @property
    def told(self) -> str:
        """The space that is spoken of as the index's: the own one, or the one used last."""
        return self.own if self.is_ready else self.last

    @property
    def is_changing(self) -> bool:
        """Whether the process puts its own embedder in the place of another."""
        return bool(self.own and self.last) and self.own != self.last


@dataclass(frozen=True, slots=True)
class SpaceSize:
    """What one space takes: its vectors, their bytes, the chunks that have windows."""

    key: str
    dimension: int
    vectors: int
    size_bytes: int
    chunks: int


class VectorStore(Protocol):
    """The vectors of one index, as one process sees them; safe to use from several threads.

    Methods raise `IndexUnavailableError` when the index cannot be read or written.
    """

    def standing(self) -> SpaceStanding:
        """How the process stands to what is there now."""

    def asked(self) -> Space:
        """The space that is asked with now: the own, else the one before; else `NO_SPACE`."""

    def choose(self, space: Space) -> None:
        """Make this the process's own space; until it is ready, the present one is asked with."""

    def fall_back_on(self, space: Space) -> None:
        """Ask with this space, where it is there, until the own one is ready."""

    def adopt(self) -> None:
        """Ask with the own space from now on, and note that it was used."""

    def known(self, key: str, hashes: Sequence[bytes]) -> dict[bytes, F32]:
        """Those of the hashes of windows that have a vector in a space."""

    def put(
        self, space: Space, chunks: Sequence[ChunkWindows], vectors: Mapping[bytes, F32]
    ) -> None:
        """Keep windows of chunks, and vectors, of a space: all of it, or nothing."""

    def is_whole(self, key: str) -> bool:
        """Whether it is known that no chunk lacks vectors of a space."""

    def wanting(self, key: str, after: int, limit: int) -> list[tuple[int, str]]:
        """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""

    def count_wanting(self, key: str) -> int:
        """How many chunks lack vectors of a space."""

    def unembedded(self) -> tuple[tuple[str, str], ...]:
        """(source, key) of documents that lack vectors of the own space, in order."""

    def filled(self, key: str, *, is_news: bool) -> None:
        """Note what a space covers now; where that `is_news`, its readers read anew."""

    def sizes(self) -> tuple[SpaceSize, ...]:
        """What each space takes, the one that was asked with last first."""
