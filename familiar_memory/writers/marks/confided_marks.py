"""Which turns a batch has found to be told in confidence: nothing else is written of them."""

from __future__ import annotations

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.write_policy.confided_turns import confided_mark
from familiar_memory.knowledge.write_policy.decision import is_confided
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.writers.batch import Batch

__all__ = ["mark_confided"]


def mark_confided(history: Watermarks, batch: Batch, report: ApplyReport) -> None:
    """Mark the turns of whose memories one was held or dropped for that reason."""
    cited = {
        name
        for outcome in report.outcomes
        if is_confided(outcome.reason)
        for name in _cited(outcome.operation)
    }
    found = (batch.turn(place, ref) for place, ref in sorted(cited))
    for stored in filter(None, found):
        history.set_watermark(stored.id, confided_mark(stored.id))


def _cited(operation: Proposal) -> frozenset[tuple[str, str]]:
    if isinstance(operation, RetireById) and operation.successor is not None:
        fields = operation.successor.record.fields
    elif isinstance(operation, AddRecord):
        fields = operation.record.fields
    elif isinstance(operation, SetRule):
        fields = operation.fields
    else:
        return frozenset()
    return frozenset((fields.place or "", ref) for ref in fields.refs)
