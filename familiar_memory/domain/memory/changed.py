"""What became of documents in the index: one value a write, in the order of the writes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.domain.given import check_count, check_text

__all__ = ["ChangeCursor", "Changed", "Happened", "News", "happened"]


class Happened(StrEnum):
    """What became of a document in the index.

    FAILED is what a sync reports of a document that it cannot index; no write is one.
    """

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    FAILED = "failed"


def happened(before: str | None, after: str | None) -> Happened:
    """What became of a document that had one digest and has another; None: it is not there."""
    if before is None:
        return Happened.ADDED
    return Happened.REMOVED if after is None else Happened.CHANGED


@dataclass(frozen=True, slots=True)
class Changed:
    """One write of one document of one source (`memory`, `conversation`), by its key there.

    `sequence` grows with every write of the index, whichever process wrote; some numbers
    are never used. `before` and `after` are digests of the document; None where it was
    not there. They are equal where two processes indexed the same bytes.
    """

    source: str
    key: str
    what: Happened
    sequence: int
    before: str | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeCursor:
    """How far the changes of an index have been read: of which one, and up to which number.

    It may be saved, and passed to another process, for as long as it is needed.

    Raises:
        InputError: a value is of another type.
    """

    index: str
    sequence: int

    def __post_init__(self) -> None:
        check_text(self.index, "a cursor's index")
        check_count(self.sequence, "a cursor's sequence")


@dataclass(frozen=True, slots=True)
class News:
    """What came after a cursor, oldest first, and the cursor behind it.

    With `is_everything` it is not known what came: the index is another one or was made
    anew, or so much was written since that it is forgotten. Then any document may have
    changed, `told` is empty, and a list of documents that is read now is not older than
    `cursor`.
    """

    cursor: ChangeCursor
    told: tuple[Changed, ...] = ()
    is_everything: bool = False

    def __bool__(self) -> bool:
        """Whether anything came."""
        return self.is_everything or bool(self.told)
