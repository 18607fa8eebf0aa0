"""What curation would do to lines of people, as proposals on which a person decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from familiar_memory.operations.curation.proposals import CurateRemove, CurateReplace
from familiar_memory.operations.named.proposals import RetireById, Successor
from familiar_memory.operations.outcome import Outcome
from familiar_memory.operations.proposal import AddRecord, Proposal

__all__ = ["for_a_person"]

_WHY = "the last days say otherwise, and a person wrote this line"
_WHY_NEW = "it would come in the place of a line that a person wrote"


def for_a_person(outcome: Outcome) -> Iterator[Outcome]:
    """The same as decisions of their own: the line that is to end, and the one that is to come.

    They name the line that was found, so another one is never taken for it.
    """
    operation = outcome.operation
    if not isinstance(operation, CurateRemove | CurateReplace) or not outcome.lines:
        return
    line = outcome.lines[0]
    successor = None
    if isinstance(operation, CurateReplace):
        successor = Successor(operation.heading, operation.record)
    end = RetireById(operation.path, line.id, operation.until, was=line.text, successor=successor)
    yield _held(outcome, end, _WHY)
    if isinstance(operation, CurateReplace):
        new = AddRecord(operation.path, "", operation.heading, operation.record)
        yield _held(outcome, new, _WHY_NEW)


def _held(outcome: Outcome, proposal: Proposal, why: str) -> Outcome:
    return replace(outcome, operation=proposal, reason=why, lines=())
