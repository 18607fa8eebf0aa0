"""What a run of the writer says of itself in a log."""

from __future__ import annotations

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.operations.outcome import ApplyReport, Outcome, Verdict
from familiar_memory.operations.proposal import EnsureNote
from familiar_memory.writers.report import BatchReport, WriteReport

_NOTE = EnsureNote("topics/tea.md", "Tea")


def _report(*verdicts: Verdict, turns: int = 6, **more: object) -> WriteReport:
    changed = ("topics/tea.md",) if Verdict.APPLIED in verdicts else ()
    applied = ApplyReport(tuple(Outcome(_NOTE, one) for one in verdicts), changed)
    return WriteReport((BatchReport(1, turns, turns, BatchStatus.APPLIED, applied),), **more)


def test_it_is_one_line():
    """`print(await familiar.write())` is what everybody tries first."""
    done = _report(Verdict.APPLIED, Verdict.APPLIED, Verdict.SKIPPED, Verdict.REJECTED)
    assert str(done) == "6 turns became 1 note: 2 changes, 1 rejected"
    assert str(_report(turns=1)) == "1 turn became 0 notes"
    assert str(WriteReport()) == "0 turns became 0 notes"


def test_it_says_what_was_tried_and_why_it_ended():
    """A run that only tries, and one that stopped."""
    assert str(_report(Verdict.APPLIED, dry_run=True)).startswith("6 turns would become 1 note")
    assert str(_report(stopped="the disk is full")).endswith("; stopped: the disk is full")
