"""The proposal that a whole note should read otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.operations.of_no_turn import OfNoTurn

__all__ = ["RewriteNote"]


@dataclass(frozen=True, slots=True)
class RewriteNote(OfNoTurn):
    """The note should read `now`, where it still reads `was` to the letter ("": there is none).

    `name` is what the file of a new one is to be called, without `.md`; "" is what the path says.
    """

    path: str
    was: str
    now: str
    name: str = ""
