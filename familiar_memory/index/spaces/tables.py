"""The tables of vector spaces: which there are, what each covers, and what may go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from familiar_memory.index.rows.checksums import WINDOWS
from familiar_memory.index.rows.marks import mark, set_mark, unmark
from familiar_memory.index.spaces.base import ChunkWindows, SpaceSize

__all__ = [
    "count_vectors",
    "count_wanting",
    "drop_unused",
    "find_number",
    "is_begun",
    "is_empty",
    "is_whole",
    "last_used",
    "last_used_in",
    "note_use",
    "note_whole",
    "note_written",
    "number_of",
    "put_windows",
    "sizes",
    "unembedded",
    "wanting",
]

_WHOLE = "whole_space:"
"""Marks a space in which no chunk lacks vectors, by its number.

A number is never used twice, so that what is noted of a space goes with it.
"""
_FORMER_KEYS = ("embedder", "next_embedder", "vectors_epoch")
"""What earlier versions noted in `meta`: the first is the space that was answered from."""


def number_of(connection: sqlite3.Connection, key: str, dimension: int) -> int:
    """The number of a space; a new one is given the next."""
    connection.execute(
        "INSERT OR IGNORE INTO embedders(key, dimension, last_used) VALUES (?, ?, 0)",
        (key, dimension),
    )
    return find_number(connection, key)


def find_number(connection: sqlite3.Connection, key: str) -> int:
    """The number of a space; 0, which is nobody's, when it is not known."""
    found = connection.execute("SELECT id FROM embedders WHERE key = ?", (key,)).fetchone()
    return int(found[0]) if found else 0


def last_used(connection: sqlite3.Connection) -> str:
    """The key of the space that was asked with last, by any process; empty when none was."""
    found = connection.execute(
        "SELECT key FROM embedders WHERE last_used > 0 OR key = :former"
        " ORDER BY key = :former DESC, last_used DESC LIMIT 1",
        {"former": _noted_by_an_earlier_version(connection)},
    ).fetchone()
    return found[0] if found else ""


def last_used_in(file: Path) -> str:
    """The same of the index in a file, for whoever has yet to open it.

    A file that is missing, damaged or in use says nothing: whoever opens it finds out.
    """
    if not file.is_file():
        return ""
    try:
        with closing(sqlite3.connect(file, timeout=1)) as connection:
            return last_used(connection)
    except (sqlite3.Error, ValueError):
        return ""


def note_use(connection: sqlite3.Connection, key: str, dimension: int) -> None:
    """Note that a space is asked with."""
    connection.execute(
        "UPDATE embedders SET last_used = (SELECT max(last_used) + 1 FROM embedders) WHERE id = ?",
        (number_of(connection, key, dimension),),
    )
    connection.executemany("DELETE FROM meta WHERE key = ?", [(key,) for key in _FORMER_KEYS])


def is_begun(connection: sqlite3.Connection, key: str) -> bool:
    """Whether vectors of a space have been made, and it was never asked with."""
    found = connection.execute(
        "SELECT 1 FROM embedders WHERE key = ? AND last_used = 0", (key,)
    ).fetchone()
    return found is not None


def is_empty(connection: sqlite3.Connection) -> bool:
    """Whether there is nothing to make vectors of."""
    return connection.execute("SELECT 1 FROM chunks LIMIT 1").fetchone() is None


def is_whole(connection: sqlite3.Connection, number: int) -> bool:
    """Whether it is known that no chunk lacks vectors of a numbered space."""
    return mark(connection, f"{_WHOLE}{number}") is not None


def note_whole(connection: sqlite3.Connection, number: int) -> bool:
    """Look whether any chunk lacks vectors of a space, and note it; False when one does."""
    whole = number > 0 and not _any_wanting(connection, number)
    if whole:
        set_mark(connection, f"{_WHOLE}{number}", "1")
    else:
        unmark(connection, f"{_WHOLE}{number}")
    return whole


