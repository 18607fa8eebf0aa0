"""What a night of days has come to, in numbers: no words of notes or talk are in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from familiar_memory.domain.talk.turn import StoredTurn
from familiar_memory.maintenance.days.day_writing import WrittenDays
from familiar_memory.maintenance.days.gathering.gathered import Gathered
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.operations.outcome import FileFailure

__all__ = ["Tally"]

_COUNTED = ("appended", "removed", "new headings", "messages", "not shown", "refused")
"""In the order in which people read them. Nothing is ever removed here; the key is kept since
summaries show it."""


@dataclass(slots=True)
class Tally:
    """Adds up what pieces of talk came to."""

    counts: Counter[str] = field(default_factory=Counter)
    changed: dict[str, None] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    problem: str = ""

    def read(self, talk: tuple[StoredTurn, ...]) -> None:
        """So many messages are dealt with."""
        self.counts["messages"] += len(talk)

    def gathered(self, gathered: Gathered) -> None:
        """Some messages had no room where a model was asked."""
        self.counts["not shown"] += len(gathered.left_out)

    def refused(self, count: int) -> None:
        """So many bullets of a reply are none."""
        self.counts["refused"] += count

    def written(self, days: WrittenDays) -> None:
        """What was written of a piece."""
        self.counts["appended"] += days.appended
        self.counts["new headings"] += days.new_headings
        self.counts["refused"] += days.refused
        self.changed.update(dict.fromkeys(days.applied.changed))
        for failure in days.applied.failures:
            told = f"{failure.path} could not be written: {failure.reason}"
            self.problem = self.problem or told
            self.say(told)

    def say(self, line: str) -> None:
        """Something that a number does not tell, once."""
        if line not in self.lines:
            self.lines.append(line)

    def failed(self, reach: str, problem: str) -> None:
        """The talk of a reach waits for the next night."""
        self.problem = self.problem or problem
        self.say(f"The talk of {reach} waits for the next night: {problem}")

    def give_up(self, failure: FileFailure) -> None:
        """A note could not be written for too long."""
        self.say(f"{failure.path} is waited for no longer: the talk stands in its sessions alone.")

    def report(self, previews: tuple[Preview, ...]) -> StepReport:
        """The report of the step."""
        status = StepStatus.FAILED if self.problem else StepStatus.DONE
        counts = {name: self.counts[name] for name in _COUNTED}
        changed, lines = tuple(sorted(self.changed)), tuple(self.lines)
        return StepReport(status, counts, changed, lines, previews, self.problem)
