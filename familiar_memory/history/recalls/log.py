"""The recall log: what was surfaced when, where and for whom, by name and without its text.

It answers "how often did this come up", and nothing is ranked by it. It is bounded, it
follows the deletion of turns, and a forget can empty it by turn, person or note.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime, timedelta

from familiar_memory.domain.memory.surfaced import LoggedRecall, SurfaceCount, Surfaced
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import TurnName
from familiar_memory.domain.tree import CONVERSATION, MEMORY
from familiar_memory.history.database import Database
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.recalls.base import LogCounts

__all__ = ["RecallLog", "forget_turn"]

_TOP = (
    "SELECT s.source, s.key, {ref}, count(DISTINCT s.recall), max(r.at_us) FROM surfaced s"
    " JOIN recalls r ON r.id = s.recall WHERE s.source = ? GROUP BY 1, 2, 3"
    " ORDER BY 4 DESC, 5 DESC, 2, 3 LIMIT ?"
)
# A turn that was deleted before its recall was written down must not come back by it.
_IS_DELETED = "SELECT 1 FROM turns WHERE place IN ({places}) AND ref = ? AND state = 'deleted'"
_IS_DELETED_THERE = _IS_DELETED.format(places="SELECT id FROM places WHERE slug = ?")
# Turns are found by place and name: without the places, all turns would be read.
_IS_DELETED_ANYWHERE = _IS_DELETED.format(places="SELECT id FROM places")
# A note may name a turn without its place; rather too much is forgotten than too little.
_NAMES = "ref = ? AND (place = ? OR place IS NULL)"
_SAID_BY = (
    "SELECT p.slug, t.ref FROM turns t JOIN places p ON p.id = t.place"
    " JOIN authors a ON a.id = t.author WHERE a.platform = ? AND a.user_id = ?"
)


class RecallLog:
    """The log within a history; every method raises HistoryError as the history does."""

    def __init__(self, database: Database) -> None:
        """Keep the log in this database."""
        self._database = database

    def add(self, recalls: Iterable[LoggedRecall]) -> None:
        """Enter recalls, all in one transaction; turns that are deleted by now are left out."""
        with self._database.writing() as connection:
            for one in recalls:
                _add(connection, one)

    def latest(self, limit: int = 20) -> list[LoggedRecall]:
        """The newest recalls, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id, at_us, place, author, considered, question FROM recalls"
                " ORDER BY at_us DESC, id DESC LIMIT ?",
                (limit,),
            ).fetchall()
            return [
                LoggedRecall(
                    from_us(at), place, author, _surfaced(connection, row), number, question
                )
                for row, at, place, author, number, question in rows
            ]

    def top_notes(self, limit: int = 10) -> list[SurfaceCount]:
        """The notes that were surfaced in most recalls, by path."""
        return self._top("NULL", MEMORY, limit)

    def top_turns(self, limit: int = 10) -> list[SurfaceCount]:
        """The turns that were surfaced in most recalls; `key` is their place."""
        return self._top("s.ref", CONVERSATION, limit)

    def counts(self) -> LogCounts:
        """How much is kept."""
        with self._database.reading() as connection:
            return LogCounts(_rows(connection, "recalls"), _rows(connection, "surfaced"))

    def trim(self, now: datetime, *, keep_days: int = 0, keep_rows: int = 0) -> int:
        """Drop what is older than so many days, then the oldest beyond so many rows.

        0 means no such bound. Returns how many recalls were dropped.
        """
        dropped = 0
        with self._database.writing() as connection:
            if keep_days:
                oldest = to_us(now - timedelta(days=keep_days))
                dropped += _drop(connection, "at_us < ?", (oldest,))
            if keep_rows:
                beyond = connection.execute(
                    "SELECT recall FROM surfaced ORDER BY recall DESC, id DESC LIMIT 1 OFFSET ?",
                    (keep_rows,),
                ).fetchone()
                if beyond is not None:
                    dropped += _drop(connection, "id <= ?", (beyond[0],))
                # Recalls that surfaced nothing are rows too.
                last = connection.execute(
                    "SELECT id FROM recalls ORDER BY id DESC LIMIT 1 OFFSET ?", (keep_rows,)
                ).fetchone()
                if last is not None:
                    dropped += _drop(connection, "id <= ?", (last[0],))
        return dropped

    def erase(
        self,
        *,
        turns: Iterable[TurnName] = (),
        authors: Iterable[Author] = (),
        paths: Iterable[str] = (),
    ) -> int:
        """Take turns (place slug, ref), people and notes out of the log.

        Of a person go the recalls that they asked for and every mention of what they
        said. Returns how many rows were dropped or emptied; the bytes are overwritten.
        """
        changed = 0
        with self._database.writing() as connection:
            for author in authors:
                changed += _drop(connection, "author = ?", (author.slug,))
                said = connection.execute(_SAID_BY, (author.platform, author.user_id)).fetchall()
                changed += sum(forget_turn(connection, place, ref) for place, ref in said)
            changed += sum(forget_turn(connection, place, ref) for place, ref in turns)
            for path in paths:
                changed += connection.execute(
                    "DELETE FROM surfaced WHERE source = ? AND key = ?", (MEMORY, path)
                ).rowcount
        return changed

    def residue(
        self,
        *,
        turns: Iterable[TurnName] = (),
        authors: Iterable[Author] = (),
        paths: Iterable[str] = (),
    ) -> int:
        """How many rows still name any of these: 0 after `erase`."""
        with self._database.reading() as connection:
            found = 0
            named = list(turns)
            for author in authors:
                found += _count(connection, "recalls WHERE author = ?", (author.slug,))
                named += connection.execute(_SAID_BY, (author.platform, author.user_id)).fetchall()
            for place, ref in named:
                found += _count(connection, f"surfaced WHERE {_NAMES}", (ref, place))
            for path in paths:
                found += _count(connection, "surfaced WHERE source = ? AND key = ?", (MEMORY, path))
            return found

    def _top(self, ref: str, source: str, limit: int) -> list[SurfaceCount]:
        with self._database.reading() as connection:
            rows = connection.execute(_TOP.format(ref=ref), (source, limit)).fetchall()
        return [
            SurfaceCount(s, key, ref, times, from_us(last)) for s, key, ref, times, last in rows
        ]


