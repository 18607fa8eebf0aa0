"""The first step of a night: what the writer could not do is told as of any other step."""

import asyncio

import pytest
from fake_nights import AT

from familiar_memory.history.ledger.ledger import BatchStatus
from familiar_memory.history.nights.night import StepStatus
from familiar_memory.life.sleep.write_step import WriteStep
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import Night
from familiar_memory.operations.outcome import ApplyReport, FileFailure
from familiar_memory.writers.report import BatchReport, WriteReport

WENT = BatchReport(1, 50, 50, BatchStatus.APPLIED)
REFUSED = BatchReport(51, 60, 10, BatchStatus.REFUSED, problem="it said: 'the cellar'")
FULL = ApplyReport(failures=(FileFailure("people/Rowan.md", "over the cap", may_pass=False),))


class _Writing:
    """A writer that has done this."""

    def __init__(self, report):
        self._report = report

    async def written(self, *, dry_run, progress):
        return self._report


@pytest.mark.parametrize(
    ("report", "status", "failures"),
    [
        (WriteReport(), StepStatus.NOTHING, ()),
        (WriteReport((WENT,)), StepStatus.DONE, ()),
        (
            WriteReport((WENT, REFUSED), stopped=REFUSED.problem),
            StepStatus.PARTLY,
            (StepFailure("turns 51 to 60", "the model refused"),),
        ),
        (
            WriteReport((REFUSED,), stopped=REFUSED.problem),
            StepStatus.FAILED,
            (StepFailure("turns 51 to 60", "the model refused"),),
        ),
        (
            WriteReport((BatchReport(1, 9, 9, BatchStatus.APPLIED, FULL),)),
            StepStatus.PARTLY,
            (StepFailure("people/Rowan.md", "over the cap"),),
        ),
    ],
)
def test_batches_and_notes_that_wait_are_named(report, status, failures):
    """By the numbers of their turns; what a model said is in the reason for the ledger alone."""
    night = Night(AT, AT.tzinfo, "b")
    found = asyncio.run(WriteStep(_Writing(report)).run(night))
    assert (found.status, found.failures, found.problem) == (status, failures, report.stopped)
