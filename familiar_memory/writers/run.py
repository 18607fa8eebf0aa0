"""One run of the writer, a step at a time, so that a model can be asked between two steps.

Order of one batch: ask, read the reply, apply (every note is whole on disk), then in one
transaction enter it in the ledger and move the watermark. A crash before that runs the
batch again, and merging makes the second run change nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from familiar_memory.domain.closing import ClosedAtEnd
from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import FamiliarError, ModelUnavailableError
from familiar_memory.history.base import History
from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.llm.base import Completion
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.attempts import Attempts
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.waiting import WaitingTalk
from familiar_memory.writers.writing import BatchWriting, PendingBatch

__all__ = ["WriterRun"]

_log = logging.getLogger(__name__)


class WriterRun(ClosedAtEnd):
    """Gives out batches and takes back what a model said of each, one at a time.

        with writer.start() as run:
            while (pending := run.next()) is not None:
                run.finish(pending, reply_to(pending.request))
        return run.report

    Steps may be taken by different threads, never two at once; leaving it waits for the
    step that is under way. A batch that fails ends the run.
    """

    def __init__(
        self,
        history: History,
        writing: BatchWriting,
        attempts: Attempts,
        talk: WaitingTalk,
        held: ExitStack,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> None:
        """Take the `talk` to be written up; `held` is let go of at the end: the lock of runs."""
        self._history = history
        self._writing = writing
        self._attempts = attempts
        self._held = held
        self._dry_run = dry_run
        self._progress = progress
        self._talk = talk
        self._batches: Iterator[tuple[str, list[StoredTurn]]] = talk.batches()
        self._journal_batch = new_entry_id()
        self._reports: list[BatchReport] = []
        self._stopped = ""
        self._stepping = threading.Lock()
        self._is_over = False

    def close(self) -> None:
        """End it; a step that is under way is waited for, and no other begins."""
        with self._stepping:
            self._is_over = True
            self._held.close()

    @property
    def report(self) -> WriteReport:
        """What it has done so far."""
        return WriteReport(tuple(self._reports), self._dry_run, self._stopped, self._journal_batch)

    def next(self) -> PendingBatch | None:
        """The next batch to be asked about; None at the end.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        with self._stepping:
            while not self._is_over and not self._stopped:
                following = next(self._batches, None)
                if following is None:
                    self._settle_the_rest()
                    return None
                reach, turns = following[0], tuple(following[1])
                try:
                    return self._writing.prepare(reach, turns)
                except Exception as error:  # noqa: BLE001 - one bad batch must not wedge the writer
                    self._note(reach, turns, self._failed(turns, error))
            return None

    def finish(
        self,
        pending: PendingBatch,
        reply: Completion | None = None,
        problem: FamiliarError | None = None,
    ) -> BatchReport | None:
        """Write a batch up, with the reply to its request, or with why there is none.

        None when the run was ended meanwhile: the batch then waits for the next one.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        turns = pending.batch.turns
        with self._stepping:
            if self._is_over:
                return None
            if problem is None and reply is None and pending.request is not None:
                problem = ModelUnavailableError(
                    "the writer has a question and no model to ask", "a model for the writer"
                )
            if problem is not None:
                report = self._attempts.failed(turns, self._talk.settled, problem.problem)
            else:
                report = self._written(pending, reply)
            self._note(pending.reach, turns, report)
            return report

    def _written(self, pending: PendingBatch, reply: Completion | None) -> BatchReport:
        turns, settled = pending.batch.turns, self._talk.settled
        try:
            applied = self._writing.write(
                pending, reply, self._journal_batch, dry_run=self._dry_run
            )
        except Exception as error:  # noqa: BLE001 - one bad batch must not wedge the writer
            return self._failed(turns, error)
        if passing := [failure for failure in applied.failures if failure.may_pass]:
            problem = f"{passing[0].path}: {passing[0].reason}"
            return self._attempts.failed(turns, settled, problem, applied)
        return self._attempts.done(turns, settled, applied)

    def _failed(self, turns: tuple[StoredTurn, ...], error: Exception) -> BatchReport:
        if isinstance(error, FamiliarError):
            problem = error.problem
        else:
            _log.error(
                "batch %d..%d could not be written up", turns[0].id, turns[-1].id, exc_info=error
            )
            problem = f"{type(error).__name__}: {error}"
        return self._attempts.failed(turns, self._talk.settled, problem, ApplyReport())

    def _note(self, reach: str, turns: tuple[StoredTurn, ...], report: BatchReport) -> None:
        self._reports.append(report)
        if self._progress is not None:
            self._progress(report)
        if report.status is BatchStatus.FAILED:
            self._stopped = report.problem
        else:
            self._writing.was_written(reach, turns)

    def _settle_the_rest(self) -> None:
        if not self._dry_run:
            # Beyond the last batch there may be turns that an earlier run has dealt with.
            self._history.set_watermark(self._talk.settled)
