"""Taking texts and ids out of what others said, and out of what is kept beside the turns."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from familiar_memory.domain.sought import Sought
from familiar_memory.history.places import names_card
from familiar_memory.history.sessions.membership import bump
from familiar_memory.history.turn_rows import actions_json

__all__ = ["redact_rest", "redact_turns"]

# What else may hold it, and what becomes of it.
_KEPT_BESIDE: Final = (
    "UPDATE recalls SET question = NULL WHERE is_sought(question)",
    "DELETE FROM surfaced WHERE is_sought(key)",
    "UPDATE batches SET detail = '' WHERE is_sought(detail)",
    "DELETE FROM watermarks WHERE is_sought(name)",
)


def redact_turns(
    connection: sqlite3.Connection, sought: Sought, at_us: int
) -> tuple[list[int], int]:
    """Take what is sought out of turns: ids, and whole lines.

    Those (by row) of which nothing is left, for the caller to empty, and how many keep something.
    `is_sought` is known to the connection.
    """
    if not sought:
        return [], 0
    emptied: list[int] = []
    rows = {
        row: turn
        for row, *turn in connection.execute(
            "SELECT id, text, actions, session FROM turns WHERE state != 'deleted' AND"
            " (is_sought(text) OR is_sought(actions))"
        )
    }
    for row, (text, actions, session) in rows.items():
        rest = sought.taken_from(text)
        kept = tuple(one for one in map(sought.taken_from, json.loads(actions)) if one.strip())
        if not rest.strip() and not kept:
            emptied.append(row)
            continue
        connection.execute(
            "UPDATE turns SET text = ?, actions = ?, amended_us = ?, state = 'edited' WHERE id = ?",
            (rest, actions_json(kept), at_us, row),
        )
        bump(connection, session)
    return emptied, len(rows) - len(emptied)


def redact_rest(connection: sqlite3.Connection, sought: Sought) -> int:
    """Take texts out of what is kept beside the turns: names, questions, details, marks."""
    count = 0
    for statement in _KEPT_BESIDE:
        count += connection.execute(statement).rowcount if sought else 0
    for row, card in connection.execute("SELECT id, card FROM author_names").fetchall():
        if sought.is_in(card):
            count += 1
            _redact_card(connection, row, card, sought)
    for row, card in connection.execute("SELECT id, card FROM place_names").fetchall():
        if sought.is_in(card):
            count += 1
            _redact_place_names(connection, row, card, sought)
    return count


def _redact_place_names(
    connection: sqlite3.Connection, row: int, card: str, sought: Sought
) -> None:
    """Take the names out of what places are called; others may be called the rest already."""
    kept = (None if name is None or sought.is_in(name) else name for name in json.loads(card))
    rest = names_card(*kept)
    connection.execute("UPDATE turns SET called = NULL WHERE called = ? AND ? IS NULL", (row, rest))
    if rest is not None:
        connection.execute("INSERT OR IGNORE INTO place_names (card) VALUES (?)", (rest,))
        connection.execute(
            "UPDATE turns SET called = (SELECT id FROM place_names WHERE card = ?)"
            " WHERE called = ?",
            (rest, row),
        )
    connection.execute("DELETE FROM place_names WHERE id = ?", (row,))


def _redact_card(connection: sqlite3.Connection, row: int, card: str, sought: Sought) -> None:
    """Take the names out of a card; the same person may have one that says so already.

    Sessions show it beside what was said under it, so those count as amended.
    """

    def kept(name: str | None) -> str | None:
        return None if name is None or sought.is_in(name) else name

    for (session,) in connection.execute(
        "SELECT DISTINCT session FROM turns WHERE name = ?", (row,)
    ).fetchall():
        bump(connection, session)
    display_name, username, aliases = json.loads(card)
    rest = json.dumps(
        [kept(display_name), kept(username), [one for one in aliases if kept(one)]],
        ensure_ascii=False,
    )
    same = connection.execute(
        "SELECT o.id FROM author_names o JOIN author_names n ON n.author = o.author"
        " WHERE n.id = ? AND o.card = ?",
        (row, rest),
    ).fetchone()
    if same is None:
        connection.execute("UPDATE author_names SET card = ? WHERE id = ?", (rest, row))
        return
    connection.execute("UPDATE turns SET name = ? WHERE name = ?", (same[0], row))
    connection.execute("DELETE FROM author_names WHERE id = ?", (row,))
