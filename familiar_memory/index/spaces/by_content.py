"""Vectors by the content they stand for: what was embedded once is not embedded again."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from familiar_memory.index.rows.checksums import VECTORS

if TYPE_CHECKING:
    from familiar_memory.index.array_types import F32

__all__ = ["known_vectors", "put_vectors", "text_hash"]

_BATCH = 500
"""SQLite took 999 variables in a statement before version 3.32."""


def text_hash(text: str) -> bytes:
    """Name a text by its content, in 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def known_vectors(
    connection: sqlite3.Connection, number: int, hashes: Sequence[bytes]
) -> dict[bytes, F32]:
    """Those of the hashes that are known in a numbered space."""
    import numpy as np

    found: dict[bytes, F32] = {}
    for start in range(0, len(hashes), _BATCH):
        batch = hashes[start : start + _BATCH]
        marks = ",".join("?" * len(batch))
        rows = connection.execute(
            f"SELECT {VECTORS.select('v')} FROM vectors v"
            f" WHERE embedder = ? AND text_hash IN ({marks})",
            (number, *batch),
        )
        found.update(
            (bytes(key), np.frombuffer(vector, "<f4")) for _, key, vector in VECTORS.checked(rows)
        )
    return found


def put_vectors(connection: sqlite3.Connection, number: int, vectors: Mapping[bytes, F32]) -> None:
    """Keep vectors of a numbered space; those that are there already stay."""
    connection.executemany(
        VECTORS.insert("embedder", verb="INSERT OR IGNORE"),
        [
            (number, *VECTORS.row(key, vector.astype("<f4").tobytes()))
            for key, vector in vectors.items()
        ],
    )