def note_written(
    connection: sqlite3.Connection, number: int, windows: Iterable[bytes], *, lacks_some: bool
) -> None:
    """Note that chunks were written with these windows in one space, 0 = in none.

    Every other space lacks them now; this one where it `lacks_some`, or where another process
    has tidied a vector away after it was looked up.
    """
    sql = "SELECT EXISTS (SELECT 1 FROM vectors WHERE embedder = ? AND text_hash = ?)"
    found = (connection.execute(sql, (number, name)).fetchone()[0] for name in set(windows))
    covering = 0 if lacks_some or not all(found) else number
    for (other,) in connection.execute(
        "SELECT id FROM embedders WHERE id != ?", (covering,)
    ).fetchall():
        unmark(connection, f"{_WHOLE}{other}")


_LACKS = """
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
        f"SELECT c.id, c.text {_LACKS} AND c.id > :after ORDER BY c.id LIMIT :limit",
        {"number": number, "after": after, "limit": limit},
    ).fetchall()


def count_wanting(connection: sqlite3.Connection, number: int) -> int:
    """How many chunks lack vectors of a space."""
    found = connection.execute(f"SELECT count(*) {_LACKS}", {"number": number}).fetchone()
    return int(found[0])


def count_vectors(connection: sqlite3.Connection, key: str) -> int:
    """How many vectors there are of a space."""
    found = connection.execute(
        "SELECT count(*) FROM vectors WHERE embedder = ?", (find_number(connection, key),)
    ).fetchone()
    return int(found[0])


def unembedded(connection: sqlite3.Connection, number: int) -> tuple[tuple[str, str], ...]:
    """(source, key) of each document with a chunk that lacks vectors of a space, in order."""
    rows = connection.execute(
        "SELECT DISTINCT d.source, d.key FROM documents d"
        f" WHERE d.id IN (SELECT c.document {_LACKS}) ORDER BY 1, 2",
        {"number": number},
    )
    return tuple((source, key) for source, key in rows)


def put_windows(
    connection: sqlite3.Connection, number: int, chunks: Sequence[ChunkWindows]
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


def drop_unused(connection: sqlite3.Connection, own: str, keep: int) -> None:
    """Drop vectors of no text that stands here, and spaces that nobody has asked with for long.

    The process's own space stays, the `keep` others that were used last, and the one that
    was begun last.
    """
    connection.execute(
        "DELETE FROM embedders WHERE key != :own AND id NOT IN"
        " (SELECT id FROM embedders WHERE key != :own AND last_used > 0"
        "  ORDER BY last_used DESC LIMIT :keep)"
        " AND id != (SELECT coalesce(max(id), 0) FROM embedders WHERE last_used = 0)",
        {"own": own, "keep": keep},
    )
    connection.execute(
        "DELETE FROM vectors WHERE (embedder, text_hash) NOT IN"
        " (SELECT embedder, text_hash FROM chunk_windows)"
    )


def sizes(connection: sqlite3.Connection) -> tuple[SpaceSize, ...]:
    """What each space takes, the one that was asked with last first."""
    of_vectors: Mapping[int, tuple[int, int]] = {
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
        SpaceSize(key, dimension, *of_vectors.get(number, (0, 0)), chunks.get(number, 0))
        for number, key, dimension in connection.execute(
            "SELECT id, key, dimension FROM embedders ORDER BY last_used DESC, id"
        ).fetchall()
    )


def _any_wanting(connection: sqlite3.Connection, number: int) -> bool:
    found = connection.execute(f"SELECT EXISTS (SELECT 1 {_LACKS})", {"number": number}).fetchone()
    return bool(found[0])


def _noted_by_an_earlier_version(connection: sqlite3.Connection) -> str:
    found = connection.execute(
        "SELECT value FROM meta WHERE key = ?", (_FORMER_KEYS[0],)
    ).fetchone()
    return str(found[0]) if found else ""
