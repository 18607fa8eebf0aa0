"""What a run of the writer came to: proposals by what became of them, and by note."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import CorrectRecord, RetireRecord
from familiar_memory.writers.report import WriteReport

__all__ = ["NotApplied", "Written", "WrittenBatch", "WrittenNote", "written"]


@dataclass(frozen=True, slots=True)
class ProposalCounts:
    """How many proposals were applied (`added`, `retired`), wait (`held`), or came to nothing."""

    added: int
    retired: int
    held: int
    skipped: int
    rejected: int
    failed: int


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A note, and how many proposals were applied to it."""

    path: str
    changes: int


@dataclass(frozen=True, slots=True)
class NotApplied:
    """Proposals for a note that were not applied, all for one reason."""

    path: str
    verdict: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class WrittenBatch:
    """Turns (by number) that were dealt with at once; `problem` is empty where all went well."""

    first: int
    last: int
    turns: int
    status: str
    problem: str


@dataclass(frozen=True, slots=True)
class Written:
    """One run, summed up; `stopped` says why it ended early."""

    dry_run: bool
    turns: int
    counts: ProposalCounts
    notes: tuple[WrittenNote, ...]
    not_applied: tuple[NotApplied, ...]
    batches: tuple[WrittenBatch, ...]
    stopped: str | None


def written(report: WriteReport) -> Written:
    """Sum a run up; notes and what was not applied are sorted."""
    outcomes = [outcome for batch in report.batches for outcome in batch.applied.outcomes]
    applied = [o.operation for batch in report.batches for o in batch.applied.applied]
    retired = sum(isinstance(operation, RetireRecord | CorrectRecord) for operation in applied)
    others = Counter(
        (outcome.note, outcome.verdict.value, outcome.reason)
        for outcome in outcomes
        if outcome.verdict.value != "applied"
    )
    notes = Counter(o.note for batch in report.batches for o in batch.applied.applied)
    return Written(
        report.dry_run,
        report.turns,
        ProposalCounts(
            added=len(applied) - retired,
            retired=retired,
            held=report.count(Verdict.HELD),
            skipped=report.count(Verdict.SKIPPED),
            rejected=report.count(Verdict.REJECTED),
            failed=report.count(Verdict.FAILED),
        ),
        tuple(WrittenNote(path, number) for path, number in sorted(notes.items())),
        tuple(NotApplied(*key, number) for key, number in sorted(others.items())),
        tuple(
            WrittenBatch(one.first, one.last, one.turns, one.status.value, one.problem)
            for one in report.batches
        ),
        report.stopped or None,
    )
