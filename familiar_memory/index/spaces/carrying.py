"""Carry vectors out of an index that is made anew into the one that takes its place.

Another version reads notes and turns otherwise; what a text means to a model stays the same,
and costs most to find out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from familiar_memory.index.rows.checksums import VECTORS
from familiar_memory.index.spaces.tables import last_used

__all__ = ["carry_vectors"]

_HELD = """
CREATE TABLE embedders(id INTEGER, key TEXT, dimension INTEGER, last_used INTEGER);
CREATE TABLE vectors(embedder INTEGER, checksum INTEGER, text_hash BLOB, vector BLOB);
"""


def carry_vectors(old: sqlite3.Connection) -> Callable[[sqlite3.Connection], None]:
    """Take all spaces and vectors that are as they were written; returns what puts them back.

    The space that was used last comes in front of the others. Vectors of versions that kept
    no checksum beside them cannot be distinguished from damaged ones, and are left behind.

    Raises:
        sqlite3.Error: none can be read, or there is no room for them.
    """
    columns = {name for _, name, *_ in old.execute("PRAGMA table_info(vectors)")}
    if "checksum" not in columns:
        return _put_nothing
    # A file of its own that goes by itself: there may be more than fits into memory.
    held = sqlite3.connect("")
    held.executescript(_HELD)
    spaces = old.execute(
        "SELECT id, key, dimension, last_used FROM embedders ORDER BY key = ?, last_used",
        (last_used(old),),
    ).fetchall()
    held.executemany(
        "INSERT INTO embedders VALUES (?, ?, ?, ?)",
        [(*space, used and order) for order, (*space, used) in enumerate(spaces, start=1)],
    )
    rows = old.execute(f"SELECT v.embedder, {VECTORS.select('v')} FROM vectors v")
    sound = (row for row in rows if VECTORS.is_sound(row[1:]))
    held.executemany("INSERT INTO vectors VALUES (?, ?, ?, ?)", sound)

    def put(new: sqlite3.Connection) -> None:
        new.executemany(
            "INSERT INTO embedders(id, key, dimension, last_used) VALUES (?, ?, ?, ?)",
            held.execute("SELECT * FROM embedders"),
        )
        new.executemany(
            VECTORS.insert("embedder", verb="INSERT OR IGNORE"),
            held.execute("SELECT * FROM vectors"),
        )
        held.close()

    return put


def _put_nothing(_: sqlite3.Connection) -> None:
    """None are kept."""
