"""Who words one memory for several that say nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.reconcile.wording import wording_of
from familiar_memory.maintenance.consolidation.likeness import says_all_of

__all__ = ["BestWording", "Merger"]


class Merger(Protocol):
    """Words one memory for several; a chat model may be one."""

    def merge(self, records: Sequence[Record]) -> str | None:
        """A text that says what all of these say (the newest first); None leaves them as they are.

        What else they say of themselves (importance, tags, refs, expiry) is not for it to decide.
        """


class BestWording:
    """The words of the memory that says all that the others say; none are made up."""

    def merge(self, records: Sequence[Record]) -> str | None:
        """The longest that says all that the others say, else None; of equal ones the newest."""
        wordings = [wording_of(record.text) for record in records]
        for at in sorted(range(len(records)), key=lambda at: -len(wordings[at].core)):
            if all(says_all_of(wordings[at], other) for other in wordings):
                return records[at].text
        return None
