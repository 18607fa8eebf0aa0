"""Housekeeping as a step of the night: it looks at every note, and proposes; it asks no model."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.errors import NotFoundError
from familiar_memory.history.base import History
from familiar_memory.maintenance.housekeeping.found.finders import FINDERS
from familiar_memory.maintenance.housekeeping.link_meanings import LinkMeanings
from familiar_memory.maintenance.housekeeping.listing import (
    ListPlan,
    mark_as_ours,
    planned_list,
    without_lines,
)
from familiar_memory.maintenance.housekeeping.look import TreeLook
from familiar_memory.maintenance.housekeeping.names import read_names
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.housekeeping.survey import survey
from familiar_memory.maintenance.sleep.step import Night, Preview, StepReport, StepRun, StepStatus
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.review.called import NotesCalled
from familiar_memory.operations.review.change import with_items
from familiar_memory.operations.review.holding import propose
from familiar_memory.operations.review.wording import titled
from familiar_memory.operations.rewritten.rewriting import NotesRewritten
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.journal.entry import REVIEW_SOURCE
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["Housekeeping"]

_SOURCE = "housekeeping"
_EVERY_NOTE = 1_000_000
"""More than any log of recalls names."""


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """Proposes what a person may want to tidy up in one tree. What is proposed changes no note.

    A proposal comes once, and whose reason has vanished goes again, unless somebody has touched it.
    """

    store: NoteStore
    history: History
    journal: JournalReader
    register: TreeRegister
    rules: NoteRules
    settings: HousekeepingSettings

    @property
    def name(self) -> str:
        """`housekeep`."""
        return "housekeep"

    def run(self, night: Night) -> StepRun:
        """Look, then bring the list up to date.

        Raises:
            StoreError: the tree or the list cannot be read or written.
        """
        yield from ()
        if not self.settings.enabled and not night.is_forced:
            return StepReport(StepStatus.OFF)
        look = self._look(night)
        found = {name: list(find(look)) for name, find in FINDERS.items()}
        text = self._list()
        bounds = (self.settings.max_new, self.settings.max_open)
        made = planned_list(text, found, self.history, bounds, self.rules.vocabulary, look.can_be)
        if not look.survey.is_whole:
            # What could not be read may be all the reason that a proposal has.
            made = ListPlan(made.fresh, (), made.later)
        return self._previewed(text, made) if night.is_dry_run else self._carried_out(made, night)

    def _look(self, night: Night) -> TreeLook:
        seen = survey(self.store, self.register, self.rules)
        names = read_names(seen, self.history, self.register.resolve)
        recalled = frozenset(one.key for one in self.history.recalls.top_notes(_EVERY_NOTE))
        return TreeLook(
            seen,
            NotesRewritten(self.store, self.register, self.rules, seen.texts),
            names,
            LinkMeanings(names.bearers(), self.register, self.journal, seen.vault),
            recalled,
            night.at.astimezone(night.zone),
            self.settings,
            self.store.limits.max_file_bytes,
        )

    def _list(self) -> str:
        try:
            return self.store.read_file(REVIEW_PATH)
        except NotFoundError:
            return ""

    def _previewed(self, text: str, made: ListPlan) -> StepReport:
        after = without_lines(text, made.gone, self.rules.vocabulary)
        called = NotesCalled(self.store, self.register)
        fresh = [titled(one, called) for one in made.fresh]
        after = with_items(after, fresh, self.rules.vocabulary)
        previews = (Preview(REVIEW_PATH, text, after),) if after != text else ()
        return _report(made, previews)

    def _carried_out(self, made: ListPlan, night: Night) -> StepReport:
        words = self.rules.vocabulary
        if made.gone:
            self.store.edit(
                REVIEW_PATH,
                lambda text: without_lines(text, made.gone, words),
                # What is taken out so was decided, and is not put back for vanished.
                cause=Cause(REVIEW_SOURCE, batch=night.batch),
                is_capped=False,
            )
        mark_as_ours(self.history, made.fresh)
        cause = Cause(_SOURCE, batch=night.batch)
        propose(self.store, made.fresh, self.register, words, cause)
        return _report(made)


def _report(made: ListPlan, previews: tuple[Preview, ...] = ()) -> StepReport:
    counts = {"proposed": len(made.fresh), "withdrawn": len(made.gone)}
    if not any(counts.values()):
        return StepReport(StepStatus.NOTHING)
    more = f"{made.later} more to propose wait for another night."
    lines = (more,) if made.later else ()
    return StepReport(StepStatus.DONE, counts, (REVIEW_PATH,), lines, previews)
