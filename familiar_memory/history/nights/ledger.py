"""The runs of the sleep cycle in the file of the history."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import orjson

from familiar_memory.history.database import Database
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.nights.night import MOST_NIGHTS, KeptNight, KeptStep, StepStatus

__all__ = ["NightLedger"]

_NIGHT = "SELECT id, cycle, began_us, batch, ended_us FROM nights"
_STEPS = "SELECT name, status, at_us, counts, problem FROM night_steps WHERE night = ? ORDER BY id"
_COUNT_FROM = """
INSERT INTO nights (cycle, began_us, batch, ended_us) SELECT :cycle, :at, '', :at
WHERE NOT EXISTS (SELECT 1 FROM nights WHERE cycle = :cycle)"""
_DROP_OLD = (
    "DELETE FROM nights WHERE cycle = :cycle AND id NOT IN"
    " (SELECT id FROM nights WHERE cycle = :cycle ORDER BY id DESC LIMIT :most)"
)
_ENTER = """
INSERT INTO night_steps (night, name, status, at_us, counts, problem) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (night, name) DO UPDATE SET status = excluded.status, at_us = excluded.at_us,
    counts = excluded.counts, problem = excluded.problem"""


class NightLedger:
    """The list of runs, a row each, and a row for each of its steps."""

    def __init__(self, database: Database) -> None:
        """Keep the list in this database."""
        self._database = database

    def begin(self, cycle: str, at: datetime, batch: str) -> KeptNight:
        """The run of a cycle that is open, else a new one."""
        with self._database.writing() as connection:
            open_one = _last(connection, cycle)
            if open_one is not None and open_one.ended is None:
                return open_one
            cursor = connection.execute(
                "INSERT INTO nights (cycle, began_us, batch) VALUES (?, ?, ?)",
                (cycle, to_us(at), batch),
            )
            connection.execute(_DROP_OLD, {"cycle": cycle, "most": MOST_NIGHTS})
            return KeptNight(int(cursor.lastrowid or 0), cycle, from_us(to_us(at)), batch)

    def count_from(self, cycles: Iterable[str], at: datetime) -> None:
        """Enter a run without steps for those that never ran, in one transaction."""
        with self._database.writing() as connection:
            for cycle in cycles:
                connection.execute(_COUNT_FROM, {"cycle": cycle, "at": to_us(at)})

    def note(self, night: int, step: KeptStep) -> None:
        """Enter what a step came to; again, it takes the place of what was entered."""
        counts = orjson.dumps(dict(step.counts)).decode()
        row = (night, step.name, step.status.value, to_us(step.at), counts, step.problem)
        with self._database.writing() as connection:
            connection.execute(_ENTER, row)

    def end(self, night: int, at: datetime) -> None:
        """All of its steps have been gone through."""
        with self._database.writing() as connection:
            connection.execute("UPDATE nights SET ended_us = ? WHERE id = ?", (to_us(at), night))

    def last(self, cycle: str) -> KeptNight | None:
        """The newest run of a cycle; None before the first."""
        with self._database.reading() as connection:
            return _last(connection, cycle)

    def newest(self, limit: int = 20) -> list[KeptNight]:
        """The runs of all cycles, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(f"{_NIGHT} ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
            return [_night(connection, row) for row in rows]


def _last(connection: sqlite3.Connection, cycle: str) -> KeptNight | None:
    row = connection.execute(
        f"{_NIGHT} WHERE cycle = ? ORDER BY id DESC LIMIT 1", (cycle,)
    ).fetchone()
    return None if row is None else _night(connection, row)


def _night(connection: sqlite3.Connection, row: tuple[Any, ...]) -> KeptNight:
    number, cycle, began_us, batch, ended_us = row
    steps = tuple(map(_step, connection.execute(_STEPS, (number,))))
    ended = None if ended_us is None else from_us(ended_us)
    return KeptNight(number, cycle, from_us(began_us), batch, ended, steps)


def _step(row: tuple[Any, ...]) -> KeptStep:
    name, status, at_us, counts, problem = row
    return KeptStep(name, StepStatus(status), from_us(at_us), orjson.loads(counts), problem)
