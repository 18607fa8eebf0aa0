"""What ends a proposal before anything of it is written."""

from __future__ import annotations

from enum import StrEnum

from familiar_memory.operations.outcome import Verdict

__all__ = ["Miss", "RuledOutError"]


class Miss(StrEnum):
    """Why the line that a proposal names is not touched.

    What whoever proposes may not see is told in the same words as what is not there.
    """

    NOT_FOUND = "there is no such record"
    CHANGED = "the line has changed since it was read"
    AMBIGUOUS = "several lines of the note have that id"


class RuledOutError(Exception):
    """A proposal is held, or rejected: `verdict` says which, `reason` why."""

    def __init__(self, verdict: Verdict, reason: str) -> None:
        """Take both."""
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
