"""What became of each batch of turns that a writer took: nothing is lost, nothing wedges."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from familiar_memory.history.database import Database
from familiar_memory.history.ledger.watermarks import WRITER, advance
from familiar_memory.history.moments import from_us, to_us
from familiar_memory.history.turns.turn_spans import in_spans, spans_of

__all__ = ["LedgerEntry", "BatchLedger", "BatchStatus"]

_COLUMNS = "id, first, last, status, attempts, detail, at_us, turns"


class BatchStatus(StrEnum):
    """How the last attempt at a batch ended.

    `REFUSED` and `UNPARSABLE` are for writers that ask a model: it would not answer, or what it
    answered cannot be read. The writer without one does neither.
    """

    APPLIED = "applied"
    EMPTY = "empty"
    REFUSED = "refused"
    UNPARSABLE = "unparsable"
    FAILED = "failed"
    QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One batch: a range of turn ids (both ends included), and how its last attempt ended.

    `turns` are those of the range that it held, as other talk may lie between them; None
    (in files of older versions) for all of the range.
    """

    id: int
    first: int
    last: int
    status: BatchStatus
    attempts: int
    detail: str
    at: datetime
    turns: frozenset[int] | None = None

    def holds(self, turn_id: int) -> bool:
        """Whether a turn was in it."""
        if self.turns is None:
            return self.first <= turn_id <= self.last
        return turn_id in self.turns


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
        watermark: str = WRITER,
    ) -> LedgerEntry:
        """Enter one attempt at a batch: a new entry, or one attempt more on the old one.

        `turns` are those that it holds, by default all of the range; with others than
        before it is another batch, and this its first attempt.

        With `advance_to`, the watermark moves there in the same transaction, so that no
        crash can separate the two.
        """
        held = None if turns is None else frozenset(turns)
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO batches (first, last, status, attempts, detail, at_us, turns)"
                " VALUES (?, ?, ?, 1, ?, ?, ?) ON CONFLICT (first, last) DO UPDATE SET"
                " status = excluded.status, detail = excluded.detail, at_us = excluded.at_us,"
                " attempts = iif(turns IS excluded.turns, attempts + 1, 1),"
                " turns = excluded.turns",
                (
                    first,
                    last,
                    status.value,
                    detail,
                    to_us(at),
                    None if held is None else spans_of(held),
                ),
            )
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM batches WHERE first = ? AND last = ?", (first, last)
            ).fetchone()
            if advance_to is not None:
                # It may drop the entry: what failed is none any more once it is passed.
                advance(connection, watermark, advance_to)
        return _batch(row)

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


def _batch(row: tuple[int, int, int, str, int, str, int, str | None]) -> LedgerEntry:
    turns = None if row[7] is None else in_spans(row[7])
    return LedgerEntry(
        row[0], row[1], row[2], BatchStatus(row[3]), row[4], row[5], from_us(row[6]), turns
    )
