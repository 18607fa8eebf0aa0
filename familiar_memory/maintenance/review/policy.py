"""What a person may let into the notes by accepting a proposal."""

from __future__ import annotations

from familiar_memory.domain.tree import has_records, is_indexed
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling
from familiar_memory.operations.proposal import Proposal

__all__ = ["ReviewPolicy"]


class ReviewPolicy:
    """For what a person has accepted: any note that holds memories, not the card or canon."""

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what is no note of memories."""
        path = operation.path
        if is_indexed(path) and has_records(path):
            return None
        return Ruling(Verdict.REJECTED, f"{path} holds no memories")
