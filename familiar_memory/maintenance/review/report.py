"""What became of proposals, as values."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.maintenance.review.deciding import OpenItem

__all__ = ["ReviewReport", "Reviewed"]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A proposal that was decided: its id and text, the note, and why nothing was written.

    An empty `reason` of an accepted one: it was written, and `done` says what was done.
    """

    id: str
    text: str
    note: str = ""
    reason: str = ""
    done: str = ""


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """What was accepted, dismissed, could not be carried out, and what waits still.

    `restored` had vanished from the file without anybody having dismissed them. With
    `is_unsettled` something was struck or deleted just now, and counts in a few seconds.
    `batch` names the changes in the journal.
    """

    accepted: tuple[Reviewed, ...] = ()
    dismissed: tuple[Reviewed, ...] = ()
    failed: tuple[Reviewed, ...] = ()
    restored: tuple[str, ...] = ()
    waiting: tuple[OpenItem, ...] = ()
    is_unsettled: bool = False
    batch: str = ""

    @property
    def has_changed(self) -> bool:
        """Whether anything was decided or brought back."""
        return bool(self.accepted or self.dismissed or self.failed or self.restored)
