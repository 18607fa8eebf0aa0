"""What ends a proposal before anything of it is written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from familiar_memory.operations.outcome import Verdict

__all__ = ["Miss", "RuledOutError", "missed", "which_lines"]


class Miss(StrEnum):
    """Why the line that a proposal names is not touched.

    What whoever proposes may not see is told in the same words as what is not there.
    """

    NOT_FOUND = "there is no such record"
    CHANGED = "the line has changed since it was read"
    AMBIGUOUS = "several lines of the note have that id"


def which_lines(numbers: Iterable[int], *, is_owner: bool) -> str:
    """That an id is of several lines, and for the owner of which.

    Where a line stands follows from those above it, which others may not see.
    """
    lines = " and ".join(map(str, sorted(numbers)))
    return f"{Miss.AMBIGUOUS.value}: lines {lines}" if is_owner else Miss.AMBIGUOUS.value


def missed(reason: str) -> Miss | None:
    """Why a line was not touched, by the reason that was given; None where it was another."""
    return next((one for one in Miss if reason.partition(": ")[0] == one.value), None)


class RuledOutError(Exception):
    """A proposal is held, or rejected: `verdict` says which, `reason` why."""

    def __init__(self, verdict: Verdict, reason: str) -> None:
        """Take both."""
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
