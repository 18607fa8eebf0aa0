"""The end of a session: why it ended, and what was done then."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from familiar_memory.domain.given import as_choice
from familiar_memory.domain.talk.place import Place, check_place
from familiar_memory.writers.ending.held_outcome import HeldOutcome
from familiar_memory.writers.report import WriteReport

__all__ = ["EndReason", "SessionEnd", "checked_end", "has_timed_out"]


class EndReason(StrEnum):
    """Why a session ended.

    `EXPIRED`: somebody spoke again after a long silence, before which the session had not
    been ended. `RESTART`: it was open when the process before this one died.
    """

    END = "end"
    IDLE = "idle"
    EXPIRED = "expired"
    UNSUBSCRIBE = "unsubscribe"
    VOICE_DISCONNECT = "voice_disconnect"
    SHUTDOWN = "shutdown"
    RESTART = "restart"


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """What was done at the end of a session: `written` is the run of the writer before it.

    A `place` of None is every place. `held` is what became of the memories that waited for it.
    """

    place: Place | None
    reason: EndReason
    written: WriteReport
    held: HeldOutcome = field(default_factory=HeldOutcome)

    @property
    def is_complete(self) -> bool:
        """Whether all was done; what was not waits for the next run, or the next end."""
        return not self.problem

    @property
    def problem(self) -> str:
        """Why not all was done; then it is tried again."""
        return self.written.stopped or self.held.problem


def has_timed_out(last_active: datetime | None, now: datetime, timeout_s: float) -> bool:
    """Whether a session is over by silence; one that does not say when it was active last is."""
    return last_active is None or now - last_active > timedelta(seconds=timeout_s)


def checked_end(place: Place | None, reason: EndReason | str) -> EndReason:
    """The reason that is given for the end of a session in that place, or everywhere.

    Raises:
        InputError: it is no place, or there is no such reason.
    """
    if place is not None:
        check_place(place, "the place of a session to end")
    return as_choice(reason, EndReason, "the reason of a session's end")