def forget_turn(connection: sqlite3.Connection, place: str, ref: str) -> int:
    """Take one turn out of the log, within the caller's transaction.

    Its own entries go; at notes that came from it, the note stays and the name goes.
    """
    gone = connection.execute(
        f"DELETE FROM surfaced WHERE {_NAMES} AND source = ?", (ref, place, CONVERSATION)
    ).rowcount
    emptied = connection.execute(
        f"UPDATE surfaced SET ref = NULL, place = NULL WHERE {_NAMES}", (ref, place)
    ).rowcount
    return gone + emptied


def _add(connection: sqlite3.Connection, one: LoggedRecall) -> None:
    made = connection.execute(
        "INSERT INTO recalls (at_us, place, author, considered, question) VALUES (?, ?, ?, ?, ?)",
        (to_us(one.at), one.place, one.author, one.considered, one.question),
    )
    for rank, surfaced in enumerate(one.surfaced, start=1):
        names: list[tuple[str | None, str | None]] = [
            (surfaced.place, ref)
            for ref in surfaced.refs
            if not _is_deleted(connection, surfaced.place, ref)
        ]
        if not names and surfaced.source == MEMORY:
            names = [(None, None)]
        connection.executemany(
            "INSERT INTO surfaced (recall, rank, source, key, line, place, ref)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (made.lastrowid, rank, surfaced.source, surfaced.key, surfaced.line, place, ref)
                for place, ref in names
            ],
        )


def _is_deleted(connection: sqlite3.Connection, place: str | None, ref: str) -> bool:
    found = (
        connection.execute(_IS_DELETED_ANYWHERE, (ref,))
        if place is None
        else connection.execute(_IS_DELETED_THERE, (place, ref))
    )
    return found.fetchone() is not None


def _surfaced(connection: sqlite3.Connection, recall: int) -> tuple[Surfaced, ...]:
    found: dict[int, Surfaced] = {}
    for rank, source, key, line, place, ref in connection.execute(
        "SELECT rank, source, key, line, place, ref FROM surfaced WHERE recall = ?"
        " ORDER BY rank, id",
        (recall,),
    ):
        known = found.get(rank)
        refs = (*(known.refs if known else ()), *((ref,) if ref is not None else ()))
        found[rank] = Surfaced(source, key, line, place or (known.place if known else None), refs)
    return tuple(found.values())


def _drop(connection: sqlite3.Connection, condition: str, values: tuple[object, ...]) -> int:
    """Delete recalls; what they surfaced goes with them."""
    return connection.execute(f"DELETE FROM recalls WHERE {condition}", values).rowcount


def _count(connection: sqlite3.Connection, what: str, values: tuple[object, ...]) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {what}", values).fetchone()[0])


def _rows(connection: sqlite3.Connection, table: str) -> int:
    return _count(connection, table, ())
