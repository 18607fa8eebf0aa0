"""How much is stored, by kind, role and platform."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["CountedTurns", "HistoryCounts", "count", "count_after", "count_older", "added_up"]


@dataclass(frozen=True, slots=True)
class HistoryCounts:
    """Numbers of rows. `turns` are those with their text; `deleted` are tombstones.

    `silent`, `by_kind`, `by_role` and `by_platform` divide up `turns`.
    """

    turns: int = 0
    deleted: int = 0
    silent: int = 0
    places: int = 0
    people: int = 0
    sessions: int = 0
    by_kind: Mapping[str, int] = field(default_factory=dict)
    by_role: Mapping[str, int] = field(default_factory=dict)
    by_platform: Mapping[str, int] = field(default_factory=dict)


class CountedTurns(NamedTuple):
    """So many turns that are alike in all that is counted."""

    kind: str
    role: str
    platform: str
    silent: bool
    deleted: bool
    number: int


def added_up(
    turns: Iterable[CountedTurns], *, places: int, people: int, sessions: int
) -> HistoryCounts:
    """Add up what the turns are."""
    silent_total = deleted = 0
    by_kind: Counter[str] = Counter()
    by_role: Counter[str] = Counter()
    by_platform: Counter[str] = Counter()
    for kind, role, platform, silent, gone, number in turns:
        if gone:
            deleted += number
            continue
        silent_total += number if silent else 0
        by_kind[kind] += number
        by_role[role] += number
        by_platform[platform] += number
    return HistoryCounts(
        turns=by_kind.total(),
        deleted=deleted,
        silent=silent_total,
        places=places,
        people=people,
        sessions=sessions,
        by_kind=dict(by_kind),
        by_role=dict(by_role),
        by_platform=dict(by_platform),
    )


def count(connection: sqlite3.Connection) -> HistoryCounts:
    """Count everything; reads the whole table of turns once."""
    turns = connection.execute(
        "SELECT t.kind, t.role, p.platform, t.silent, t.state = 'deleted', count(*)"
        " FROM turns t JOIN places p ON p.id = t.place GROUP BY 1, 2, 3, 4, 5"
    )
    return added_up(
        (CountedTurns(*row) for row in turns),
        places=_rows(connection, "places"),
        people=_rows(connection, "(SELECT DISTINCT author FROM last_seen)"),
        sessions=_rows(connection, "sessions WHERE turn_count > 0"),
    )


def count_after(connection: sqlite3.Connection, after_id: int) -> int:
    """How many turns arrived after that one, without deleted ones."""
    sql = "SELECT count(*) FROM turns WHERE id > ? AND state != 'deleted'"
    return int(connection.execute(sql, (after_id,)).fetchone()[0])


def count_older(connection: sqlite3.Connection, limit_turns: int) -> int:
    """How many turns stand in sessions older than those that hold the newest so many."""
    older = total = 0
    rows = connection.execute("SELECT turn_count FROM sessions ORDER BY last_us DESC, id DESC")
    for (turns,) in rows:
        total += turns
        older += turns if total > limit_turns else 0
    return older


def _rows(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
