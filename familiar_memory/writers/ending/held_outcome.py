"""What became of held memories at the end of a session, as values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["HeldOutcome", "KeptMemory"]


@dataclass(frozen=True, slots=True)
class KeptMemory:
    """A held memory that was kept: the id of its proposal, its text, and the file of its note.

    `timing` is `session_end`, or `promotion` where it had to be said again; `why` is for people.
    """

    id: str
    text: str
    note: str
    timing: str
    why: str


@dataclass(frozen=True, slots=True)
class HeldOutcome:
    """Of what was held, `kept` is in the notes, and `waiting` (ids) is left to a person.

    All that was written is in the journal's batch `journal_batch`. `problem` says what could not
    be done: nothing is lost by that, and the next end of a session does it.
    """

    kept: tuple[KeptMemory, ...] = ()
    waiting: tuple[str, ...] = ()
    problem: str = ""
    journal_batch: str = ""
