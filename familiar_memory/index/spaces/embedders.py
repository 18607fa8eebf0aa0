"""Which vector space an index answers from, and how another takes its place.

One space is *live*: every vector that is scored belongs to it. While another is being
prepared beside it (*next*), its windows and vectors are in the same tables under its own
number, so that no reader meets them; one transaction then makes it the live one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from familiar_memory.index.rows.checksums import WINDOWS

__all__ = [
    "ChunkWindows",
    "EmbedderRows",
    "Recorded",
    "abandon_next",
    "begin_next",
    "count_wanting",
    "drop_former",
    "embedder_rows",
    "find_number",
    "live_key",
    "make_live",
    "number_of",
    "put_windows",
    "recorded",
    "vectors_changed",
    "wanting",
]

_LIVE = "embedder"
_NEXT = "next_embedder"
_EPOCH = "vectors_epoch"

ChunkWindows = tuple[int, str, tuple[bytes, ...]]
"""(chunk, its text, the hashes of its windows)"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the file says of its spaces; `number` is None when no known one is live.

    `epoch` grows whenever vectors appear without a document having changed.
    """

    live: str = ""
    number: int | None = None
    next: str = ""
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class EmbedderRows:
    """What one space takes: its vectors, their bytes, the chunks that have windows."""

    key: str
    dimension: int
    vectors: int
    size_bytes: int
    chunks: int


def recorded(connection: sqlite3.Connection) -> Recorded:
    """Read which space is live and which is to follow."""
    found = dict(
        connection.execute(
            "SELECT key, value FROM meta WHERE key IN (?, ?, ?)", (_LIVE, _NEXT, _EPOCH)
        ).fetchall()
    )
    live = found.get(_LIVE, "")
    number = connection.execute("SELECT id FROM embedders WHERE key = ?", (live,)).fetchone()
    return Recorded(
        live=live if number else "",
        number=None if number is None else number[0],
        next=found.get(_NEXT, ""),
        epoch=_number(found.get(_EPOCH, "")),
    )


def number_of(connection: sqlite3.Connection, key: str, dimension: int) -> int:
    """The number of a space; a new one is given the next."""
    connection.execute(
        "INSERT OR IGNORE INTO embedders(key, dimension, last_used) VALUES (?, ?, 0)",
        (key, dimension),
    )
    found = connection.execute("SELECT id FROM embedders WHERE key = ?", (key,)).fetchone()
    return int(found[0])


def find_number(connection: sqlite3.Connection, key: str) -> int:
    """The number of a space; 0, which is nobody's, when it is not known."""
    found = connection.execute("SELECT id FROM embedders WHERE key = ?", (key,)).fetchone()
    return int(found[0]) if found else 0


def make_live(connection: sqlite3.Connection, key: str, dimension: int) -> None:
    """Answer from this space from now on; it is no longer one to follow."""
    number = number_of(connection, key, dimension)
    _note_use(connection, number)
    _set(connection, _LIVE, key)
    if recorded(connection).next == key:
        abandon_next(connection)
    vectors_changed(connection)


def begin_next(connection: sqlite3.Connection, key: str, dimension: int) -> int:
    """Note that this space is being prepared; returns its number."""
    _set(connection, _NEXT, key)
    number = number_of(connection, key, dimension)
    _note_use(connection, number)
    return number


def abandon_next(connection: sqlite3.Connection) -> None:
    """Note that no space is being prepared; what it has so far is kept."""
    connection.execute("DELETE FROM meta WHERE key = ?", (_NEXT,))


def vectors_changed(connection: sqlite3.Connection) -> None:
    """Tell readers to read all vectors again."""
    _set(connection, _EPOCH, str(recorded(connection).epoch + 1))


_WANTING = """
FROM chunks c WHERE c.text != '' AND (
    NOT EXISTS (SELECT 1 FROM chunk_windows w WHERE w.chunk = c.id AND w.embedder = :number)
    OR EXISTS (SELECT 1 FROM chunk_windows w
               LEFT JOIN vectors v ON v.embedder = w.embedder AND v.text_hash = w.text_hash
               WHERE w.chunk = c.id AND w.embedder = :number AND v.text_hash IS NULL))
"""


