"""What a night of curation has come to, note by note: numbers, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from familiar_memory.errors import ModelError
from familiar_memory.maintenance.curation.asked.reading import AskedFor, Refusal
from familiar_memory.maintenance.curation.summary import (
    CurationCounts,
    counts_of,
    curation_counts,
    curation_line,
)
from familiar_memory.maintenance.sleep.failures import StepFailure, plain_reason, status_with
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.operations.outcome import ApplyReport, Verdict

__all__ = ["CurationTally"]


@dataclass(slots=True)
class CurationTally:
    """Adds up what came of each note and reach."""

    counts: dict[str, CurationCounts] = field(default_factory=dict)
    """By the note that changed."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    failures: dict[StepFailure, None] = field(default_factory=dict)
    looked_at: int = 0
    settled: int = 0
    """Pages of which nothing has to wait."""

    def written(self, path: str, asked: Sequence[AskedFor], report: ApplyReport) -> None:
        """What became of all that was asked for of a note; what is no operation is rejected."""
        refused = [Verdict.REJECTED for one in asked if isinstance(one, Refusal)]
        self.verdicts.update((*refused, *(one.verdict for one in report.outcomes)))
        if report.changed:
            self.changed(path, curation_counts(report.outcomes))
        for failure in report.failures:
            self.failures[StepFailure(failure.path, failure.reason)] = None
        self.settled += not report.failures

    def changed(self, path: str, counts: CurationCounts) -> None:
        """So much came to a note, and went."""
        before = self.counts.get(path, {})
        self.counts[path] = {what: before.get(what, 0) + n for what, n in counts.items()}

    def unanswered(self, path: str, error: ModelError) -> None:
        """A model gave nothing for a note."""
        self.failures[StepFailure(path, plain_reason(error))] = None

    def report(self, previews: tuple[Preview, ...]) -> StepReport:
        """The report of the step."""
        if not self.looked_at:
            return StepReport(StepStatus.NOTHING)
        failures = tuple(self.failures)
        return StepReport(
            status_with(failures, StepStatus.DONE, is_any_done=self.settled > 0),
            self._totals(),
            tuple(self.counts),
            tuple(curation_line(path, counts) for path, counts in self.counts.items()),
            previews,
            failures=failures,
        )

    def _totals(self) -> dict[str, int]:
        totals = counts_of()
        for counts in self.counts.values():
            totals = {what: number + counts[what] for what, number in totals.items()}
        others = {"held": Verdict.HELD, "rejected": Verdict.REJECTED}
        numbers = {what: self.verdicts[verdict] for what, verdict in others.items()}
        return {**totals, **{what: number for what, number in numbers.items() if number}}
