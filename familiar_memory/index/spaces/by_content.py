"""Vectors by the content they stand for: what was embedded once is not embedded again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from familiar_memory.index.array_types import F32
from familiar_memory.index.database import IndexDatabase
from familiar_memory.index.rows.checksums import VECTORS

__all__ = ["IndexVectorCache", "text_hash"]

_BATCH = 500


def text_hash(text: str) -> bytes:
    """Name a text by its content, in 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class IndexVectorCache:
    """The vectors of one index, by the key of their space and the text that they stand for.

    Raises `IndexUnavailableError` when the index cannot be read or written.
    """

    def __init__(self, database: IndexDatabase) -> None:
        self._database = database

    def get_many(self, hashes: Sequence[bytes], space: str) -> dict[bytes, F32]:
        """Those of the hashes that are known in a space."""
        found: dict[bytes, F32] = {}
        with self._database.using() as connection:
            for start in range(0, len(hashes), _BATCH):
                batch = hashes[start : start + _BATCH]
                marks = ",".join("?" * len(batch))
                rows = connection.execute(
                    f"SELECT {VECTORS.select('v')} FROM vectors v"
                    " WHERE embedder = (SELECT id FROM embedders WHERE key = ?)"
                    f" AND text_hash IN ({marks})",
                    (space, *batch),
                )
                found.update(
                    (bytes(key), np.frombuffer(vector, "<f4"))
                    for _, key, vector in VECTORS.checked(rows)
                )
        return found

    def put_many(self, vectors: Mapping[bytes, F32], number: int) -> None:
        """Keep vectors of a numbered space; inside the caller's transaction, if there is one."""
        with self._database.using() as connection:
            connection.executemany(
                VECTORS.insert("embedder", verb="INSERT OR IGNORE"),
                [
                    (number, *VECTORS.row(key, vector.astype("<f4").tobytes()))
                    for key, vector in vectors.items()
                ],
            )
