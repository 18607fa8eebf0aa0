"""The policy of the owner: every learned note, but nothing that is written by hand as a whole."""

from __future__ import annotations

from familiar_memory.domain.tree import LEARNED_SELF, LORE, SELF, is_below, is_indexed
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policy import Ruling
from familiar_memory.operations.proposal import Proposal

__all__ = ["OwnerPolicy", "closed_to_commands"]


class OwnerPolicy:
    """For commands of the owner, who may change a record of any note that is learned.

    The card and the lore are texts, not lists of records: they are changed in an editor.
    """

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse what holds no records that a program may change."""
        reason = closed_to_commands(operation.path)
        return None if reason is None else Ruling(Verdict.REJECTED, reason)


def closed_to_commands(path: str) -> str | None:
    """Why no command changes records of a note; None where one may."""
    folded = path.casefold()
    if folded in LEARNED_SELF:
        return None
    if is_below(folded, SELF):
        return f"{path} is part of the card: change it in an editor, or import a card"
    if is_below(folded, LORE):
        return f"{path} is canon: change it in an editor, or import a book"
    if not is_indexed(path):
        return f"{path} is no memory"
    return None
