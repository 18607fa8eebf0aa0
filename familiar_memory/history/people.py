"""People, the names they went by, and who was last heard where."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from familiar_memory.domain.talk.identity import Author
from familiar_memory.history.moments import from_us

__all__ = [
    "SeenNames",
    "names_of_everybody",
    "all_people",
    "author_from",
    "ensure_author",
    "is_news",
    "names_in",
    "names_of",
    "note_seen",
    "recent_authors",
    "rooms_of",
    "see_anew",
]

_NAME_STEP_US = 3600 * 1_000_000
"""An hour: that the newest name is still in use is written so often, not with every turn."""
_LATEST_CARD = (
    "(SELECT card FROM author_names n WHERE n.author = a.id ORDER BY last_us DESC, id DESC LIMIT 1)"
)
_SEEN = (
    "SELECT a.platform, a.user_id, n.card, n.first_us, n.last_us FROM authors a"
    " JOIN author_names n ON n.author = a.id"
)


@dataclass(frozen=True, slots=True)
class SeenNames:
    """One set of names under which a person spoke, and when first and last.

    `last` may be up to an hour early for the names in use: to write it down with every
    turn would cost more than it is worth.
    """

    author: Author
    first: datetime
    last: datetime


def ensure_author(connection: sqlite3.Connection, author: Author, said_us: int) -> tuple[int, int]:
    """The rows of a person and of the names they used; notes when these were seen."""
    row = connection.execute(
        "SELECT id FROM authors WHERE platform = ? AND user_id = ?",
        (author.platform, author.user_id),
    ).fetchone()
    if row is None:
        made = connection.execute(
            "INSERT INTO authors (platform, user_id) VALUES (?, ?)",
            (author.platform, author.user_id),
        )
        author_id = _new_id(made)
    else:
        author_id = int(row[0])
    return author_id, _ensure_names(connection, author_id, _card(author), said_us)


def note_seen(
    connection: sqlite3.Connection, place: int, author: int, said_us: int, turn: int
) -> None:
    """Remember that a person spoke here; what is older than what is known changes nothing.

    Of what was said at one moment, the turn that arrived last counts.
    """
    connection.execute(
        "INSERT INTO last_seen (place, author, seen_us, turn) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (place, author) DO UPDATE SET seen_us = excluded.seen_us,"
        " turn = excluded.turn WHERE (excluded.seen_us, excluded.turn) >= (seen_us, turn)",
        (place, author, said_us, turn),
    )


def see_anew(connection: sqlite3.Connection, place: int, author: int, turn: int) -> None:
    """Remember of a person here what the turns say, if that turn was their last: it may not be.

    What has been deleted since was heard all the same; what came as deleted never was, and
    is in no session.
    """
    gone = connection.execute(
        "DELETE FROM last_seen WHERE place = ? AND author = ? AND turn = ?", (place, author, turn)
    )
    if not gone.rowcount:
        return
    connection.execute(
        "INSERT INTO last_seen (place, author, seen_us, turn)"
        " SELECT place, author, said_us, id FROM turns WHERE place = ? AND author = ?"
        " AND role = 'user' AND session IS NOT NULL ORDER BY said_us DESC, id DESC LIMIT 1",
        (place, author),
    )


def recent_authors(connection: sqlite3.Connection, place: int, limit: int) -> list[Author]:
    """People heard in a place, the latest first, under their newest names."""
    rows = connection.execute(
        f"SELECT a.platform, a.user_id, {_LATEST_CARD} FROM last_seen s"
        " JOIN authors a ON a.id = s.author WHERE s.place = ?"
        " ORDER BY s.seen_us DESC, s.turn DESC LIMIT ?",
        (place, limit),
    )
    return [author_from(*row) for row in rows]


def all_people(connection: sqlite3.Connection) -> list[Author]:
    """Everybody who ever spoke (not the familiar itself), by platform and id."""
    rows = connection.execute(
        f"SELECT a.platform, a.user_id, {_LATEST_CARD} FROM authors a"
        " WHERE a.id IN (SELECT author FROM last_seen) ORDER BY a.platform, a.user_id"
    )
    return [author_from(*row) for row in rows]


def names_of(connection: sqlite3.Connection, author: Author) -> list[SeenNames]:
    """Every set of names that a person went by, the latest first."""
    rows = connection.execute(
        f"{_SEEN} WHERE a.platform = ? AND a.user_id = ? ORDER BY n.last_us DESC, n.id DESC",
        (author.platform, author.user_id),
    )
    return [_seen_from(row) for row in rows]


def names_of_everybody(connection: sqlite3.Connection) -> list[SeenNames]:
    """Every set of names of everybody who ever spoke, by platform and id, the latest first."""
    rows = connection.execute(
        f"{_SEEN} WHERE a.id IN (SELECT author FROM last_seen)"
        " ORDER BY a.platform, a.user_id, n.last_us DESC, n.id DESC"
    )
    return [_seen_from(row) for row in rows]


def names_in(
    connection: sqlite3.Connection, places: Collection[str], after_id: int
) -> list[Author]:
    """The people of some places under the names they used there, in turns after that id."""
    marks = ",".join("?" * len(places))
    rows = connection.execute(
        "SELECT a.platform, a.user_id, n.card FROM author_names n JOIN authors a ON a.id = n.author"
        " WHERE n.id IN (SELECT t.name FROM turns t WHERE t.id > ? AND t.role = 'user'"
        f" AND t.place IN (SELECT id FROM places WHERE slug IN ({marks}))) ORDER BY n.id",
        (after_id, *places),
    )
    return [author_from(*row) for row in rows]


def rooms_of(connection: sqlite3.Connection, author: Author) -> frozenset[str]:
    """The slugs of the places where a person has spoken."""
    rows = connection.execute(
        "SELECT p.slug FROM authors a JOIN last_seen s ON s.author = a.id"
        " JOIN places p ON p.id = s.place WHERE a.platform = ? AND a.user_id = ?",
        (author.platform, author.user_id),
    )
    return frozenset(str(row[0]) for row in rows)


def _seen_from(row: tuple[str, str, str, int, int]) -> SeenNames:
    return SeenNames(author_from(*row[:3]), from_us(row[3]), from_us(row[4]))


def author_from(platform: str, user_id: str, card: str) -> Author:
    """A person under the names of one card."""
    display_name, username, aliases = json.loads(card)
    return Author(platform, user_id, display_name, username, tuple(aliases))


def is_news(said_us: int, first_us: int, last_us: int, newest_us: int) -> bool:
    """Whether this moment should be noted; for the newest names, every hour is enough."""
    if last_us == newest_us:
        return said_us < first_us or said_us >= last_us + _NAME_STEP_US
    return not first_us <= said_us <= last_us


def _ensure_names(connection: sqlite3.Connection, author: int, card: str, said_us: int) -> int:
    row = connection.execute(
        "SELECT id, first_us, last_us, (SELECT max(last_us) FROM author_names WHERE author = ?)"
        " FROM author_names WHERE author = ? AND card = ?",
        (author, author, card),
    ).fetchone()
    if row is None:
        made = connection.execute(
            "INSERT INTO author_names (author, card, first_us, last_us) VALUES (?, ?, ?, ?)",
            (author, card, said_us, said_us),
        )
        return _new_id(made)
    if is_news(said_us, *row[1:]):
        connection.execute(
            "UPDATE author_names SET first_us = min(first_us, ?), last_us = max(last_us, ?)"
            " WHERE id = ?",
            (said_us, said_us, row[0]),
        )
    return int(row[0])


def _card(author: Author) -> str:
    return json.dumps(
        [author.display_name, author.username, list(author.aliases)], ensure_ascii=False
    )


def _new_id(made: sqlite3.Cursor) -> int:
    if made.lastrowid is None:
        raise sqlite3.InternalError("an insert gave no row id")
    return made.lastrowid
