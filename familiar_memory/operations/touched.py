"""Which lines a proposal has touched, by their ids: what its outcome tells whoever proposed it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Touch", "TouchedLine"]


class Touch(StrEnum):
    """What became of a line.

    Added; changed; counted once more; ended or struck as wrong; made live again; taken out; left
    as it was, since it says so already; left, though it contradicts what was added.
    """

    ADDED = "added"
    CHANGED = "changed"
    COUNTED = "counted again"
    ENDED = "ended"
    RESTORED = "restored"
    REMOVED = "removed"
    STOOD = "there already"
    CONTRADICTS = "contradicts it"


@dataclass(frozen=True, slots=True)
class TouchedLine:
    """A line of the note by its id (`markdown.audience.record_ids`), as it is now.

    Of one that was taken out, the id and the text that it had.
    """

    touch: Touch
    id: str
    text: str
