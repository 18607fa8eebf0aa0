"""Turns as rows, and back: what is read equals what was recorded."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from typing import Any

from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn, TurnKind
from familiar_memory.history.moments import from_us
from familiar_memory.history.people import author_from
from familiar_memory.history.session_keys import session_key

__all__ = ["actions_json", "named_turns", "select_turns"]

_NAMES_AT_ONCE = 500

_SELECT = """
SELECT t.id, t.ref, t.said_us, t.offset_s, t.text, t.role, t.kind, t.reply_to, t.silent,
       t.state, t.actions, p.slug, s.ordinal, p.platform, p.channel, p.guild, p.kind,
       p.private, a.platform, a.user_id, n.card
FROM turns t
JOIN places p ON p.id = t.place
JOIN authors a ON a.id = t.author
JOIN author_names n ON n.id = t.name
LEFT JOIN sessions s ON s.id = t.session
"""


def select_turns(
    connection: sqlite3.Connection, condition: str, values: Iterable[object]
) -> list[StoredTurn]:
    """Read the turns that an SQL condition (`WHERE …`, over `t`, `p` and `s`) picks."""
    rows = connection.execute(_SELECT + condition, tuple(values))
    try:
        return [_stored_turn(row) for row in rows]
    except (ValueError, TypeError, OverflowError) as exc:
        raise sqlite3.DatabaseError(f"a turn cannot be read: {exc}") from exc


def named_turns(
    connection: sqlite3.Connection, names: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], StoredTurn]:
    """The turns of these (place slug, ref), in one statement for some hundred of them."""
    wanted = list(dict.fromkeys(names))
    found: dict[tuple[str, str], StoredTurn] = {}
    for start in range(0, len(wanted), _NAMES_AT_ONCE):
        batch = wanted[start : start + _NAMES_AT_ONCE]
        slugs, refs = ({one[at] for one in batch} for at in (0, 1))
        # By place and ref apart, which the index on (place, ref) can look up.
        condition = (
            f"WHERE t.place IN (SELECT id FROM places WHERE slug IN ({_marks(slugs)}))"
            f" AND t.ref IN ({_marks(refs)})"
        )
        for stored in select_turns(connection, condition, (*slugs, *refs)):
            found[stored.turn.place.slug, stored.turn.ref] = stored
    return {name: found[name] for name in wanted if name in found}


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))


def actions_json(actions: tuple[str, ...]) -> str:
    """The actions of a turn as the table keeps them."""
    return json.dumps(list(actions), ensure_ascii=False) if actions else "[]"


def _stored_turn(row: tuple[Any, ...]) -> StoredTurn:
    state, actions, ordinal = row[9], row[10], row[12]
    turn = Turn(
        ref=row[1],
        timestamp=from_us(row[2], row[3]),
        place=Place(row[13], row[14], row[15], PlaceKind(row[16]), bool(row[17])),
        author=author_from(row[18], row[19], row[20]),
        text=row[4],
        role=Role(row[5]),
        kind=TurnKind(row[6]),
        reply_to=row[7],
        silent=bool(row[8]),
        edited=state == "edited",
        deleted=state == "deleted",
        actions=() if actions == "[]" else tuple(json.loads(actions)),
    )
    return StoredTurn(row[0], turn, "" if ordinal is None else session_key(row[11], ordinal))
