"""What curation would do to lines of people, as proposals on which a person decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import Viewer, permits
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.curation.wording import compared
from familiar_memory.operations.named.across import ReplaceRecord
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import Outcome, Verdict
from familiar_memory.operations.review.item import IT_SAYS, Proposed, ReviewItem
from familiar_memory.operations.review.kinds.table import item_of

__all__ = ["for_a_person"]

_WHY = "the last days say otherwise, and a person wrote this line"
_WHY_SAID = "the note says already what would replace it, and a person wrote this line"


def for_a_person(
    outcomes: Sequence[Outcome], lines: Sequence[StandingLine], viewer: Viewer
) -> Iterator[ReviewItem]:
    """Each operation that was held, as one decision: that a line ends, and what replaces it.

    It names the line that was found among the `lines` of its note, so another one is never taken
    for it, and is for whom that line is. Where the note says already what would come, as far as
    the `viewer` of the talk sees it, or will by the other outcomes, the line would only end.
    """
    said = {compared(one.record.text) for one in lines if permits(viewer, one.audience)}
    said |= {compared(one.text) for one in _coming(outcomes)}
    for outcome in outcomes:
        operation, found = outcome.operation, _line(outcome, lines)
        if not isinstance(operation, CurateRemove | CurateReplace) or found is None:
            continue
        name, was, path = found.id, found.record.text, operation.path
        end: Proposed = RetireById(path, name, operation.until, was=was)
        why = _WHY
        if isinstance(operation, CurateReplace):
            if compared(operation.record.text) in said:
                why = _WHY_SAID
            else:
                heading, new = operation.heading, operation.record
                end = ReplaceRecord(path, name, was, operation.until, heading, new)
        if (item := item_of(end, why, audience=found.audience)) is not None:
            yield _quoting(item, found)


def _line(outcome: Outcome, lines: Iterable[StandingLine]) -> StandingLine | None:
    """The line that was held."""
    if outcome.verdict is not Verdict.HELD or not outcome.lines:
        return None
    held = outcome.lines[0]
    return next((one for one in lines if (one.id, one.record.text) == (held.id, held.text)), None)


def _coming(outcomes: Iterable[Outcome]) -> Iterator[Record]:
    for outcome in outcomes:
        operation = outcome.operation
        if outcome.verdict is not Verdict.APPLIED:
            continue
        if isinstance(operation, CurateAppend | CurateReplace):
            yield operation.record
        elif isinstance(operation, CurateHeading):
            yield from operation.records


def _quoting(item: ReviewItem, found: StandingLine) -> ReviewItem:
    """The item with the line as it stands, its own tail and all."""
    quoted = ((IT_SAYS, found.record), *item.quoted)
    return replace(item, quoted=quoted, audience=found.audience)
