"""What became of each batch of turns that a writer took: nothing is lost, nothing wedges."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from familiar_memory.history.database import Database
from familiar_memory.history.ledger.watermarks import WRITER, advance
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.turns.turn_spans import in_spans, spans_of

__all__ = ["TRIED_AGAIN", "BatchLedger", "BatchStatus", "FailedAttempt", "LedgerEntry"]

_COLUMNS = (
    "id, first, last, status, attempts, detail, at_us, turns, reply, again_us, delays, staged"
)


# What failed before is counted on, where it is the same batch.
_SAME = "turns IS excluded.turns"
_ENTER = f"""
INSERT INTO batches ({_COLUMNS.removeprefix("id, ")})
VALUES (:first, :last, :status, :attempts, :detail, :at_us, :turns, :reply, :again_us, :delays, '')
ON CONFLICT (first, last) DO UPDATE SET
    status = excluded.status, detail = excluded.detail, at_us = excluded.at_us,
    attempts = excluded.attempts + iif({_SAME}, attempts, 0),
    delays = iif(excluded.delays, excluded.delays + iif({_SAME}, delays, 0), 0),
    turns = excluded.turns, reply = excluded.reply, again_us = excluded.again_us,
    staged = iif(:keeps_staged AND {_SAME}, staged, '')"""
# One that a person has put back stays so until it is done: it lies behind the watermark.
_STAGE = f"""
INSERT INTO batches ({_COLUMNS.removeprefix("id, ")})
VALUES (:first, :last, 'staged', 0, '', :at_us, :turns, '', NULL, 0, :staged)
ON CONFLICT (first, last) DO UPDATE SET staged = excluded.staged,
    status = iif(status = 'returned', status, excluded.status),
    at_us = iif(status = 'returned', at_us, excluded.at_us),
    turns = iif(status = 'returned', turns, excluded.turns),
    attempts = iif(status = 'returned' OR {_SAME}, attempts, 0),
    delays = iif(status = 'returned' OR {_SAME}, delays, 0)"""


class BatchStatus(StrEnum):
    """How the last attempt at a batch ended.

    `REFUSED` and `UNPARSABLE` are for writers that ask a model: it would not answer, or what it
    answered cannot be read. The writer without one does neither. `STAGED`: what is to be written
    is decided, and a run is writing it, or has died of it. `RETURNED`: it was put aside,
    and a person wants it tried again; so it stays until it is done, or put aside once more.
    """

    STAGED = "staged"
    APPLIED = "applied"
    EMPTY = "empty"
    REFUSED = "refused"
    UNPARSABLE = "unparsable"
    FAILED = "failed"
    QUARANTINED = "quarantined"
    RETURNED = "returned"


TRIED_AGAIN = (BatchStatus.FAILED, BatchStatus.REFUSED, BatchStatus.UNPARSABLE)
"""It failed, and waits like the turns behind it."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One batch: a range of turn ids (both ends included), and how its last attempt ended.

    `turns` are those of the range that it held, as other talk may lie between them; None
    (in files of older versions) for all of the range. `attempts` are those that it has failed by
    itself; `delays` are those that nobody could make, such as when a model was not to be reached.
    `again_at` is when it is tried next, and `reply` what a model said of it, cut short. `staged`
    is what is to be written of it, until all of it is.
    """

    id: int
    first: int
    last: int
    status: BatchStatus
    attempts: int
    detail: str
    at: datetime
    turns: frozenset[int] | None = None
    reply: str = ""
    again_at: datetime | None = None
    delays: int = 0
    staged: str = ""

    def holds(self, turn_id: int) -> bool:
        """Whether a turn was in it."""
        if self.turns is None:
            return self.first <= turn_id <= self.last
        return turn_id in self.turns


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """What is known of an attempt that failed: what a model said, and when it is tried next.

    With `is_delay` nobody could make it: it does not count as an attempt. With `keeps_staged`
    the next attempt writes what was to be written.
    """

    reply: str = ""
    again_at: datetime | None = None
    is_delay: bool = False
    keeps_staged: bool = False


class BatchLedger:
    """The list of batches; one entry a range of turns, however often it is tried."""

    def __init__(self, database: Database) -> None:
        """Keep the list in this database."""
        self._database = database

    def note(
        self,
        first: int,
        last: int,
        status: BatchStatus,
        *,
        at: datetime,
        turns: Iterable[int] | None = None,
        detail: str = "",
        advance_to: int | None = None,
        failed: FailedAttempt | None = None,
    ) -> LedgerEntry:
        """Enter one attempt at a batch: a new entry, or one attempt more on the old one.

        `turns` are those that it holds, by default all of the range; with others than
        before it is another batch, and this its first attempt. `failed` says more of an attempt
        that did; one that says nothing of it, as one that went through, leaves no reply.

        With `advance_to`, the watermark of the writer moves there in the same transaction, so
        that no crash can separate the two.
        """
        held = None if turns is None else spans_of(frozenset(turns))
        failed = failed or FailedAttempt()
        given = {
            "first": first,
            "last": last,
            "status": status.value,
            "attempts": int(not failed.is_delay),
            "detail": detail,
            "at_us": to_us(at),
            "turns": held,
            "reply": failed.reply,
            "again_us": None if failed.again_at is None else to_us(failed.again_at),
            "delays": int(failed.is_delay),
            "keeps_staged": failed.keeps_staged,
        }
        with self._database.writing() as connection:
            connection.execute(_ENTER, given)
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM batches WHERE first = ? AND last = ?", (first, last)
            ).fetchone()
            if advance_to is not None:
                # It may drop the entry: what failed is none any more once it is passed.
                advance(connection, WRITER, advance_to)
        return _batch(row)

    def stage(
        self, first: int, last: int, staged: str, *, at: datetime, turns: Iterable[int]
    ) -> None:
        """Keep what is to be written of a batch, until it is noted how that went."""
        given = {
            "first": first,
            "last": last,
            "staged": staged,
            "at_us": to_us(at),
            "turns": spans_of(frozenset(turns)),
        }
        with self._database.writing() as connection:
            connection.execute(_STAGE, given)

    def put_back(self, ids: Collection[int]) -> list[LedgerEntry]:
        """Have batches that were put aside tried again, from their first attempt; those that were.

        The others of these ids stay as they are.
        """
        marks = ",".join("?" * len(ids))
        with self._database.writing() as connection:
            rows = connection.execute(
                "UPDATE batches SET status = 'returned', attempts = 0, delays = 0, again_us = NULL"
                f" WHERE status = 'quarantined' AND id IN ({marks}) RETURNING {_COLUMNS}",
                tuple(ids),
            ).fetchall()
        return sorted(map(_batch, rows), key=lambda entry: (entry.first, entry.last))

    def drop_replies(self, before: datetime) -> int:
        """Forget what models said of batches that were tried last before then; of how many."""
        with self._database.writing() as connection:
            return connection.execute(
                "UPDATE batches SET reply = '' WHERE reply != '' AND at_us < ?", (to_us(before),)
            ).rowcount

    def entry(self, number: int) -> LedgerEntry | None:
        """The entry of an id; None where there is none."""
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM batches WHERE id = ?", (number,)
            ).fetchone()
        return None if row is None else _batch(row)

    def last_at(self) -> datetime | None:
        """When a batch was tried last; None before the first."""
        with self._database.reading() as connection:
            (at_us,) = connection.execute("SELECT max(at_us) FROM batches").fetchone()
        return None if at_us is None else from_us(at_us)

    def find(self, first: int, last: int) -> LedgerEntry | None:
        """The entry of a range; None when it was never tried."""
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM batches WHERE first = ? AND last = ?", (first, last)
            ).fetchone()
        return None if row is None else _batch(row)

    def after(self, turn_id: int, statuses: Collection[BatchStatus]) -> list[LedgerEntry]:
        """The entries of these statuses that reach behind a turn, by range."""
        marks = ",".join("?" * len(statuses))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM batches WHERE last > ? AND status IN ({marks})"
                " ORDER BY first, last",
                (turn_id, *(status.value for status in statuses)),
            ).fetchall()
        return [_batch(row) for row in rows]

    def entries(self, status: BatchStatus | None = None, limit: int = 100) -> list[LedgerEntry]:
        """The entries, of one status or of all, the newest range first."""
        chosen = "" if status is None else "WHERE status = ? "
        values: tuple[object, ...] = (limit,) if status is None else (status.value, limit)
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM batches {chosen}ORDER BY first DESC, last DESC LIMIT ?",
                values,
            ).fetchall()
        return [_batch(row) for row in rows]


def _batch(row: tuple[Any, ...]) -> LedgerEntry:
    number, first, last, status, attempts, detail, at_us, turns, reply, *rest = row
    again_us, delays, staged = rest
    return LedgerEntry(
        number,
        first,
        last,
        BatchStatus(status),
        attempts,
        detail,
        from_us(at_us),
        None if turns is None else in_spans(turns),
        reply,
        None if again_us is None else from_us(again_us),
        delays,
        staged,
    )
