"""What ends a proposal before anything of it is written."""

from __future__ import annotations

from collections.abc import Iterable

from familiar_memory.operations.outcome import Miss, Verdict
from familiar_memory.operations.touched import TouchedLine

__all__ = ["MissedError", "RuledOutError", "which_lines"]


def which_lines(numbers: Iterable[int], *, is_owner: bool) -> str:
    """That an id is of several lines, and for the owner of which.

    Where a line stands follows from those above it, which others may not see.
    """
    lines = " and ".join(map(str, sorted(numbers)))
    return f"{Miss.AMBIGUOUS.value}: lines {lines}" if is_owner else Miss.AMBIGUOUS.value


class RuledOutError(Exception):
    """A proposal is held, or rejected: `verdict` says which, `reason` why."""

    def __init__(
        self,
        verdict: Verdict,
        reason: str,
        miss: Miss | None = None,
        *,
        lines: tuple[TouchedLine, ...] = (),
    ) -> None:
        """Take both, what was missed where the proposal names a line, and which lines it meant."""
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.miss = miss
        self.lines = lines


class MissedError(RuledOutError):
    """The line that a proposal names is not one to be touched."""

    def __init__(self, miss: Miss, reason: str = "") -> None:
        """Take what was missed, and why if that says more."""
        super().__init__(Verdict.REJECTED, reason or miss.value, miss)
