"""Write up what was said since the last time: batch by batch, none twice, none skipped.

Order of one batch: propose, apply (every note is whole on disk), then in one transaction
enter it in the ledger and move the watermark. A crash before that runs the batch again,
and merging makes the second run change nothing. A batch holds the talk of one reach
(`knowledge.audience.reach_of`) and is judged by that talk alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.errors import FamiliarError
from familiar_memory.history.base import History
from familiar_memory.history.ledger.batches import BatchStatus
from familiar_memory.knowledge.audience import EVERYONE, AudiencePolicy, reach_of
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.operations.apply import apply
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.batch import Batch, Extractor
from familiar_memory.writers.notes.topic_index import TopicIndex
from familiar_memory.writers.notes.topic_marks import TopicMarks
from familiar_memory.writers.past_talk import PastTalk
from familiar_memory.writers.waiting import WaitingTalk

__all__ = ["BatchReport", "MemoryWriter", "WriteReport"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BatchReport:
    """One batch: its range of turn ids, how many turns, and what became of the proposals."""

    first: int
    last: int
    turns: int
    status: BatchStatus
    applied: ApplyReport = field(default_factory=ApplyReport)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Everything that one run did, batch by batch; `stopped` says why it ended early.

    `journal_batch` names its changes in the journal: undoing that undoes the run.
    """

    batches: tuple[BatchReport, ...] = ()
    dry_run: bool = False
    stopped: str = ""
    journal_batch: str = ""

    @property
    def turns(self) -> int:
        """How many turns were dealt with."""
        return sum(batch.turns for batch in self.batches)

    @property
    def changed(self) -> tuple[str, ...]:
        """The notes that were written, each once, sorted."""
        return tuple(sorted({path for batch in self.batches for path in batch.applied.changed}))

    def count(self, verdict: Verdict) -> int:
        """How many proposals ended so, over all batches."""
        return sum(batch.applied.count(verdict) for batch in self.batches)

    @property
    def is_complete(self) -> bool:
        """Whether every batch went through, and every note of it could be written."""
        return not self.stopped and all(
            batch.status in (BatchStatus.APPLIED, BatchStatus.EMPTY) and not batch.problem
            for batch in self.batches
        )


