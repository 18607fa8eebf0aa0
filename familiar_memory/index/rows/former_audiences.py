"""For whom the lines of a document were that cannot be read any more, or has become empty.

Of such a document no row is left that says so: what cannot be read is indexed without its
old text, and many editors empty a file before they write it. What is noted here lasts until
there are lines again or the document is gone, and as long as this index.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

import orjson

from familiar_memory.index.rows.marks import mark, set_mark, unmark

__all__ = ["forget_former_audiences", "former_audiences", "note_former_audiences"]


def former_audiences(connection: sqlite3.Connection, source: str, key: str) -> frozenset[str]:
    """What was noted of a document; nothing, where that is damaged."""
    try:
        noted = orjson.loads(mark(connection, _name(source, key)) or "[]")
    except orjson.JSONDecodeError:
        return frozenset()
    return frozenset(map(str, noted)) if isinstance(noted, list) else frozenset()


def note_former_audiences(
    connection: sqlite3.Connection, source: str, key: str, audiences: Collection[str]
) -> None:
    """Note them of a document, in the place of those that were noted before."""
    set_mark(connection, _name(source, key), orjson.dumps(sorted(audiences)).decode())


def forget_former_audiences(connection: sqlite3.Connection, source: str, key: str) -> None:
    """Note that a document has lines again, or is gone."""
    unmark(connection, _name(source, key))


def _name(source: str, key: str) -> str:
    return f"former_audiences:{source}:{key}"
