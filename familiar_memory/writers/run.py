"""One run of the writer, a step at a time, so that a model can be asked between two steps.

Order of one batch: ask, read the reply, stage what is to be written, apply (every note is whole on
disk), then in one transaction enter it in the ledger and move the watermark. A crash before that
has the next run apply what is staged, and merging makes it change nothing that is written. What is
edited, deleted or made private meanwhile is read again before a model is asked about it, and before
it is written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from familiar_memory.domain.closing import ClosedAtEnd
from familiar_memory.errors import ModelUnavailableError
from familiar_memory.history.base import History
from familiar_memory.llm.base import Completion
from familiar_memory.operations.proposal import Proposal
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.as_said import AsSaid
from familiar_memory.writers.report import BatchReport, WriteReport
from familiar_memory.writers.retries.attempts import Attempts, CutTalk
from familiar_memory.writers.retries.failure import BatchFailure, failure_of, unwritten
from familiar_memory.writers.retries.staged_batches import StagedBatches
from familiar_memory.writers.retries.talk import TalkToWrite
from familiar_memory.writers.writing import BatchWriting, PendingBatch

__all__ = ["WriterRun"]


class WriterRun(ClosedAtEnd):
    """Gives out batches and takes back what a model said of each, one at a time.

        with writer.start() as run:
            while (pending := run.next()) is not None:
                run.finish(pending, reply_to(pending.request))
        return run.report

    Steps may be taken by different threads, never two at once; leaving it waits for the
    step that is under way. A batch that fails ends the run, but one that a person has put back
    for reasons of its own, and one for which nobody has answered so often that it may be to blame:
    that one is tried again in the same run once a model has answered for another.
    """

    def __init__(
        self,
        history: History,
        writing: BatchWriting,
        attempts: Attempts,
        staged: StagedBatches,
        talk: TalkToWrite,
        held: ExitStack,
        *,
        dry_run: bool = False,
        progress: Callable[[BatchReport], None] | None = None,
    ) -> None:
        """Take the `talk` to be written up; `held` is let go of at the end: the lock of runs."""
        self._history = history
        self._writing = writing
        self._attempts = attempts
        self._staged = staged
        self._held = held
        self._dry_run = dry_run
        self._progress = progress
        self._talk = talk
        self._batches: Iterator[CutTalk] = talk.batches()
        self._as_said = AsSaid(history)
        self._stale: PendingBatch | None = None
        self._journal_batch = new_entry_id()
        self._reports: list[BatchReport] = []
        self._stopped = ""
        self._again: list[CutTalk] = []
        """Batches that were left, to be tried again now."""
        self._tried_twice: set[tuple[int, int]] = set()
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
                cut = self._next_cut()
                if cut is None:
                    self._settle_the_rest()
                    return None
                try:
                    pending = self._writing.prepare(cut, self._staged)
                except Exception as error:  # noqa: BLE001 - one bad batch must not wedge the writer
                    self._note(cut, self._failed(cut, failure_of(cut.turns, error)))
                    continue
                if self._stands(pending):
                    return pending
                self._read_again(cut)
            return None

    def is_stale(self, pending: PendingBatch) -> bool:
        """Whether it was not finished since its messages are not what they were: it comes anew."""
        return pending is self._stale

    def finish(
        self,
        pending: PendingBatch,
        reply: Completion | None = None,
        problem: Exception | None = None,
        *,
        is_last_try: bool = True,
    ) -> BatchReport | None:
        """Write a batch up, with the reply to its request, or with why there is none.

        None when the run was ended meanwhile: the batch then waits for the next one. None where
        its messages were edited, deleted or moved meanwhile (`is_stale`): it is given out anew, as
        they are now. None too where a note cannot be written that may be written in a moment, and
        this was not the last try: then nothing is entered, and the same may be asked for again.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        with self._stepping:
            if self._is_over or self.is_stale(pending):
                return None
            if not self._stands(pending):
                self._stale = pending
                self._read_again(pending.cut)
                return None
            if problem is None and reply is None and pending.request is not None:
                problem = ModelUnavailableError(
                    "the writer has a question and no model to ask", "a model for the writer"
                )
            if reply is not None and pending.request is not None:
                self._answered(pending.cut)
            if problem is not None:
                failure = failure_of(pending.batch.turns, problem, reply)
                report = self._failed(pending.cut, failure)
            else:
                written = self._written(pending, reply, is_last_try=is_last_try)
                if written is None:
                    return None
                report = written
            self._note(pending.cut, report)
            return report

    def _stands(self, pending: PendingBatch) -> bool:
        return self._dry_run or self._as_said.hold(
            (*pending.batch.turns, *pending.batch.background)
        )

    def _read_again(self, cut: CutTalk) -> None:
        """Begin anew with this and all that is not done; what was said before is read again too."""
        self._as_said = AsSaid(self._history)
        self._writing.refresh()
        self._talk.read_again(cut)
        self._again.clear()
        self._batches = self._talk.batches()

    def _written(
        self, pending: PendingBatch, reply: Completion | None, *, is_last_try: bool
    ) -> BatchReport | None:
        cut = pending.cut
        try:
            proposals = self._decided(pending, reply)
            applied = self._writing.write(
                pending, proposals, self._journal_batch, dry_run=self._dry_run
            )
        except Exception as error:  # noqa: BLE001 - one bad batch must not wedge the writer
            failure = failure_of(cut.turns, error, reply)
            return None if failure.may_pass and not is_last_try else self._failed(cut, failure)
        if (failing := unwritten(applied)) is None:
            return self._attempts.done(cut, self._talk.settled, applied)
        if not is_last_try:
            return None
        return self._attempts.failed(cut, self._talk.settled, failing, applied)

    def _decided(self, pending: PendingBatch, reply: Completion | None) -> tuple[Proposal, ...]:
        """What is to be written, staged: it stays so when it is tried again."""
        if pending.staged is not None:
            return pending.staged
        background = pending.batch.background
        proposals = self._staged.of(pending.cut, background)
        if proposals is None:
            proposals = self._writing.read(pending, reply)
            self._staged.stage(pending.cut, background, proposals)
        return proposals

    def _failed(self, cut: CutTalk, failure: BatchFailure) -> BatchReport:
        is_again = cut.batch in self._tried_twice
        return self._attempts.failed(cut, self._talk.settled, failure, is_at_once=is_again)

    def _next_cut(self) -> CutTalk | None:
        if not self._again:
            return next(self._batches, None)
        cut = self._again.pop(0)
        self._talk.take_again(cut)
        self._tried_twice.add(cut.batch)
        self._reports = [one for one in self._reports if (one.first, one.last) != _range_of(cut)]
        return cut

    def _answered(self, cut: CutTalk) -> None:
        """A model can be reached: whoever was left because of it has a second try, and no third.

        Of a batch in parts the first has failed, and the rest was not given out: it waits.
        """
        self._attempts.answered(cut)
        tried = {*self._tried_twice, *(one.batch for one in self._again)}
        left = (one for one in self._talk.left if one.is_whole and one.batch not in tried)
        self._again.extend(left)

    def _note(self, cut: CutTalk, report: BatchReport) -> None:
        self._reports.append(report)
        if self._progress is not None:
            self._progress(report)
        if report.is_passed_over:
            self._talk.leave(cut)
        elif report.is_tried_again and (cut.returned is None or report.is_everybodys):
            self._stopped = report.problem
        elif not report.is_tried_again:
            self._writing.was_written(cut)

    def _settle_the_rest(self) -> None:
        if not self._dry_run:
            # Beyond the last batch there may be turns that an earlier run has dealt with.
            self._history.set_watermark(self._talk.settled)
        if self._talk.left:
            ranges = [_range_of(cut) for cut in self._talk.left]
            left = [one for one in self._reports if (one.first, one.last) in ranges]
            self._stopped = left[-1].problem


def _range_of(cut: CutTalk) -> tuple[int, int]:
    return cut.turns[0].id, cut.turns[-1].id
