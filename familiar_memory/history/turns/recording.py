"""Write turns: add them, amend what is stored, or take a text away."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn
from familiar_memory.history.moments import offset_s, to_us
from familiar_memory.history.people import ensure_author, note_seen, see_anew
from familiar_memory.history.places import ensure_names, ensure_place, place_id
from familiar_memory.history.recalls.log import forget_turn
from familiar_memory.history.session_keys import session_key
from familiar_memory.history.sessions.membership import bump, join_session
from familiar_memory.history.turn_rows import actions_json, select_turns
from familiar_memory.history.turns.amendment import Recorded, RecordOutcome, outcome_of
from familiar_memory.history.turns.leaving import Leave, leaving
from familiar_memory.history.turns.replies import forget_replies_to

__all__ = ["record_turns"]

_INSERT = (
    "INSERT INTO turns (place, ref, author, name, role, kind, text, said_us, offset_s,"
    " amended_us, reply_to, silent, actions, state, session, called)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_AMEND = (
    "UPDATE turns SET author = ?, name = ?, role = ?, kind = ?, text = ?, amended_us = ?,"
    " reply_to = ?, silent = ?, actions = ?, state = ? WHERE id = ?"
)
_ERASE = (
    "UPDATE turns SET text = '', actions = '[]', reply_to = NULL, amended_us = ?,"
    " state = 'deleted' WHERE id = ?"
)


def record_turns(connection: sqlite3.Connection, turns: Iterable[Turn]) -> list[Recorded]:
    """Write turns inside the caller's transaction, and say what each did.

    A turn is looked for in its room under both privacies, for permissions change and refs
    do not. One that was said in private stays there, however it comes back; one that
    comes back as private is moved to where it says.
    """
    with leaving(connection) as leave:
        done = [_record(connection, turn, leave) for turn in turns]
    # After rooms that were left have been divided anew: that moves turns to other sessions.
    return [Recorded(outcome, _session_of(connection, row)) for outcome, row in done]


def _record(connection: sqlite3.Connection, turn: Turn, leave: Leave) -> tuple[RecordOutcome, int]:
    """What it did, and the row of the turn."""
    known = _known(connection, turn)
    if known is None:
        return _add(connection, ensure_place(connection, turn.place), turn)
    row_id, amended_us, session, place = known
    stored: StoredTurn = select_turns(connection, "WHERE t.id = ?", (row_id,))[0]
    if stored.turn.place.is_private or not turn.place.is_private:
        # What a room is called in private is not told of the open one.
        _call(connection, stored, turn.place)
    outcome = outcome_of(stored, amended_us, turn)
    if outcome is RecordOutcome.DELETED:
        connection.execute(_ERASE, (to_us(turn.timestamp), row_id))
        forget_turn(connection, stored.turn.place.slug, turn.ref)
        forget_replies_to(connection, row_id)
        bump(connection, session)
        return outcome, row_id
    if outcome is RecordOutcome.AMENDED:
        _amend(connection, place, stored, turn)
        forget_replies_to(connection, row_id)
        bump(connection, session)
    if turn.place.is_private and not stored.turn.place.is_private and not stored.turn.deleted:
        leave(row_id, turn.place)
        return RecordOutcome.AMENDED, row_id
    return outcome, row_id


def _call(connection: sqlite3.Connection, stored: StoredTurn, place: Place) -> None:
    """Let a turn that is there already say what its place is called, if that is news."""
    names = (place.name, place.guild_name)
    if any(names) and names != (stored.turn.place.name, stored.turn.place.guild_name):
        called = ensure_names(connection, place)
        connection.execute("UPDATE turns SET called = ? WHERE id = ?", (called, stored.id))


def _session_of(connection: sqlite3.Connection, turn: int) -> str | None:
    row = connection.execute(
        "SELECT p.slug, s.ordinal FROM turns t JOIN sessions s ON s.id = t.session"
        " JOIN places p ON p.id = s.place WHERE t.id = ?",
        (turn,),
    ).fetchone()
    return None if row is None else session_key(*row)


def _known(
    connection: sqlite3.Connection, turn: Turn
) -> tuple[int, int | None, int | None, int] | None:
    """Row id, time of amendment, session and place of a turn that is there already."""
    for place in (turn.place, turn.place.twin):
        if place is None or (row := place_id(connection, place.slug)) is None:
            continue
        found: tuple[int, int | None, int | None, int] | None = connection.execute(
            "SELECT id, amended_us, session, place FROM turns WHERE place = ? AND ref = ?",
            (row, turn.ref),
        ).fetchone()
        if found is not None:
            return found
    return None


def _add(connection: sqlite3.Connection, place: int, turn: Turn) -> tuple[RecordOutcome, int]:
    said_us = to_us(turn.timestamp)
    author, name = ensure_author(connection, turn.author, said_us)
    session = None if turn.deleted else join_session(connection, place, said_us)
    made = connection.execute(
        _INSERT,
        (
            place,
            turn.ref,
            author,
            name,
            turn.role.value,
            turn.kind.value,
            "" if turn.deleted else turn.text,
            said_us,
            offset_s(turn.timestamp),
            said_us if turn.edited or turn.deleted else None,
            None if turn.deleted else turn.reply_to,
            turn.silent,
            "[]" if turn.deleted else actions_json(turn.actions),
            _state(turn),
            session,
            ensure_names(connection, turn.place),
        ),
    )
    row_id = int(made.lastrowid or 0)
    if turn.deleted:
        return RecordOutcome.DELETED, row_id
    if turn.role is Role.USER:
        note_seen(connection, place, author, said_us, row_id)
    return RecordOutcome.ADDED, row_id


def _amend(connection: sqlite3.Connection, place: int, stored: StoredTurn, turn: Turn) -> None:
    amended_us = to_us(turn.timestamp)
    author, name = ensure_author(connection, turn.author, amended_us)
    (before,) = connection.execute("SELECT author FROM turns WHERE id = ?", (stored.id,)).fetchone()
    connection.execute(
        _AMEND,
        (
            author,
            name,
            turn.role.value,
            turn.kind.value,
            turn.text,
            amended_us,
            turn.reply_to,
            turn.silent,
            actions_json(turn.actions),
            _state(turn),
            stored.id,
        ),
    )
    see_anew(connection, place, before, stored.id)
    if turn.role is Role.USER:
        note_seen(connection, place, author, to_us(stored.turn.timestamp), stored.id)


def _state(turn: Turn) -> str:
    if turn.deleted:
        return "deleted"
    return "edited" if turn.edited else "live"
