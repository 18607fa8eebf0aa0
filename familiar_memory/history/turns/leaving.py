"""Take turns out of an open room, which from then on has never heard them.

What is left there is divided into sessions anew, from the first that left: so those that
leave together leave in one transaction. One by one, each would divide all that is left.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role
from familiar_memory.history.people import note_seen, see_anew
from familiar_memory.history.places import ensure_names, ensure_place, place_id
from familiar_memory.history.recalls.log import forget_turn
from familiar_memory.history.sessions.dividing import divide_anew
from familiar_memory.history.sessions.membership import bump, join_session
from familiar_memory.history.turns.replies import forget_replies_to

__all__ = ["Leave", "leaving", "make_private"]

Leave: TypeAlias = Callable[[int, Place], None]
"""Called with the row id of a turn that stands in an open room, and the private one."""


@contextmanager
def leaving(connection: sqlite3.Connection) -> Iterator[Leave]:
    """Let turns leave inside the caller's transaction; their rooms are divided at the end."""
    first_gone: dict[int, int] = {}

    def leave(row_id: int, place: Place) -> None:
        left = _leave(connection, row_id, place)
        first_gone[left] = min(row_id, first_gone.get(left, row_id))

    yield leave
    for place, since in first_gone.items():
        divide_anew(connection, place, since)


def make_private(
    connection: sqlite3.Connection, names: Iterable[tuple[Place, str]]
) -> set[tuple[str, str]]:
    """Take turns (private place, ref) out of the open rooms in which they stand, if they do.

    Returns the (place slug, ref) of those that moved. What is deleted stays where it is.
    """
    moved: set[tuple[str, str]] = set()
    with leaving(connection) as leave:
        for place, ref in names:
            row_id = _standing_open(connection, place, ref)
            if row_id is not None:
                leave(row_id, place)
                moved.add((place.slug, ref))
    return moved


def _standing_open(connection: sqlite3.Connection, place: Place, ref: str) -> int | None:
    """The row id of a turn of this private place that is in the open one until now."""
    if (twin := place.open_twin) is None:
        return None
    row = connection.execute(
        "SELECT id FROM turns t WHERE place = ? AND ref = ? AND state != 'deleted'"
        " AND NOT EXISTS (SELECT 1 FROM turns o WHERE o.place = ? AND o.ref = t.ref)",
        (place_id(connection, twin.slug), ref, place_id(connection, place.slug)),
    ).fetchone()
    return None if row is None else int(row[0])


def _leave(connection: sqlite3.Connection, row_id: int, place: Place) -> int:
    """Move one turn to the private place; the row of the place that it leaves."""
    said_us, role, author, before, was_in, ref = connection.execute(
        "SELECT t.said_us, t.role, t.author, t.place, p.slug, t.ref FROM turns t"
        " JOIN places p ON p.id = t.place WHERE t.id = ?",
        (row_id,),
    ).fetchone()
    to = ensure_place(connection, place)
    forget_turn(connection, was_in, ref)
    forget_replies_to(connection, row_id)
    session = join_session(connection, to, said_us)
    # Beyond the addition: a turn with an older id than others that were read there.
    bump(connection, session)
    connection.execute(
        "UPDATE turns SET place = ?, session = ?, called = coalesce(?, called) WHERE id = ?",
        (to, session, ensure_names(connection, place), row_id),
    )
    if role == Role.USER.value:
        note_seen(connection, to, author, said_us, row_id)
    see_anew(connection, before, author, row_id)
    return int(before)
