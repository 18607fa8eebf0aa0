"""What the ledger records of each attempt at a batch: done, failed, or put aside for good."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.writers.report import BatchReport

__all__ = ["Attempts"]


class Attempts:
    """Enters attempts in the ledger; with `dry_run` it only says what would be entered.

    A batch that failed is tried again by a later run; after `max_attempts` it is put aside
    (quarantined): its turns stay in the history, and the writer goes on.
    """

    def __init__(
        self,
        history: History,
        clock: Callable[[], datetime],
        max_attempts: int,
        *,
        dry_run: bool,
    ) -> None:
        self._history = history
        self._clock = clock
        self._max_attempts = max_attempts
        self._dry_run = dry_run

    def done(
        self, turns: tuple[StoredTurn, ...], settled: int, applied: ApplyReport
    ) -> BatchReport:
        """It went through; up to turn `settled` nothing waits any more."""
        status = BatchStatus.APPLIED if applied.outcomes else BatchStatus.EMPTY
        problem = "; ".join(f"{one.path}: {one.reason}" for one in applied.failures)
        return self._entered(turns, status, problem, applied, advance_to=settled)

    def failed(
        self,
        turns: tuple[StoredTurn, ...],
        settled: int,
        problem: str,
        applied: ApplyReport | None = None,
    ) -> BatchReport:
        """It did not; the watermark stays where it is, unless the batch is put aside."""
        earlier = self._history.ledger.find(turns[0].id, turns[-1].id)
        held = frozenset(stored.id for stored in turns)
        attempts = (earlier.attempts if earlier and earlier.turns == held else 0) + 1
        give_up = attempts >= self._max_attempts
        status = BatchStatus.QUARANTINED if give_up else BatchStatus.FAILED
        return self._entered(
            turns,
            status,
            problem,
            ApplyReport() if applied is None else applied,
            advance_to=settled if give_up else None,
        )

    def _entered(
        self,
        turns: tuple[StoredTurn, ...],
        status: BatchStatus,
        problem: str,
        applied: ApplyReport,
        *,
        advance_to: int | None,
    ) -> BatchReport:
        first, last = turns[0].id, turns[-1].id
        if not self._dry_run:
            self._history.ledger.note(
                first,
                last,
                status,
                at=self._clock(),
                turns=(stored.id for stored in turns),
                detail=problem,
                advance_to=advance_to,
            )
        return BatchReport(first, last, len(turns), status, applied, problem)
