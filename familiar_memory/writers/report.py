"""What a run of the writer did, as values."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.history.ledger.ledger import TRIED_AGAIN, BatchStatus
from familiar_memory.operations.outcome import ApplyReport, Verdict

__all__ = ["BatchReport", "WriteReport"]


@dataclass(frozen=True, slots=True)
class BatchReport:
    """One batch: its range of turn ids, how many turns, and what became of the proposals.

    One that is tried again is so after `pause_s` seconds. With `is_everybodys` what it failed by
    concerns every batch: no model was to be reached, or the disk was full. One that
    `is_passed_over` waits, and the run went on to others.
    """

    first: int
    last: int
    turns: int
    status: BatchStatus
    applied: ApplyReport = field(default_factory=ApplyReport)
    problem: str = ""
    pause_s: float | None = None
    is_everybodys: bool = False
    is_passed_over: bool = False

    @property
    def is_tried_again(self) -> bool:
        """Whether it failed, and waits for another run."""
        return self.status in (*TRIED_AGAIN, BatchStatus.RETURNED)


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Everything that one run did, batch by batch; `stopped` says why something of it waits.

    `journal_batch` names its changes in the journal: undoing that undoes the run.
    """

    batches: tuple[BatchReport, ...] = ()
    dry_run: bool = False
    stopped: str = ""
    journal_batch: str = ""

    @property
    def pause_s(self) -> float | None:
        """For how many seconds another run would be in vain; None where nobody knows."""
        failed = [one for one in self.batches if one.is_tried_again]
        return failed[-1].pause_s if self.stopped and failed else None

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

    def __str__(self) -> str:
        """One line for a log: turns, notes, changes, and why it ended early."""
        verb = "would become" if self.dry_run else "became"
        said = f"{_some(self.turns, 'turn')} {verb} {_some(len(self.changed), 'note')}"
        made = self.count(Verdict.APPLIED)
        kept = (Verdict.HELD, Verdict.REJECTED, Verdict.FAILED)
        news = [_some(made, "change")] if made else []
        news += [f"{self.count(one)} {one.value}" for one in kept if self.count(one)]
        said = f"{said}: {', '.join(news)}" if news else said
        return f"{said}; stopped: {self.stopped}" if self.stopped else said


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
