"""What a night came to, room by room: numbers, and what the owner should know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.tree import CHANNELS, is_below
from familiar_memory.errors import FamiliarError
from familiar_memory.maintenance.sleep.failures import StepFailure, plain_reason, status_with
from familiar_memory.maintenance.sleep.step import Preview, StepReport, StepStatus
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.proposal import AddRecord, RefreshRecords, ResumeRecord

__all__ = ["RoomTally"]


@dataclass(slots=True)
class RoomTally:
    """Counted while the night goes on. It repeats no words: an error may quote what was said."""

    rooms: set[str] = field(default_factory=set)
    appended: int = 0
    bullets: int = 0
    retired: int = 0
    resumed: int = 0
    removed: int = 0
    changed: dict[str, None] = field(default_factory=dict)
    failures: dict[StepFailure, None] = field(default_factory=dict)
    unanswered: set[str] = field(default_factory=set)
    patience_days: int = 0
    too_old: int = 0
    older: str = ""

    def read(self, place: Place) -> None:
        """A room was gone through, all of it or some pages."""
        self.rooms.add(place.slug)

    def add(self, report: ApplyReport) -> None:
        """Count what was written of a page."""
        self.changed.update(dict.fromkeys(report.changed))
        for one in report.applied:
            operation = one.operation
            if isinstance(operation, AddRecord):
                is_shared = is_below(operation.path, CHANNELS)
                self.appended += is_shared
                self.bullets += not is_shared
            elif isinstance(operation, RetireById):
                self.retired += 1
            elif isinstance(operation, ResumeRecord):
                # That of its speaker's own note goes on with the line of the room, and is that one.
                self.resumed += is_below(operation.path, CHANNELS)
            elif isinstance(operation, RefreshRecords):
                self.removed += len(operation.gone)
        for failure in report.failures:
            self.failures[StepFailure(failure.path, failure.reason)] = None

    def wait(self, place: Place, problem: FamiliarError) -> None:
        """A room could not be gone through, and waits for the next night."""
        self.failures[StepFailure(place.label, plain_reason(problem))] = None

    def without_model(self, place: Place, days: int) -> None:
        """Of a room plain words were taken: for so many days no model could be reached."""
        self.unanswered.add(place.slug)
        self.patience_days = days

    def leave_older(self, count: int, since: date, hours: int) -> None:
        """So many messages were said too long ago, the first of them on that day."""
        self.too_old = count
        messages, are = ("1 message", "is") if count == 1 else (f"{count} messages", "are")
        self.older = (
            f"{messages} older than {hours} hours {are} not in any note of a room yet:"
            f" `familiar sleep --step channels --since {since}` goes back."
        )

    def report(self, found: int, previews: tuple[Preview, ...]) -> StepReport:
        """The report, where something waited in so many rooms."""
        if not found:
            return StepReport(StepStatus.NOTHING, self._left(), lines=tuple(self._lines()))
        counts = {
            "rooms": len(self.rooms),
            "appended": self.appended,
            "retired": self.retired,
            "resumed": self.resumed,
            "removed": self.removed,
            "of days": self.bullets,
            **self._left(),
        }
        failures = tuple(self.failures)
        return StepReport(
            status_with(failures, StepStatus.DONE, is_any_done=bool(self.rooms or self.changed)),
            counts,
            tuple(self.changed),
            tuple(self._lines()),
            previews,
            failures=failures,
        )

    def _left(self) -> dict[str, int]:
        """What stays unread, where there is any: `familiar sleep --status` shows numbers alone."""
        return {"left as too old": self.too_old} if self.too_old else {}

    def _lines(self) -> Iterator[str]:
        if self.older:
            yield self.older
        if count := len(self.unanswered):
            rooms = f"{count} room" if count == 1 else f"{count} rooms"
            since = f"No model could be reached for {self.patience_days} days"
            yield f"{since}: of {rooms} plain words were taken."
