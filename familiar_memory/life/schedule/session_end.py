"""The end of a session: why it ended, and what was done then."""

from __future__ import annotations

from dataclasses import dataclass, field

from familiar_memory.domain.talk.place import Place
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.report import WriteReport

__all__ = ["SessionEnd"]


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """What was done at the end of a session: `written` is the run of the writer before it.

    A `place` of None is every place. `held` is what became of the memories that waited for it.
    """

    place: Place | None
    reason: str
    written: WriteReport
    held: HeldOutcome = field(default_factory=HeldOutcome)

    @property
    def is_complete(self) -> bool:
        """Whether all was done; what was not waits for the next run, or the next end."""
        return not (self.written.stopped or self.held.problem)
