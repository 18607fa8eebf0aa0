"""What becomes of a new fact, and of the lines that stand in its slot: one value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from familiar_memory.domain.memory.record import PartialDate, Record
from familiar_memory.knowledge.reconcile.chain import Following

__all__ = ["Action", "Ending", "FactVerdict"]


class Action(StrEnum):
    """What is done with a new fact.

    Added; told again, so that a line counts once more; added and others end; added and others
    were wrong; added as one that has ended; nothing, since this very statement stands there; held
    for a person to decide; rejected because it cannot be.
    """

    ADD = "add"
    REASSERT = "re-assert"
    SUPERSEDE = "supersede"
    REPLACE_WRONG = "replace as wrong"
    ADD_PAST = "add as past"
    SKIP = "skip"
    HOLD = "hold"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Ending:
    """A line that ends: at `until`, or it was wrong (None).

    `is_over` = it is to be struck now; otherwise the end lies ahead, and it holds until then.
    """

    record: Record
    until: PartialDate | None
    is_over: bool = True


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """What happens, and why.

    `record` is the new line as it is to be written, with its own end where it has one; None where
    none is. `ends` are lines that end, also where the new one only tells another again. `again`
    is that other line, and `restated` what it becomes. `links` are lines, `record` among them,
    that are to say which one they replaced.
    """

    action: Action
    reason: str
    record: Record | None = None
    ends: tuple[Ending, ...] = ()
    again: Record | None = None
    restated: Record | None = None
    links: tuple[Following, ...] = ()