class MemoryWriter:
    """Reads turns after the watermark and turns them into notes.

    `clock` tells an aware time for the ledger; days and slots come from the turns.
    Not to be run twice at once for one familiar: two runs would do the same work (and
    write the same notes).
    """

    def __init__(
        self,
        history: History,
        store: NoteStore,
        extractor: Extractor,
        clock: Callable[[], datetime],
        zone: tzinfo,
        *,
        batch_turns: int = 50,
        background_turns: int = 2_000,
        max_attempts: int = 3,
        source: str = "memory_writer",
        vocabulary: Vocabulary = SHIPPED,
        policy: AudiencePolicy = AudiencePolicy.GUILD,
        default_audience: str = EVERYONE,
    ) -> None:
        """Take what it reads from, writes to, and judges by; counts are in turns.

        `policy` and `default_audience` are those of the readers.
        """
        self._history = history
        self._store = store
        self._extractor = extractor
        self._clock = clock
        self._zone = zone
        self._batch_turns = max(1, batch_turns)
        self._max_attempts = max_attempts
        self._source = source
        self._vocabulary = vocabulary
        self._policy = policy
        self._default_audience = default_audience
        self._past = PastTalk(history, self._reach_of, background_turns)
        self._topics = TopicIndex(store, default_audience)
        self._marks = TopicMarks(history)

    def run(
        self, dry_run: bool = False, progress: Callable[[BatchReport], None] | None = None
    ) -> WriteReport:
        """Write up all turns that wait; `progress` hears of each batch.

        A batch that fails ends the run and is tried again by the next one; after
        `max_attempts` it is put aside (quarantined, its turns stay in the history) and
        the writer goes on. A note that can never be written (too big, not text) does
        not hold up its batch. With `dry_run` nothing is written or marked, so later
        batches do not see what earlier ones would have written.

        Raises:
            HistoryError: the history cannot be read or written.
        """
        reports: list[BatchReport] = []
        journal_batch = new_entry_id()
        talk = WaitingTalk(self._history, self._reach_of, self._batch_turns)
        self._past.refresh()
        self._topics.refresh()
        self._marks.refresh()
        for reach, turns in talk.batches():
            report = self._write(reach, turns, talk.settled, journal_batch, dry_run=dry_run)
            reports.append(report)
            if progress is not None:
                progress(report)
            if report.status is BatchStatus.FAILED:
                return WriteReport(tuple(reports), dry_run, report.problem, journal_batch)
            self._past.add(reach, turns)
        if not dry_run:
            # Beyond the last batch there may be turns that an earlier run has dealt with.
            self._history.set_watermark(talk.settled)
        return WriteReport(tuple(reports), dry_run, journal_batch=journal_batch)

    def _reach_of(self, place: str) -> str:
        return reach_of(place, self._policy)

    def _write(
        self,
        reach: str,
        turns: list[StoredTurn],
        settled: int,
        journal_batch: str,
        *,
        dry_run: bool,
    ) -> BatchReport:
        try:
            report = self._propose_and_apply(reach, turns, journal_batch, dry_run=dry_run)
        except FamiliarError as error:
            return self._failed(turns, settled, error.problem, ApplyReport(), dry_run=dry_run)
        except Exception as error:  # noqa: BLE001 - one bad batch must not wedge the writer
            _log.exception("batch %d..%d could not be written up", turns[0].id, turns[-1].id)
            problem = f"{type(error).__name__}: {error}"
            return self._failed(turns, settled, problem, ApplyReport(), dry_run=dry_run)
        if passing := [failure for failure in report.failures if failure.may_pass]:
            problem = f"{passing[0].path}: {passing[0].reason}"
            return self._failed(turns, settled, problem, report, dry_run=dry_run)
        return self._done(turns, settled, report, dry_run=dry_run)

    def _propose_and_apply(
        self, reach: str, turns: list[StoredTurn], journal_batch: str, *, dry_run: bool
    ) -> ApplyReport:
        batch = Batch(
            turns=tuple(turns),
            zone=self._zone,
            background=self._past.before(reach, turns[0].id),
            names=self._past.names(reach),
            topics=self._topics.known_to(lambda place: self._reach_of(place) == reach),
            judged=self._marks.known(),
        )
        report = apply(
            self._store,
            self._extractor.propose(batch),
            known_people=self._past.people(reach),
            source=self._source,
            batch=journal_batch,
            vocabulary=self._vocabulary,
            policy=self._policy,
            reach=reach,
            default_audience=self._default_audience,
            dry_run=dry_run,
        )
        if not dry_run:
            self._topics.read_changed(report.changed)
            self._marks.mark(batch, report)
        return report

    def _done(
        self, turns: list[StoredTurn], settled: int, report: ApplyReport, *, dry_run: bool
    ) -> BatchReport:
        status = BatchStatus.APPLIED if report.outcomes else BatchStatus.EMPTY
        problem = "; ".join(f"{one.path}: {one.reason}" for one in report.failures)
        self._enter(turns, status, problem, advance_to=settled, dry_run=dry_run)
        return BatchReport(turns[0].id, turns[-1].id, len(turns), status, report, problem)

    def _failed(
        self,
        turns: list[StoredTurn],
        settled: int,
        problem: str,
        report: ApplyReport,
        *,
        dry_run: bool,
    ) -> BatchReport:
        earlier = self._history.ledger.find(turns[0].id, turns[-1].id)
        held = frozenset(stored.id for stored in turns)
        attempts = (earlier.attempts if earlier and earlier.turns == held else 0) + 1
        give_up = attempts >= self._max_attempts
        status = BatchStatus.QUARANTINED if give_up else BatchStatus.FAILED
        advance_to = settled if give_up else None
        self._enter(turns, status, problem, advance_to=advance_to, dry_run=dry_run)
        return BatchReport(turns[0].id, turns[-1].id, len(turns), status, report, problem)

    def _enter(
        self,
        turns: list[StoredTurn],
        status: BatchStatus,
        detail: str,
        *,
        advance_to: int | None,
        dry_run: bool,
    ) -> None:
        if dry_run:
            return
        first, last = turns[0].id, turns[-1].id
        self._history.ledger.note(
            first,
            last,
            status,
            at=self._clock(),
            turns=(stored.id for stored in turns),
            detail=detail,
            advance_to=advance_to,
        )
