"""Housekeeping as a step of the night: it looks at every note, and proposes; it asks no model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from familiar_memory.errors import NotFoundError
from familiar_memory.history.base import History
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext
from familiar_memory.maintenance.housekeeping.found.finders import FoundByKind, all_found
from familiar_memory.maintenance.housekeeping.kept_views import KeptViews
from familiar_memory.maintenance.housekeeping.link_meanings import LinkMeanings
from familiar_memory.maintenance.housekeeping.listing import (
    ListPlan,
    mark_as_ours,
    planned_list,
    without_lines,
)
from familiar_memory.maintenance.housekeeping.names import read_names
from familiar_memory.maintenance.housekeeping.settings import HousekeepingSettings
from familiar_memory.maintenance.housekeeping.survey import survey
from familiar_memory.maintenance.sleep.failures import StepFailure, status_with
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
from familiar_memory.store.journal.entry import WITHDRAWN_SOURCE
from familiar_memory.store.names import REVIEW_PATH

__all__ = ["Housekeeping"]

_SOURCE = "housekeeping"
_EVERY_NOTE = 1_000_000
"""More than any log of recalls names."""


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """Proposes what a person may want to tidy up in one tree. What is proposed changes no note.

    A proposal comes once, and whose reason has vanished goes again, unless somebody has touched it.
    `kept_views` is a file in which notes that do not change are kept as they were read; `now_ns`
    says how young one is.
    """

    store: NoteStore
    history: History
    journal: JournalReader
    register: TreeRegister
    rules: NoteRules
    settings: HousekeepingSettings
    kept_views: Path | None = None
    now_ns: Callable[[], int] = time.time_ns

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
        context = self.look(night)
        found = all_found(context)
        text = self._list()
        bounds = (self.settings.max_new, self.settings.max_open)
        made = planned_list(
            text, found.by_kind, self.history, bounds, self.rules.vocabulary, context.can_be
        )
        if not found.is_all:
            # What could not be read may be all the reason that a proposal has.
            made = replace(made, gone=())
        preview = self._preview(text, made) if night.is_dry_run else self._carry_out(made, night)
        return _report(made, (*_unread(context), *_not_looked_for(found)), preview)

    def look(self, night: Night) -> HousekeepingContext:
        """Look at the tree, and keep what was read for the next night.

        Raises:
            StoreError: the tree cannot be read.
        """
        kept = KeptViews(self.kept_views, self.rules, self.now_ns)
        seen = survey(self.store, self.register, self.rules, kept)
        if not night.is_dry_run:
            kept.keep(self.store)
        names = read_names(seen, self.history, self.register.resolve)
        recalled = frozenset(one.key for one in self.history.recalls.top_notes(_EVERY_NOTE))
        return HousekeepingContext(
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

    def _preview(self, text: str, made: ListPlan) -> tuple[Preview, ...]:
        after = without_lines(text, made.gone, self.rules.vocabulary)
        called = NotesCalled(self.store, self.register)
        fresh = [titled(one, called) for one in made.fresh]
        after = with_items(after, fresh, self.rules.vocabulary)
        return (Preview(REVIEW_PATH, text, after),) if after != text else ()

    def _carry_out(self, made: ListPlan, night: Night) -> tuple[Preview, ...]:
        words = self.rules.vocabulary
        if made.gone:
            self.store.edit(
                REVIEW_PATH,
                lambda text: without_lines(text, made.gone, words),
                # What is taken out so was decided, and is not put back for vanished.
                cause=Cause(WITHDRAWN_SOURCE, batch=night.batch),
                is_capped=False,
            )
        mark_as_ours(self.history, made)
        cause = Cause(_SOURCE, batch=night.batch)
        propose(self.store, made.fresh, self.register, words, cause)
        return ()


def _report(
    made: ListPlan, failures: tuple[StepFailure, ...], previews: tuple[Preview, ...]
) -> StepReport:
    counts = {"proposed": len(made.fresh), "withdrawn": len(made.gone)}
    lines = (f"{made.later} more to propose wait for another night.",) if made.later else ()
    if not any(counts.values()):
        status = status_with(failures, StepStatus.NOTHING, is_any_done=True)
        return StepReport(status, lines=lines, failures=failures)
    status = status_with(failures, StepStatus.DONE, is_any_done=True)
    return StepReport(status, counts, (REVIEW_PATH,), lines, previews, failures=failures)


def _unread(context: HousekeepingContext) -> Iterator[StepFailure]:
    yield from (StepFailure(path, why) for path, why in context.survey.unread.items())


def _not_looked_for(found: FoundByKind) -> Iterator[StepFailure]:
    yield from (StepFailure(f"looking for {kind}", "see the log") for kind in found.failed)
