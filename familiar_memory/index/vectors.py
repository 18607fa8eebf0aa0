"""Vectors by the content they stand for: what was embedded once is not embedded again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.segment import F32

__all__ = ["IndexVectorCache", "text_hash"]

_BATCH = 500


def text_hash(text: str) -> bytes:
    """Name a text by its content, in 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class IndexVectorCache:
    """The vectors of one index; the index belongs to one embedder, so hashes suffice.

    Raises `IndexUnavailableError` when the index cannot be read or written.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database

    def get_many(self, hashes: Sequence[bytes]) -> dict[bytes, F32]:
        """Those of the hashes that are known."""
        found: dict[bytes, F32] = {}
        with self._database.using() as connection:
            for start in range(0, len(hashes), _BATCH):
                batch = hashes[start : start + _BATCH]
                marks = ",".join("?" * len(batch))
                rows = connection.execute(
                    f"SELECT text_hash, vector FROM vectors WHERE text_hash IN ({marks})", batch
                )
                found.update((bytes(key), np.frombuffer(vector, "<f4")) for key, vector in rows)
        return found

    def put_many(self, vectors: Mapping[bytes, F32]) -> None:
        """Keep vectors; inside the caller's transaction when there is one."""
        with self._database.using() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO vectors(text_hash, vector) VALUES (?, ?)",
                [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()],
            )

    def collect_garbage(self) -> int:
        """Drop vectors that no chunk uses any more."""
        with self._database.transaction() as connection:
            return connection.execute(
                "DELETE FROM vectors WHERE text_hash NOT IN (SELECT text_hash FROM chunk_windows)"
            ).rowcount
