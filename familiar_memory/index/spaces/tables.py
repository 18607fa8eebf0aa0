"""The tables of vector spaces: which there are, what each covers, and what may go."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from familiar_memory.index.rows.marks import mark, unmark

__all__ = [
    "LACKS_VECTORS",
    "drop_unused",
    "find_number",
    "forget_earlier_notes",
    "is_whole",
    "last_used",
    "last_used_in",
    "note_written",
    "number_of",
    "whole_mark",
]

_FORMER_KEYS = ("embedder", "next_embedder", "vectors_epoch")
"""What earlier versions noted in `meta`: the first is the space that was answered from."""

LACKS_VECTORS = """
FROM chunks c WHERE c.text != '' AND (
    NOT EXISTS (SELECT 1 FROM chunk_windows w WHERE w.chunk = c.id AND w.embedder = :space)
    OR EXISTS (SELECT 1 FROM chunk_windows w
               LEFT JOIN vectors v ON v.embedder = w.embedder AND v.text_hash = w.text_hash
               WHERE w.chunk = c.id AND w.embedder = :space AND v.text_hash IS NULL))
"""
"""The chunks that lack vectors of a numbered space."""


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
        "SELECT key FROM embedders LEFT JOIN (SELECT value FROM meta WHERE key = ?)"
        " WHERE last_used > 0 OR key = value ORDER BY key = value DESC, last_used DESC LIMIT 1",
        (_FORMER_KEYS[0],),
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


def forget_earlier_notes(connection: sqlite3.Connection) -> None:
    """Drop what an earlier version noted: it no longer says which space was used last."""
    connection.executemany("DELETE FROM meta WHERE key = ?", [(key,) for key in _FORMER_KEYS])


def whole_mark(number: int) -> str:
    """The mark of a space in which no chunk lacks vectors.

    A number is never used twice, so that what is noted of a space goes with it.
    """
    return f"whole_space:{number}"


def is_whole(connection: sqlite3.Connection, number: int) -> bool:
    """Whether it is known that no chunk lacks vectors of a numbered space."""
    return mark(connection, whole_mark(number)) is not None


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
    others = connection.execute("SELECT id FROM embedders WHERE id != ?", (covering,)).fetchall()
    for (other,) in others:
        unmark(connection, whole_mark(other))


def drop_unused(connection: sqlite3.Connection, own: str, keep: int) -> None:
    """Drop vectors of no text that stands here, and spaces that nobody has asked with for long.

    The process's own space stays, the `keep` others that were used last, and the one that
    was begun last. As long as the own one lacks something, all its vectors stay: what they
    stand for may be what is still to be read. So do all of a space for which no chunk has been
    cut yet: they were carried over from an index that was made anew, and going back to that
    embedder is to cost nothing.
    """
    connection.execute(
        "DELETE FROM embedders WHERE key != :own AND id NOT IN"
        " (SELECT id FROM embedders WHERE key != :own AND last_used > 0"
        "  ORDER BY last_used DESC LIMIT :keep)"
        " AND id != (SELECT coalesce(max(id), 0) FROM embedders WHERE last_used = 0)",
        {"own": own, "keep": keep},
    )
    number = find_number(connection, own)
    # Not NOT IN: with two columns SQLite reads all windows for each vector that none of them has.
    connection.execute(
        "DELETE FROM vectors WHERE embedder != ? AND (embedder, text_hash) IN"
        " (SELECT embedder, text_hash FROM vectors"
        "  EXCEPT SELECT embedder, text_hash FROM chunk_windows)"
        " AND embedder IN (SELECT embedder FROM chunk_windows)",
        (0 if is_whole(connection, number) else number,),
    )