def wanting(
    connection: sqlite3.Connection, number: int, after: int, limit: int
) -> list[tuple[int, str]]:
    """(chunk, text) of those that lack vectors of a space, by number, `after` excluded."""
    return connection.execute(
        f"SELECT c.id, c.text {_WANTING} AND c.id > :after ORDER BY c.id LIMIT :limit",
        {"number": number, "after": after, "limit": limit},
    ).fetchall()


def count_wanting(connection: sqlite3.Connection, number: int) -> int:
    """How many chunks lack vectors of a space."""
    found = connection.execute(f"SELECT count(*) {_WANTING}", {"number": number}).fetchone()
    return int(found[0])


def put_windows(
    connection: sqlite3.Connection, number: int, chunks: Iterable[ChunkWindows]
) -> None:
    """Give chunks their windows in a space; a chunk that has become another text is left."""
    for chunk, text, hashes in chunks:
        same = connection.execute(
            "SELECT 1 FROM chunks WHERE id = ? AND text = ?", (chunk, text)
        ).fetchone()
        if same is None:
            continue
        connection.execute(
            "DELETE FROM chunk_windows WHERE chunk = ? AND embedder = ?", (chunk, number)
        )
        connection.executemany(
            WINDOWS.insert(),
            [WINDOWS.row(chunk, number, window, name) for window, name in enumerate(hashes)],
        )


def drop_former(connection: sqlite3.Connection, keep: int) -> None:
    """Drop what nothing uses: vectors of no text that stands here, and old spaces.

    The live space stays, the one that is to follow, and the `keep` others used last.
    """
    now = recorded(connection)
    former = connection.execute(
        "SELECT id FROM embedders WHERE key NOT IN (?, ?) AND last_used > 0"
        " ORDER BY last_used DESC LIMIT ?",
        (now.live, now.next, keep),
    ).fetchall()
    kept = {row for (row,) in former}
    for number, key in connection.execute("SELECT id, key FROM embedders").fetchall():
        if key not in (now.live, now.next) and number not in kept:
            connection.execute("DELETE FROM embedders WHERE id = ?", (number,))
    connection.execute(
        "DELETE FROM vectors WHERE (embedder, text_hash) NOT IN"
        " (SELECT embedder, text_hash FROM chunk_windows)"
    )


def embedder_rows(connection: sqlite3.Connection) -> tuple[EmbedderRows, ...]:
    """What each space takes, the one that was live last first."""
    sizes: Mapping[int, tuple[int, int]] = {
        number: (count, size)
        for number, count, size in connection.execute(
            "SELECT embedder, count(*), sum(length(vector)) FROM vectors GROUP BY embedder"
        )
    }
    chunks = dict(
        connection.execute(
            "SELECT embedder, count(DISTINCT chunk) FROM chunk_windows GROUP BY embedder"
        ).fetchall()
    )
    return tuple(
        EmbedderRows(key, dimension, *sizes.get(number, (0, 0)), chunks.get(number, 0))
        for number, key, dimension in connection.execute(
            "SELECT id, key, dimension FROM embedders ORDER BY last_used DESC, id"
        ).fetchall()
    )


def live_key(file: Path) -> str:
    """The key of the space that the index in a file answers from; empty when it has none.

    A file that is missing, damaged or in use says nothing: whoever opens it finds out.
    """
    if not file.is_file():
        return ""
    try:
        with closing(sqlite3.connect(file, timeout=1)) as connection:
            return recorded(connection).live
    except (sqlite3.Error, ValueError):
        return ""


def _number(text: str) -> int:
    """A damaged number counts as none: it only tells readers to look again."""
    return int(text) if text.isascii() and text.isdigit() else 0


def _note_use(connection: sqlite3.Connection, number: int) -> None:
    connection.execute(
        "UPDATE embedders SET last_used = (SELECT max(last_used) + 1 FROM embedders) WHERE id = ?",
        (number,),
    )


def _set(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", (key, value))
