"""What a night of curation has come to, note by note: numbers, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from familiar_memory.maintenance.curation.reading import AskedFor, Refusal
from familiar_memory.maintenance.curation.summary import (
    CurationCounts,
    counts_of,
    curation_counts,
    curation_line,
)
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.operations.outcome import ApplyReport, Verdict

__all__ = ["CurationTally"]


@dataclass(slots=True)
class CurationTally:
    """Adds up what came of each note and reach."""

    counts: dict[str, CurationCounts] = field(default_factory=dict)
    """By the note that changed."""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    looked_at: int = 0

    def written(self, path: str, asked: Sequence[AskedFor], report: ApplyReport) -> None:
        """What became of all that was asked for of a note; what is no operation is rejected."""
        refused = [Verdict.REJECTED for one in asked if isinstance(one, Refusal)]
        self.verdicts.update((*refused, *(one.verdict for one in report.outcomes)))
        if report.changed:
            self.changed(path, curation_counts(report.outcomes))
        for failure in report.failures:
            self.failed.append(f"{failure.path}: {failure.reason}")

    def changed(self, path: str, counts: CurationCounts) -> None:
        """So much came to a note, and went."""
        before = self.counts.get(path, {})
        self.counts[path] = {what: before.get(what, 0) + n for what, n in counts.items()}

    def unanswered(self, path: str) -> None:
        """A model gave nothing for a note."""
        self.failed.append(f"{path}: the model gave nothing that can be used")

    def report(self, previews: tuple[Preview, ...]) -> StepReport:
        """The report of the step."""
        if not self.looked_at:
            return StepReport(StepStatus.NOTHING)
        if self.failed and len(self.failed) == self.looked_at:
            problem = self.failed[0]
            return StepReport(StepStatus.FAILED, lines=tuple(self.failed), problem=problem)
        told = (curation_line(path, counts) for path, counts in self.counts.items())
        return StepReport(
            StepStatus.DONE,
            self._totals(),
            tuple(self.counts),
            (*told, *self.failed),
            previews,
        )

    def _totals(self) -> dict[str, int]:
        totals = counts_of()
        for counts in self.counts.values():
            totals = {what: number + counts[what] for what, number in totals.items()}
        others = {"held": Verdict.HELD, "rejected": Verdict.REJECTED}
        numbers = {what: self.verdicts[verdict] for what, verdict in others.items()}
        return {**totals, **{what: number for what, number in numbers.items() if number}}
