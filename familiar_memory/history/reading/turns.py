"""Turns of a history file, as its readers ask for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from familiar_memory.domain.talk.turn import StoredTurn, TurnName
from familiar_memory.history.database import Database
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.places import place_id
from familiar_memory.history.sessions import membership
from familiar_memory.history.turn_rows import (
    AgedTurn,
    WordsSaid,
    newest_before,
    select_turns,
    turns_of_ids,
    words_said,
)
from familiar_memory.history.turns.counting import count_after

__all__ = ["SqliteTurnRows"]

# What a text without words is made of; by itself SQLite would take only spaces for that.
_BLANKS = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
# Refs are looked up place by place, through the index on (place, ref).
_BY_REF = "WHERE t.place IN (SELECT id FROM places) AND t.ref = ? ORDER BY t.id"


class SqliteTurnRows:
    """The `TurnRows` of a history file; each is read in one transaction."""

    _database: Database

    def turn(self, place_slug: str, ref: str) -> StoredTurn | None:
        """One turn by its name; a deleted one is there without its text."""
        with self._database.reading() as connection:
            found = select_turns(connection, "WHERE p.slug = ? AND t.ref = ?", (place_slug, ref))
        return found[0] if found else None

    def words_said(self, names: Iterable[TurnName]) -> dict[TurnName, WordsSaid]:
        """What the turns of these (place slug, ref) say; absent where none may be recalled."""
        with self._database.reading() as connection:
            return words_said(connection, names)

    def turns_named(self, ref: str) -> list[StoredTurn]:
        """The turns of that ref in every place, in order of arrival."""
        with self._database.reading() as connection:
            return select_turns(connection, _BY_REF, (ref,))

    def turns_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, without deleted ones."""
        with self._database.reading() as connection:
            return select_turns(
                connection,
                "WHERE t.id > ? AND t.state != 'deleted' ORDER BY t.id LIMIT ?",
                (after_id, limit),
            )

    def every_turn_after(self, after_id: int, limit: int) -> list[StoredTurn]:
        """The next turns in order of arrival, deleted ones too, without their text."""
        with self._database.reading() as connection:
            return select_turns(
                connection, "WHERE t.id > ? ORDER BY t.id LIMIT ?", (after_id, limit)
            )

    def turns_before(self, places: Collection[str], before_id: int, limit: int) -> list[StoredTurn]:
        """The last turns of some places by the time they were said, of those with smaller ids.

        Oldest first, without deleted ones; at most `limit` of all places together.
        """
        with self._database.reading() as connection:
            rooms = [place_id(connection, slug) for slug in places]
            found = turns_of_ids(connection, newest_before(connection, rooms, before_id, limit))
        return sorted(found, key=lambda stored: (stored.turn.timestamp, stored.id))

    def latest(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place by the time they were said, oldest first, not deleted."""
        with self._database.reading() as connection:
            place = place_id(connection, place_slug)
            newest_first = select_turns(
                connection,
                "WHERE t.place = ? AND t.state != 'deleted'"
                " ORDER BY t.said_us DESC, t.id DESC LIMIT ?",
                (place, limit),
            )
        return newest_first[::-1]

    def spoken(self, place_slug: str, limit: int) -> list[StoredTurn]:
        """The last turns of a place in which somebody took part, oldest first.

        Left out: what timers and jobs said, silent turns, deleted ones, and those that
        hold neither words nor actions.
        """
        with self._database.reading() as connection:
            place = place_id(connection, place_slug)
            newest_first = select_turns(
                connection,
                "WHERE t.place = ? AND t.state != 'deleted' AND t.kind = 'interactive'"
                " AND NOT t.silent AND (trim(t.text, ?) != '' OR t.actions != '[]')"
                " ORDER BY t.said_us DESC, t.id DESC LIMIT ?",
                (place, _BLANKS, limit),
            )
        return newest_first[::-1]

    def latest_id(self) -> int:
        """The id of the turn that arrived last; 0 when there is none."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT coalesce(max(id), 0) FROM turns").fetchone()
        return int(row[0])

    def said_before(self, moment: datetime, up_to_id: int) -> list[AgedTurn]:
        """The turns that were said before a moment, of those with ids up to that one."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT t.id, p.slug, t.ref, t.said_us FROM turns t JOIN places p ON p.id = t.place"
                " WHERE t.said_us < ? AND t.id <= ? AND t.state != 'deleted' ORDER BY t.id",
                (to_us(moment), up_to_id),
            ).fetchall()
        return [AgedTurn(row, (place, ref), from_us(said)) for row, place, ref, said in rows]

    def count_after(self, after_id: int) -> int:
        """How many turns arrived after that one, without deleted ones."""
        with self._database.reading() as connection:
            return count_after(connection, after_id)

    def amendments(self, places: Collection[str]) -> int:
        """A number that grows when a turn of these places is amended, deleted, or moved.

        Turns that are added do not change it.
        """
        with self._database.reading() as connection:
            return membership.amendments(connection, places)
