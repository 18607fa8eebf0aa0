"""What a search for something to tidy up is given: the tree, and what is known beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.record import PartialDate
from familiar_memory.errors import FamiliarError
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.maintenance.housekeeping.link_meanings import LinkMeanings
from familiar_memory.maintenance.housekeeping.names import CalledPeople
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.housekeeping.survey import Survey
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.named.proposals import RetireById
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.review.item import IT_SAYS, Proposed, ReviewItem
from familiar_memory.operations.review.kinds.table import item_of, proposals_of
from familiar_memory.operations.rewriting.requests import Rewriting
from familiar_memory.operations.rewritten.rewriting import NotesRewritten

__all__ = ["HousekeepingContext", "proposed", "retiring"]


@dataclass(frozen=True, slots=True)
class HousekeepingContext:
    """What one night knows; `now` is aware, `recalled` are the keys of notes that ever came up.

    That is empty as well where no recalls are logged.
    """

    survey: Survey
    rewritten: NotesRewritten
    names: CalledPeople
    meanings: LinkMeanings
    recalled: frozenset[str]
    now: datetime
    settings: HousekeepingSettings
    max_file_bytes: int

    def can_be(self, item: ReviewItem) -> bool:
        """Whether accepting it would do something, as far as it concerns whole notes."""
        try:
            for one in proposals_of(item):
                if isinstance(one, Rewriting):
                    self.rewritten.proposals(one)
        except FamiliarError:
            return False
        return True

    @property
    def register(self) -> TreeRegister:
        """Whose note stands where."""
        return self.rewritten.register

    @property
    def rules(self) -> NoteRules:
        """How lines are read."""
        return self.rewritten.rules


def proposed(
    proposal: Proposed, why: str, audience: str, details: tuple[tuple[str, str], ...] = ()
) -> ReviewItem:
    """A proposal as it waits: for those who may know what it names."""
    item = item_of(proposal, why, audience=None if audience == EVERYONE else audience)
    if item is None:
        raise TypeError(f"no kind of the list is for {type(proposal).__name__}")
    return replace(item, details=(*item.details, *details))


def retiring(
    key: str,
    line: StandingLine,
    until: PartialDate | None,
    why: str,
    details: tuple[tuple[str, str], ...] = (),
    audience: str | None = None,
) -> ReviewItem:
    """That a line should end, shown with its tail: who said it, when, and who may know it."""
    record, ending = line.record, RetireById(key, line.id, until, was=line.record.text)
    item = proposed(ending, why, audience or line.audience, details)
    fields = replace(record.fields, place=item.record.fields.place)
    about = replace(item.record, fields=fields)
    return replace(item, record=about, quoted=((IT_SAYS, record),))
