"""Turns as rows, and back: what is read equals what was recorded."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable
from datetime import datetime
from functools import lru_cache
from heapq import nlargest
from typing import Any, NamedTuple

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.talk.turn import Role, StoredTurn, Turn, TurnKind, TurnName
from familiar_memory.history.moments import from_us
from familiar_memory.history.people import author_from
from familiar_memory.history.places import named, place_from
from familiar_memory.history.session_keys import session_key

__all__ = [
    "AgedTurn",
    "WordsSaid",
    "actions_json",
    "newest_before",
    "select_turns",
    "turns_of_ids",
    "words_said",
]

_NAMES_AT_ONCE = 500
"""Two variables a name, and SQLite took 999 in a statement before version 3.32 (here they fit: the
places of a batch are few)."""

_SELECT = """
SELECT t.id, t.ref, t.said_us, t.offset_s, t.text, t.role, t.kind, t.reply_to, t.silent,
       t.state, t.actions, p.slug, s.ordinal, p.platform, p.channel, p.guild, p.kind,
       p.private, a.platform, a.user_id, n.card, c.card
FROM turns t
JOIN places p ON p.id = t.place
JOIN authors a ON a.id = t.author
JOIN author_names n ON n.id = t.name
LEFT JOIN sessions s ON s.id = t.session
LEFT JOIN place_names c ON c.id = t.called
"""
_WORDS = """
SELECT p.slug, t.ref, t.text, a.platform, a.user_id, n.card
FROM turns t
JOIN places p ON p.id = t.place
JOIN authors a ON a.id = t.author
JOIN author_names n ON n.id = t.name
WHERE t.place IN (SELECT id FROM places WHERE slug IN ({places})) AND t.ref IN ({refs})
AND NOT t.silent AND t.state != 'deleted'
"""


class AgedTurn(NamedTuple):
    """A turn without its words: its id, its name (place slug and ref), and when it was said."""

    id: int
    name: TurnName
    said: datetime


class WordsSaid(NamedTuple):
    """What a turn says, and by whom: the slug, and what they were called there."""

    text: str
    author: str
    author_name: str


def select_turns(
    connection: sqlite3.Connection, condition: str, values: Iterable[object]
) -> list[StoredTurn]:
    """Read the turns that an SQL condition (`WHERE …`, over `t`, `p` and `s`) picks."""
    rows = connection.execute(_SELECT + condition, tuple(values))
    try:
        return [_stored_turn(row) for row in rows]
    except (ValueError, TypeError, OverflowError) as exc:
        raise sqlite3.DatabaseError(f"a turn cannot be read: {exc}") from exc


def newest_before(
    connection: sqlite3.Connection, places: Iterable[int | None], before_id: int, limit: int
) -> list[int]:
    """The ids of the last turns of all these places by when they were said, of smaller ids.

    Whole turns are read of the few that are left: each place may have as many.
    """
    said = (
        row
        for place in places
        for row in connection.execute(
            "SELECT said_us, id FROM turns WHERE place = ? AND id < ? AND state != 'deleted'"
            " ORDER BY said_us DESC, id DESC LIMIT ?",
            (place, before_id, limit),
        )
    )
    return [turn_id for _, turn_id in nlargest(limit, said)]


def turns_of_ids(connection: sqlite3.Connection, ids: Iterable[int]) -> list[StoredTurn]:
    """The turns of these ids, in no order."""
    return [
        stored
        for batch in in_batches(list(ids), _NAMES_AT_ONCE)
        for stored in select_turns(connection, f"WHERE t.id IN ({_marks(batch)})", batch)
    ]


def words_said(
    connection: sqlite3.Connection, names: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], WordsSaid]:
    """What the turns of these (place slug, ref) say, as far as they stand and may be recalled.

    Every hit of every search is looked up here, so only what is compared is read.
    """
    wanted = list(dict.fromkeys(names))
    found: dict[tuple[str, str], WordsSaid] = {}
    for batch in in_batches(wanted, _NAMES_AT_ONCE):
        slugs, refs = ({one[at] for one in batch} for at in (0, 1))
        # By place and ref apart, which the index on (place, ref) can look up.
        query = _WORDS.format(places=_marks(slugs), refs=_marks(refs))
        for place, ref, text, *author in connection.execute(query, (*slugs, *refs)):
            found[place, ref] = WordsSaid(text, *_known_as(*author))
    return {name: found[name] for name in wanted if name in found}


@lru_cache(maxsize=4_096)
def _known_as(platform: str, user_id: str, card: str) -> tuple[str, str]:
    """Slug and label of a person under the names of one card."""
    author = author_from(platform, user_id, card)
    return author.slug, author.label


def _marks(values: Collection[object]) -> str:
    return ",".join("?" * len(values))


def actions_json(actions: tuple[str, ...]) -> str:
    """The actions of a turn as the table keeps them."""
    return json.dumps(list(actions), ensure_ascii=False) if actions else "[]"


def _stored_turn(row: tuple[Any, ...]) -> StoredTurn:
    state, actions, ordinal = row[9], row[10], row[12]
    turn = Turn(
        ref=row[1],
        timestamp=from_us(row[2], row[3]),
        place=named(place_from(*row[13:18]), row[21]),
        author=author_from(*row[18:21]),
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
