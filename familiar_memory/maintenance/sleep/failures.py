"""What a step could not do: of which room or note, and why, in words that quote nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from familiar_memory.errors import (
    EditError,
    HistoryError,
    ModelRefusedError,
    ModelReplyError,
    ModelUnavailableError,
    PatternError,
    StoreError,
)
from familiar_memory.history.nights.night import StepStatus

__all__ = ["StepFailure", "failures_told", "plain_reason", "status_with"]

_NAMED = 10
"""So many are named where they are told in one sentence; the others are counted."""


@dataclass(frozen=True, slots=True)
class StepFailure:
    """A room or a note of which something could not be done, by its name, and why.

    `what` is "" where it is the whole step. Neither has words of notes, talk or models: they go
    into the log, and to the webhook.
    """

    what: str
    why: str

    def __post_init__(self) -> None:
        # Errors of the disk begin with the file, which `what` says.
        object.__setattr__(self, "why", self.why.removeprefix(f"{self.what}: "))


def status_with(
    failures: Sequence[StepFailure], otherwise: StepStatus, *, is_any_done: bool
) -> StepStatus:
    """The one rule of how a step ends: with failures it is never done."""
    if not failures:
        return otherwise
    return StepStatus.PARTLY if is_any_done else StepStatus.FAILED


def failures_told(failures: Sequence[StepFailure]) -> str:
    """All of them in a sentence: `#kitchen (the model refused), people/Rowan.md (…)`."""
    told = [_told(one) for one in failures[:_NAMED]]
    if more := len(failures) - len(told):
        told.append(f"and {more} more")
    return ", ".join(told)


def _told(one: StepFailure) -> str:
    return f"{one.what} ({one.why})" if one.what else one.why


def plain_reason(problem: Exception) -> str:
    """Why something failed, without a word of what was said or written.

    Errors of the disk name files; others may quote what a model or its provider said, or the text
    that was looked for.
    """
    if isinstance(problem, ModelRefusedError):
        return f"the model refused{'' if problem.status is None else f': HTTP {problem.status}'}"
    if isinstance(problem, ModelUnavailableError):
        return "the model could not be reached"
    if isinstance(problem, ModelReplyError):
        return "the reply of the model could not be used"
    if isinstance(problem, EditError | PatternError):
        return type(problem).__name__
    if isinstance(problem, StoreError | HistoryError):
        return problem.problem
    return type(problem).__name__
