"""What the ledger records of each attempt at a batch: done, failed, or put aside for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import BatchStatus, FailedAttempt, LedgerEntry
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.writers.report import BatchReport
from familiar_memory.writers.retries.failure import BatchFailure
from familiar_memory.writers.retries.own_delays import OwnDelays, is_suspect
from familiar_memory.writers.retries.retry_rules import RetryRules

__all__ = ["Attempts", "CutTalk"]


@dataclass(frozen=True, slots=True)
class CutTalk:
    """Turns of one reach that are written up together.

    `returned` is the entry of a batch that was put aside and is tried again. One whose turns are
    of several reaches by now comes in parts, and with the last of them it `is_whole`.
    """

    reach: str
    turns: tuple[StoredTurn, ...]
    returned: LedgerEntry | None = None
    is_whole: bool = True

    @property
    def batch(self) -> tuple[int, int]:
        """The range of turns by which the ledger knows it."""
        if self.returned is not None:
            return self.returned.first, self.returned.last
        return self.turns[0].id, self.turns[-1].id


class Attempts:
    """Enters attempts in the ledger; with `dry_run` it only says what would be entered.

    A batch that failed is tried again by a later run; after as many attempts as the `rules` allow
    it is put aside (quarantined): its turns stay in the history, and the writer goes on.
    """

    def __init__(
        self,
        history: History,
        clock: Callable[[], datetime],
        rules: RetryRules,
        own_delays: OwnDelays,
        *,
        dry_run: bool,
    ) -> None:
        self._history = history
        self._clock = clock
        self._rules = rules
        self._own_delays = own_delays
        self._dry_run = dry_run

    def done(self, cut: CutTalk, settled: int, applied: ApplyReport) -> BatchReport:
        """It went through; up to turn `settled` nothing waits any more."""
        status = BatchStatus.APPLIED if applied.outcomes else BatchStatus.EMPTY
        problem = "; ".join(f"{one.path}: {one.reason}" for one in applied.failures)
        report = _report(cut, status, applied, problem)
        if cut.is_whole:
            self._enter(cut, report, advance_to=settled)
        return report

    def answered(self, cut: CutTalk) -> None:
        """A model has said something of it, so one can be reached."""
        self._own_delays.answered(cut.batch)

    def failed(
        self,
        cut: CutTalk,
        settled: int,
        failure: BatchFailure,
        applied: ApplyReport | None = None,
        *,
        is_at_once: bool = False,
    ) -> BatchReport:
        """It did not; the watermark stays where it is, unless the batch is put aside.

        With `is_at_once` it is tried again in one run, after another was answered.
        """
        earlier = self._earlier(cut)
        may_be_own = failure.is_delay and is_suspect(earlier)
        if failure.is_delay and self._own_delays.delayed(
            cut.batch, is_suspect=may_be_own, is_at_once=is_at_once
        ):
            failure = replace(failure, is_delay=False, may_pass=False)
        attempts = (0 if earlier is None else earlier.attempts) + (not failure.is_delay)
        delays = (0 if earlier is None else earlier.delays) + failure.is_delay
        most = self._rules.note_attempts if failure.may_pass else self._rules.attempts
        applied = ApplyReport() if applied is None else applied
        if not self._rules.reply_days:
            failure = replace(failure, reply="")
        if attempts >= most and not failure.is_delay:
            report = _report(cut, BatchStatus.QUARANTINED, applied, failure.problem)
            kept = FailedAttempt(failure.reply)
            self._enter(cut, report, advance_to=settled, failed=kept)
            return report
        pause_s = max(self._rules.pause(attempts + delays, self._rules.chance()), failure.wait_s)
        status = failure.status if cut.returned is None else BatchStatus.RETURNED
        report = replace(
            _report(cut, status, applied, failure.problem),
            pause_s=pause_s,
            is_everybodys=not may_be_own and (failure.is_delay or failure.may_pass),
            is_passed_over=may_be_own,
        )
        before = "" if earlier is None else earlier.reply
        again_at = self._clock() + timedelta(seconds=pause_s)
        kept = FailedAttempt(
            failure.reply or before, again_at, failure.is_delay, keeps_staged=failure.may_pass
        )
        self._enter(cut, report, failed=kept)
        return report

    def tidy_up(self, emptied: Iterable[LedgerEntry]) -> None:
        """Nothing waits in batches of which no turn stands, and replies are kept for a while."""
        if self._dry_run:
            return
        now = self._clock()
        for entry in emptied:
            self._history.ledger.note(
                entry.first, entry.last, BatchStatus.EMPTY, at=now, turns=entry.turns
            )
        self._history.ledger.drop_replies(now - timedelta(days=self._rules.reply_days))

    def _earlier(self, cut: CutTalk) -> LedgerEntry | None:
        """What is known of earlier attempts at the very same batch."""
        if cut.returned is not None:
            return self._history.ledger.entry(cut.returned.id)
        earlier = self._history.ledger.find(cut.turns[0].id, cut.turns[-1].id)
        held = frozenset(stored.id for stored in cut.turns)
        return earlier if earlier is not None and earlier.turns == held else None

    def _enter(
        self,
        cut: CutTalk,
        report: BatchReport,
        *,
        advance_to: int | None = None,
        failed: FailedAttempt | None = None,
    ) -> None:
        if self._dry_run:
            return
        first, last = report.first, report.last
        turns: frozenset[int] | None = frozenset(stored.id for stored in cut.turns)
        if cut.returned is not None:
            # It stays the batch that it was, whatever has become of its turns meanwhile.
            first, last, turns = cut.returned.first, cut.returned.last, cut.returned.turns
            advance_to = None
        self._history.ledger.note(
            first,
            last,
            report.status,
            at=self._clock(),
            turns=turns,
            detail=report.problem,
            advance_to=advance_to,
            failed=failed,
        )


def _report(
    cut: CutTalk,
    status: BatchStatus,
    applied: ApplyReport,
    problem: str,
) -> BatchReport:
    first, last = cut.turns[0].id, cut.turns[-1].id
    return BatchReport(first, last, len(cut.turns), status, applied, problem)
