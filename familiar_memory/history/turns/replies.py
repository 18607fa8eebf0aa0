"""What models said of batches that failed, and what is staged: how it goes when its source does.

So does why a step of a night failed, and marks that are digests (`history.turns.mark_kinds`).

A reply is made of a whole page, which holds notes beside the turns of its batch, and says it in
words of its own. So nobody can tell of whom it does not speak: whatever is forgotten, all go. What
is staged for a batch is made of replies.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from familiar_memory.history.turns.mark_kinds import DROPPED
from familiar_memory.history.turns.turn_spans import in_spans

__all__ = ["count_replies", "forget_replies", "forget_replies_of", "forget_replies_to"]


_IS_OF_KIND = "substr(name, 1, length(:kind)) = :kind"
_FORGET_PROBLEMS = "UPDATE night_steps SET problem = '' WHERE problem != ''"


def forget_replies(connection: sqlite3.Connection) -> int:
    """Forget all, with the reasons that quote them; how many."""
    replies = connection.execute(
        "UPDATE batches SET reply = '', staged = '', detail = '' WHERE reply != '' OR staged != ''"
    ).rowcount
    problems = connection.execute(_FORGET_PROBLEMS).rowcount
    digests = sum(
        connection.execute(f"DELETE FROM watermarks WHERE {_IS_OF_KIND}", {"kind": one}).rowcount
        for one in DROPPED
    )
    return replies + problems + digests


def forget_replies_to(connection: sqlite3.Connection, turn: int) -> None:
    """Forget those to batches that held a turn, which says something else by now, or nothing.

    What is staged goes of every batch behind it too: the turn may have been its background.
    """
    rows = connection.execute(
        "SELECT id, turns FROM batches WHERE (reply != '' OR staged != '')"
        " AND first <= ? AND last >= ?",
        (turn, turn),
    ).fetchall()
    held = [(row,) for row, turns in rows if turns is None or turn in in_spans(turns)]
    connection.executemany(
        "UPDATE batches SET reply = '', staged = '', detail = '' WHERE id = ?", held
    )
    connection.execute("UPDATE batches SET staged = '' WHERE staged != '' AND last >= ?", (turn,))


def forget_replies_of(connection: sqlite3.Connection, turns: Iterable[int]) -> int:
    """Forget those to batches that held one of these turns, and what is staged or noted of them."""
    rows = connection.execute(
        "SELECT id, first, last, turns FROM batches"
        " WHERE reply != '' OR staged != '' OR detail != ''"
    ).fetchall()
    gone = set(turns) if rows else set()
    held = [
        (row,)
        for row, first, last, spans in rows
        if not gone.isdisjoint(range(first, last + 1) if spans is None else in_spans(spans))
    ]
    connection.executemany(
        "UPDATE batches SET reply = '', staged = '', detail = '' WHERE id = ?", held
    )
    return len(held)


def count_replies(connection: sqlite3.Connection) -> int:
    """How many are kept."""
    (count,) = connection.execute(
        "SELECT count(*) FROM batches WHERE reply != '' OR staged != ''"
    ).fetchone()
    (problems,) = connection.execute(
        "SELECT count(*) FROM night_steps WHERE problem != ''"
    ).fetchone()
    digests = sum(
        connection.execute(
            f"SELECT count(*) FROM watermarks WHERE {_IS_OF_KIND}", {"kind": one}
        ).fetchone()[0]
        for one in DROPPED
    )
    return int(count) + int(problems) + int(digests)
