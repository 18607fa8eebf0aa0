"""What keeps the place of those who read the turns, whatever keeps it.

Methods raise `HistoryError`, naming what cannot be read or written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Protocol

from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt, LedgerEntry
from familiar_memory.history.ledger.watermarks import WRITER

__all__ = ["Ledger", "Watermarks"]


class Watermarks(Protocol):
    """How far each reader of the turns has got."""

    def watermark(self, name: str = WRITER) -> int:
        """The last turn id that this reader has dealt with; 0 at first."""

    def watermarks_like(self, prefix: str) -> dict[str, int]:
        """The watermarks whose names begin so, by name."""

    def set_watermark(self, turn_id: int, name: str = WRITER) -> None:
        """Move a watermark forward; a smaller id changes nothing."""

    def set_watermarks(self, turn_id: int, names: Iterable[str]) -> None:
        """Move several watermarks forward to the same turn, all of them or none."""

    def drop_watermarks(self, prefixes: Iterable[str]) -> None:
        """Forget those whose names begin so, all of them or none; "" is refused.

        Raises:
            ValueError: a prefix is empty.
        """

    def replace_watermarks(self, prefixes: Iterable[str], marks: Mapping[str, int]) -> None:
        """Forget those whose names begin so, then set others, all of it or nothing.

        Raises:
            ValueError: a prefix is empty.
        """


class Ledger(Protocol):
    """Batches of turns that a writer has dealt with, or has not; see `BatchLedger`."""

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

    def stage(
        self, first: int, last: int, staged: str, *, at: datetime, turns: Iterable[int]
    ) -> None:
        """Keep what is to be written of a batch, until it is noted how that went."""

    def put_back(self, ids: Collection[int]) -> list[LedgerEntry]:
        """Have batches that were put aside tried again, from their first attempt; those that were.

        The others of these ids stay as they are.
        """

    def drop_replies(self, before: datetime) -> int:
        """Forget what models said of batches that were tried last before then; of how many."""

    def entry(self, number: int) -> LedgerEntry | None:
        """The entry of an id; None where there is none."""

    def last_at(self) -> datetime | None:
        """When a batch was tried last; None before the first."""

    def find(self, first: int, last: int) -> LedgerEntry | None:
        """The entry of a range; None when it was never tried."""

    def after(self, turn_id: int, statuses: Collection[BatchStatus]) -> list[LedgerEntry]:
        """The entries of these statuses that reach behind a turn, by range."""

    def entries(self, status: BatchStatus | None = None, limit: int = 100) -> list[LedgerEntry]:
        """The entries, of one status or of all, the newest range first."""
