"""Which turns have had what they ask for written into a note: there a person may strike it.

A line that a person has deleted leaves no trace in the note: without these marks the turn would
speak for itself again.
"""

from __future__ import annotations

from collections.abc import Callable

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.names import CALLED
from familiar_memory.knowledge.standing import SECTIONS, written_mark
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.batch import Batch

__all__ = ["mark_standing"]

_SECTIONS = frozenset(SECTIONS.values())
_SETTLED = frozenset({Verdict.APPLIED, Verdict.SKIPPED})


def _never(operation: Proposal) -> bool:
    return False


def _speaks_for_a_wish(operation: AddRecord) -> bool:
    """Whether it is one, or the name that somebody asks to be called by."""
    return operation.section in _SECTIONS or operation.record.predicate == CALLED


def mark_standing(
    history: Watermarks,
    batch: Batch,
    report: ApplyReport,
    has_settled: Callable[[Proposal], bool] = _never,
) -> None:
    """Mark the turns of a batch whose lines were written, or stand or stood there already.

    So are those that the policy `has_settled`: what is held or dropped holds through no turn. What
    no note could take (it is full, or cannot be written) is not marked.
    """
    settled = {
        (outcome.operation.record.fields.place, ref)
        for outcome in report.outcomes
        if isinstance(outcome.operation, AddRecord)
        and _speaks_for_a_wish(outcome.operation)
        and (outcome.verdict in _SETTLED or has_settled(outcome.operation))
        for ref in outcome.operation.record.fields.refs
    }
    for stored in batch.turns if settled else ():
        if (stored.turn.place.slug, stored.turn.ref) in settled:
            history.set_watermark(stored.id, written_mark(stored.id))
