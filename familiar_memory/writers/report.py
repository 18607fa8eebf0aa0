"""What a run of the writer did, as values."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.operations.outcome import ApplyReport, Verdict

__all__ = ["BatchReport", "WriteReport"]


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
