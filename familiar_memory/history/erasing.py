"""Taking turns, people and texts out of the history and its recall log, for good.

A turn is emptied and keeps its row: its name stays taken, so that an old export never
brings it back. A person keeps a row that says nothing of them, since their emptied turns
are somebody's. What is named by turns and people is found through them, so the recall log
comes first.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from familiar_memory.domain.erasure import Erasure
from familiar_memory.domain.sought import Sought
from familiar_memory.domain.talk.identity import Author
from familiar_memory.history.database import Database
from familiar_memory.history.moments import to_us
from familiar_memory.history.places import place_from, place_id
from familiar_memory.history.recalls.log import RecallLog
from familiar_memory.history.redacting import redact_rest, redact_turns
from familiar_memory.history.turns.emptying import empty_turns, is_left, rows_of
from familiar_memory.history.turns.replies import count_replies, forget_replies
from familiar_memory.history.turns.turn_spans import in_spans
from familiar_memory.store.sqlite.files import WITH_LOG
from familiar_memory.store.sqlite.scrubbing import can_find, file_holds, rows_holding

__all__ = ["HistoryEraser"]

_NOBODY: Final = "erased-"
_NO_NAMES: Final = json.dumps([None, None, []])
# A direct message is called by whom it is with.
_FORGET_ROOMS: Final = (
    "UPDATE turns SET called = NULL WHERE called IS NOT NULL AND place IN (SELECT p.id"
    " FROM places p JOIN last_seen s ON s.place = p.id WHERE s.author = ? AND p.kind = 'dm')"
)
_FORGET_UNUSED: Final = (
    "DELETE FROM place_names WHERE id NOT IN (SELECT called FROM turns WHERE called IS NOT NULL)"
)
_FORGET_PLACE: Final = (
    "UPDATE turns SET called = NULL WHERE place = :row",
    "DELETE FROM last_seen WHERE place = :row",
    "DELETE FROM recalls WHERE place = :slug",
    "DELETE FROM surfaced WHERE place = :slug OR key = :slug",
    "UPDATE places SET slug = :new, channel = :channel, guild = NULL WHERE id = :row",
)


class HistoryEraser:
    """Erases in one history file: turns, names, the recall log, the ledger, topic marks."""

    name = "history.sqlite"

    def __init__(
        self, database: Database, recalls: RecallLog, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._recalls = recalls
        self._clock = clock

    def erase(self, what: Erasure) -> int:
        """Take it out of every row; how many rows.

        Raises:
            HistoryError: the disk refused, or another process uses the file just now.
        """
        sought = Sought.of(what)
        at_us = to_us(self._clock())
        changed = self._recalls.erase(turns=what.turns, authors=what.authors, paths=what.paths)
        with self._database.writing() as connection:
            can_find(connection, sought)
            changed += 0 if what == Erasure() else forget_replies(connection)
            named = [row for name in what.turns for row in rows_of(connection, *name)]
            changed += _empty_details(connection, what, named)
            changed += empty_turns(connection, named, at_us)
            for author in what.authors:
                changed += _empty_author(connection, author, at_us)
            for place in what.places:
                changed += _empty_place(connection, place, at_us)
            emptied, redacted = redact_turns(connection, sought, at_us)
            changed += redacted + empty_turns(connection, emptied, at_us)
            changed += redact_rest(connection, sought)
        self._database.scrub()
        return changed

    def residue(self, what: Erasure) -> tuple[str, ...]:
        """Rows that still hold it, by table, and files whose bytes do."""
        sought = Sought.of(what)
        found = []
        with self._database.reading() as connection:
            turns = [row for name in what.turns for row in rows_of(connection, *name)]
            turns += [row for slug in what.places for row in _said_in(connection, slug)]
            rows = [row for author in what.authors for row in _authors(connection, author)]
            left = sum(is_left(connection, row) for row in turns)
            if left:
                found.append(f"{left} turns are there")
            if rows:
                found.append(f"{len(rows)} people are there")
            if rooms := sum(place_id(connection, one) is not None for one in what.places):
                found.append(f"{rooms} places are there")
            if what != Erasure() and (replies := count_replies(connection)):
                found.append(f"{replies} replies of models are there")
            held = rows_holding(connection, sought)
            found += [f"{count} rows hold it in {column}" for column, count in held.items()]
        if named := self._recalls.residue(turns=what.turns, authors=what.authors, paths=what.paths):
            found.append(f"{named} rows of the recall log name it")
        path = self._database.path
        files = (path.with_name(path.name + suffix) for suffix in WITH_LOG)
        raw = (f"the bytes of {file.name} hold it" for file in files if file_holds(file, sought))
        return (*found, *raw)


def _said_in(connection: sqlite3.Connection, place: str) -> list[int]:
    rows = connection.execute(
        "SELECT t.id FROM turns t JOIN places p ON p.id = t.place WHERE p.slug = ?", (place,)
    )
    return [int(row[0]) for row in rows]


def _authors(connection: sqlite3.Connection, author: Author) -> list[int]:
    rows = connection.execute(
        "SELECT id FROM authors WHERE platform = ? AND user_id = ?",
        (author.platform, author.user_id),
    )
    return [int(row[0]) for row in rows]


def _empty_author(connection: sqlite3.Connection, author: Author, at_us: int) -> int:
    """Empty all that a person said, and take their id and names away."""
    count = 0
    for row in _authors(connection, author):
        turns = [
            int(one[0])
            for one in connection.execute("SELECT id FROM turns WHERE author = ?", (row,))
        ]
        count += 1 + empty_turns(connection, turns, at_us)
        (kept,) = connection.execute(
            "SELECT min(id) FROM author_names WHERE author = ?", (row,)
        ).fetchone()
        connection.execute("UPDATE turns SET name = ? WHERE author = ?", (kept, row))
        connection.execute("DELETE FROM author_names WHERE author = ? AND id != ?", (row, kept))
        connection.execute("UPDATE author_names SET card = ? WHERE id = ?", (_NO_NAMES, kept))
        connection.execute(_FORGET_ROOMS, (row,))
        connection.execute(_FORGET_UNUSED)
        connection.execute("DELETE FROM last_seen WHERE author = ?", (row,))
        connection.execute("UPDATE authors SET user_id = ? WHERE id = ?", (f"{_NOBODY}{row}", row))
    return count


def _empty_place(connection: sqlite3.Connection, slug: str, at_us: int) -> int:
    """Empty all that was said in a place, and take its id and names away."""
    row = place_id(connection, slug)
    if row is None:
        return 0
    rows = connection.execute("SELECT id FROM turns WHERE place = ?", (row,)).fetchall()
    count = 1 + empty_turns(connection, [int(one[0]) for one in rows], at_us)
    channel = f"{_NOBODY}{row}"
    (platform, kind, private) = connection.execute(
        "SELECT platform, kind, private FROM places WHERE id = ?", (row,)
    ).fetchone()
    new = place_from(platform, channel, None, kind, private).slug
    values = {"row": row, "slug": slug, "new": new, "channel": channel}
    for statement in _FORGET_PLACE:
        connection.execute(statement, values)
    connection.execute(_FORGET_UNUSED)
    return count


def _empty_details(connection: sqlite3.Connection, what: Erasure, named: Iterable[int]) -> int:
    """Empty what is kept of batches that held these turns: it may quote a model's reply."""
    batches = connection.execute(
        "SELECT id, first, last, turns FROM batches WHERE detail != ''"
    ).fetchall()
    if not batches:
        return 0
    gone = set(named)
    for author in what.authors:
        for row in _authors(connection, author):
            said = connection.execute("SELECT id FROM turns WHERE author = ?", (row,))
            gone.update(int(one[0]) for one in said)
    for place in what.places:
        gone.update(_said_in(connection, place))
    held = [
        row
        for row, first, last, turns in batches
        if not gone.isdisjoint(range(first, last + 1) if turns is None else in_spans(turns))
    ]
    connection.executemany("UPDATE batches SET detail = '' WHERE id = ?", [(one,) for one in held])
    return len(held)
