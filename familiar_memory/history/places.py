"""Places as rows, and what people called them last."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from typing import NamedTuple

from familiar_memory.domain.in_batches import in_batches
from familiar_memory.domain.talk.place import Place, PlaceKind

__all__ = [
    "GivenName",
    "all_places",
    "ensure_place",
    "forget_names",
    "name_now",
    "note_names",
    "place_from",
    "place_id",
    "places_named",
]

_NAME_STEP_US = 3600 * 1_000_000
"""An hour: that a name is still in use is written so often, not with every turn."""
_SLUGS_AT_ONCE = 500
_COLUMNS = "platform, channel, guild, kind, private, name, guild_name"


class GivenName(NamedTuple):
    """What something was called, and when last; None before anybody said so.

    `at_us` may be up to an hour early.
    """

    name: str | None = None
    at_us: int | None = None


def name_now(kept: GivenName, given: str | None, said_us: int) -> GivenName:
    """What something is called after a turn of that moment has called it so (None: not at all).

    A pure rule, which every history keeps: the name that was said last, whenever it arrives.
    """
    if given is None:
        return kept
    step_us = _NAME_STEP_US if given == kept.name else 0
    if kept.at_us is None or said_us >= kept.at_us + step_us:
        return GivenName(given, said_us)
    return kept


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
    if made.lastrowid is None:
        raise sqlite3.InternalError("an insert gave no row id")
    return made.lastrowid


def note_names(connection: sqlite3.Connection, row: int, place: Place, said_us: int) -> None:
    """Remember what a turn of that moment calls the place of that row, and its guild."""
    if place.name is None and place.guild_name is None:
        return
    name, name_us, guild, guild_us = connection.execute(
        "SELECT name, name_us, guild_name, guild_name_us FROM places WHERE id = ?", (row,)
    ).fetchone()
    before = (GivenName(name, name_us), GivenName(guild, guild_us))
    now = (
        name_now(before[0], place.name, said_us),
        name_now(before[1], place.guild_name, said_us),
    )
    if now != before:
        connection.execute(
            "UPDATE places SET name = ?, name_us = ?, guild_name = ?, guild_name_us = ?"
            " WHERE id = ?",
            (*now[0], *now[1], row),
        )


def forget_names(connection: sqlite3.Connection, row: int) -> None:
    """Forget what a place is called, until the next turn says so."""
    connection.execute(
        "UPDATE places SET name = NULL, name_us = NULL, guild_name = NULL, guild_name_us = NULL"
        " WHERE id = ?",
        (row,),
    )


def all_places(connection: sqlite3.Connection) -> list[Place]:
    """Every place in which something was recorded, by slug, under its newest names."""
    return [
        place_from(*row)
        for row in connection.execute(f"SELECT {_COLUMNS} FROM places ORDER BY slug")
    ]


def places_named(connection: sqlite3.Connection, slugs: Collection[str]) -> dict[str, Place]:
    """The places of these slugs in which something was recorded, under their newest names."""
    found: dict[str, Place] = {}
    for batch in in_batches(list(dict.fromkeys(slugs)), _SLUGS_AT_ONCE):
        marks = ",".join("?" * len(batch))
        rows = connection.execute(
            f"SELECT slug, {_COLUMNS} FROM places WHERE slug IN ({marks})", tuple(batch)
        )
        found.update((row[0], place_from(*row[1:])) for row in rows)
    return found


def place_from(
    platform: str,
    channel: str,
    guild: str | None,
    kind: str,
    private: int,
    name: str | None = None,
    guild_name: str | None = None,
) -> Place:
    """A place of what its row says."""
    return Place(
        platform,
        channel,
        guild,
        PlaceKind(kind),
        bool(private),
        name=name,
        guild_name=guild_name,
    )
