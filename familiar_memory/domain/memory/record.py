"""One bullet, one memory: what a record says of itself.

The line format is `familiar_memory.markdown.record.line`'s; this is its value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

__all__ = ["Moment", "PartialDate", "Record", "RecordFields", "RecordState"]

TYPE_NAMES = ("semantic", "episodic", "procedural")
TOPIC_NAMES = ("work", "tech", "personal", "finance", "admin", "learning", "meta")
SOURCE_NAMES = (
    "user-stated",
    "inferred",
    "observed",
    "auto-extraction",
    "consolidation",
    "import",
)

Moment = date | datetime
"""A full date, or an aware instant where the time of day matters."""

PartialDate = str
"""`YYYY`, `YYYY-MM`, a full date or an instant, kept as written."""


class RecordState(StrEnum):
    """Whether a record holds (live) or was struck through.

    `ended` = struck with an `until`; `wrong` = struck without one: kept for
    history, never valid at any time.
    """

    LIVE = "live"
    ENDED = "ended"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class RecordFields:
    """The tail of a record; every field may be absent on a line that a human wrote.

    Units and ranges: `importance` 1..10 (5 when absent), `confidence` 0..1,
    `seen` a count of at least 1.
    """

    learned: Moment | None = None
    since: PartialDate | None = None
    until: PartialDate | None = None
    refs: tuple[str, ...] = ()
    by: str | None = None
    place: str | None = None
    type: str | None = None
    subject: str | None = None
    category: str | None = None
    topic: str | None = None
    importance: int = 5
    confidence: float | None = None
    source: str | None = None
    tags: tuple[str, ...] = ()
    temporary: bool = False
    seen: int | None = None
    expires: Moment | None = None
    quote: str | None = None
    replaces: str | None = None
    into: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to put into a tail."""
        return self == RecordFields()


@dataclass(frozen=True, slots=True)
class Record:
    """A parsed record.

    `text` is the memory itself, unescaped and without marker, tail and id.
    `predicate` and `object` are set when the text is a fact. `relation` is the label of a
    line that is none and whose field has one link as its value: an edge of the graph; it
    follows from the line, so that two records are compared without it. `damaged` = the line
    has a tail that does not wholly parse: it is kept, and recalled to nobody.
    """

    text: str
    fields: RecordFields = field(default_factory=RecordFields)
    state: RecordState = RecordState.LIVE
    id: str | None = None
    predicate: str | None = None
    object: str | None = None
    task: str | None = None
    damaged: bool = False
    relation: str | None = field(default=None, compare=False)
