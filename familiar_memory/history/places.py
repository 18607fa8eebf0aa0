"""Places as rows, and what turns call them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.talk.place import Place, PlaceKind

__all__ = [
    "all_places",
    "ensure_names",
    "ensure_place",
    "named",
    "names_card",
    "place_from",
    "place_id",
    "places_named",
]

_SLUGS_AT_ONCE = 500
# What the turn said last that names a place calls it: so a name goes wherever its turn goes.
_LATEST_CARD = (
    "(SELECT n.card FROM turns t JOIN place_names n ON n.id = t.called"
    " WHERE t.place = p.id AND t.called IS NOT NULL ORDER BY t.said_us DESC, t.id DESC LIMIT 1)"
)
_SELECT = (
    f"SELECT p.slug, p.platform, p.channel, p.guild, p.kind, p.private, {_LATEST_CARD}"
    " FROM places p"
)


def place_id(connection: sqlite3.Connection, slug: str) -> int | None:
    """The row of a place; None when nothing was ever recorded there."""
    row = connection.execute("SELECT id FROM places WHERE slug = ?", (slug,)).fetchone()
    return None if row is None else int(row[0])


def ensure_place(connection: sqlite3.Connection, place: Place) -> int:
    """The row of a place, made where there was none; without its names."""
    slug = place.slug
    known = place_id(connection, slug)
    if known is not None:
        return known
    made = connection.execute(
        "INSERT INTO places (slug, platform, guild, channel, kind, private)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (slug, place.platform, place.guild, place.channel, place.kind.value, place.private),
    )
    return _new_id(made)


def ensure_names(connection: sqlite3.Connection, place: Place) -> int | None:
    """The row of what a place is called; None where it has no name."""
    card = names_card(place.name, place.guild_name)
    if card is None:
        return None
    row = connection.execute("SELECT id FROM place_names WHERE card = ?", (card,)).fetchone()
    if row is not None:
        return int(row[0])
    return _new_id(connection.execute("INSERT INTO place_names (card) VALUES (?)", (card,)))


def all_places(connection: sqlite3.Connection) -> list[Place]:
    """Every place in which something was recorded, by slug, under its newest names."""
    rows = connection.execute(f"{_SELECT} ORDER BY p.slug")
    return [named(place_from(*row[1:6]), row[6]) for row in rows]


def places_named(connection: sqlite3.Connection, slugs: Collection[str]) -> dict[str, Place]:
    """The places of these slugs in which something was recorded, under their newest names."""
    found: dict[str, Place] = {}
    for batch in in_batches(list(dict.fromkeys(slugs)), _SLUGS_AT_ONCE):
        marks = ",".join("?" * len(batch))
        rows = connection.execute(f"{_SELECT} WHERE p.slug IN ({marks})", tuple(batch))
        found.update((row[0], named(place_from(*row[1:6]), row[6])) for row in rows)
    return found


def place_from(platform: str, channel: str, guild: str | None, kind: str, private: int) -> Place:
    """A place as its row says, without names."""
    return Place(platform, channel, guild, PlaceKind(kind), bool(private))


def named(place: Place, card: str | None) -> Place:
    """A place under the names of a card, if there is one."""
    if card is None:
        return place
    name, guild_name = _names(card)
    return replace(place, name=name, guild_name=guild_name)


def names_card(name: str | None, guild_name: str | None) -> str | None:
    """`[name, guild_name]` as JSON; None where there is neither."""
    if name is None and guild_name is None:
        return None
    return json.dumps([name, guild_name], ensure_ascii=False)


@lru_cache(maxsize=1_024)
def _names(card: str) -> tuple[str | None, str | None]:
    name, guild_name = json.loads(card)
    return name, guild_name


def _new_id(made: sqlite3.Cursor) -> int:
    if made.lastrowid is None:
        raise sqlite3.InternalError("an insert gave no row id")
    return made.lastrowid
