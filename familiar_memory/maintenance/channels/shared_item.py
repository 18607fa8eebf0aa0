"""What people of a place have settled: a decision, an agreement, or something to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.writers.text.utterance import Utterance

__all__ = ["SharedItem", "SharedKind"]


class SharedKind(StrEnum):
    """Its kind, by the heading under which it stands in the note of the place."""

    DECISION = "Decisions"
    AGREEMENT = "Agreements"
    ACTION = "Action items"


@dataclass(frozen=True, slots=True)
class SharedItem:
    """One thing that was settled, and the message that says so.

    `text` is what a line says of it, behind the name of whoever said it. `quote` are the words
    that bear it out where the text is not the speaker's own; "" where it is.
    """

    kind: SharedKind
    said: Utterance
    text: str
    quote: str = ""
