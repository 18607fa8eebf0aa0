"""Taking the words of turns: a turn is emptied and keeps its row, so its name stays taken.

What goes with time goes in this way alone. It is no forgetting: what says nothing of these words
stays, as the marks of the night's steps do, why one of them failed, and what is kept of batches
that held other turns.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.history.recalls.log import forget_turn
from familiar_memory.history.sessions.membership import bump
from familiar_memory.history.turns.quoting import quoting
from familiar_memory.history.turns.replies import forget_replies_of

__all__ = ["empty_named", "empty_turns", "is_left", "rows_of"]

_EMPTY = (
    "UPDATE turns SET text = '', actions = '[]', reply_to = NULL, amended_us = ?,"
    " state = 'deleted' WHERE id = ?"
)
_LEFT = "state != 'deleted' OR text != '' OR actions != '[]' OR reply_to IS NOT NULL"
_KEPT_OF_BATCHES = (
    "SELECT id, reply || char(10) || staged || char(10) || detail FROM batches"
    " WHERE reply != '' OR staged != '' OR detail != ''"
)
_FORGET_BATCH = "UPDATE batches SET reply = '', staged = '', detail = '' WHERE id = ?"
_PROBLEMS = "SELECT id, problem FROM night_steps WHERE problem != ''"
_FORGET_PROBLEM = "UPDATE night_steps SET problem = '' WHERE id = ?"


def empty_named(connection: sqlite3.Connection, names: Iterable[TurnName], at_us: int) -> int:
    """Empty the turns of these names, and what quotes them or was said of their batches."""
    rows = [row for name in names for row in rows_of(connection, *name)]
    said = [text for row in rows for text in _said_in(connection, row)]
    changed = forget_replies_of(connection, rows)
    changed += _forget_quoting(connection, said, _KEPT_OF_BATCHES, _FORGET_BATCH)
    changed += _forget_quoting(connection, said, _PROBLEMS, _FORGET_PROBLEM)
    return changed + empty_turns(connection, rows, at_us)


def empty_turns(connection: sqlite3.Connection, rows: Iterable[int], at_us: int) -> int:
    """Empty those turns that are not empty, as a deletion does."""
    count = 0
    for row in rows:
        found = connection.execute(
            f"SELECT p.slug, t.ref, t.session FROM turns t JOIN places p ON p.id = t.place"
            f" WHERE t.id = ? AND ({_LEFT})",
            (row,),
        ).fetchone()
        if found is None:
            continue
        place, ref, session = found
        connection.execute(_EMPTY, (at_us, row))
        forget_turn(connection, place, ref)
        bump(connection, session)
        count += 1
    return count


def is_left(connection: sqlite3.Connection, row: int) -> bool:
    """Whether anything is left of what a turn said."""
    return bool(
        connection.execute(f"SELECT 1 FROM turns WHERE id = ? AND ({_LEFT})", (row,)).fetchone()
    )


def rows_of(connection: sqlite3.Connection, place: str, ref: str) -> list[int]:
    """The rows of the turns of a name."""
    rows = connection.execute(
        "SELECT t.id FROM turns t JOIN places p ON p.id = t.place WHERE p.slug = ? AND t.ref = ?",
        (place, ref),
    )
    return [int(row[0]) for row in rows]


def _said_in(connection: sqlite3.Connection, row: int) -> list[str]:
    text, actions = connection.execute(
        "SELECT text, actions FROM turns WHERE id = ?", (row,)
    ).fetchone()
    return [text, *json.loads(actions)]


def _forget_quoting(
    connection: sqlite3.Connection, said: Iterable[str], kept: str, forget: str
) -> int:
    texts = dict(connection.execute(kept).fetchall())
    found = [(row,) for row in quoting(texts, said)]
    connection.executemany(forget, found)
    return len(found)
