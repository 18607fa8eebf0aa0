"""The one way in which records are changed by request: by whose rules, and in which batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from familiar_memory.assembly.wiring.writing import note_rules
from familiar_memory.errors import InputError
from familiar_memory.life.records.known_people import KnownPeople
from familiar_memory.life.records.record_change import ChangeKind, RecordChange, change_of
from familiar_memory.life.records.seen import SeenRecords
from familiar_memory.operations.apply import apply
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.policies.callers import CallerPolicy
from familiar_memory.operations.policies.owner import OwnerPolicy
from familiar_memory.operations.policy import Policy
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.entry import new_entry_id

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.life.records.caller import Caller
    from familiar_memory.operations.named.across import MergeRecords, MoveRecord
    from familiar_memory.operations.named.proposals import DeleteRecord
    from familiar_memory.operations.proposal import Proposal

__all__ = ["Desk"]


class Desk:
    """One request of a caller: what they see, and what they have changed, as one batch.

    `source` is who makes the change, in the journal; with `is_dry` nothing is written. What is held
    of a caller's waits for the owner, who waits for nobody. The index is not waited for here, where
    a first sync may be under way: every question waits for what was written before it, with a
    bound. Each method that writes raises:

        StorageError: nothing can be written here.
        LimitError: a note is too long to change single lines of it.
        HistoryError: the familiar was deleted meanwhile.
    """

    def __init__(self, parts: Parts, caller: Caller, source: str, *, is_dry: bool = False) -> None:
        """To be used for one request.

        Raises:
            HistoryError: the familiar was deleted meanwhile, or the talk cannot be read.
        """
        parts.files.check_standing()
        setup = parts.setup
        self.parts = parts
        self.caller = caller
        self.now: datetime = setup.clock.now().astimezone(setup.settings.zone)
        self.seen = SeenRecords(parts, caller)
        self.viewer = self.seen.viewer
        self.known = KnownPeople(parts, self.viewer, caller.slug)
        self._new_notes: set[str] = set()
        register, cause = parts.files.register, Cause(source, batch=new_entry_id())
        rules = note_rules(setup, parts.files.history, register)
        self._notes = NotesAtOnce(parts.store, register, self._policy(), rules, cause, is_dry)

    @property
    def today(self) -> date:
        """The day, where the familiar is."""
        return self.now.date()

    def preview(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """What would become of each by itself; nothing is written."""
        notes = self._notes
        return apply(
            notes.store, proposals, notes.policy, notes.register, rules=notes.rules, dry_run=True
        )

    def apply(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """Write all of these, or none."""
        if self.viewer.is_owner:
            # A caller is not told: a note that is hidden from them would be there.
            stated = {one.path for one in proposals if isinstance(one, StateRecord)}
            self._new_notes |= {one for one in stated if self._notes.register.path_of(one) is None}
        return self._write(lambda notes: notes.apply(proposals))

    def delete(self, operation: DeleteRecord) -> ApplyReport:
        """Take a line out, and bring back what was merged into it if that is wanted."""
        return self._write(lambda notes: notes.delete(operation))

    def merge(self, operation: MergeRecords) -> ApplyReport:
        """Put one record in the place of several."""
        return self._write(lambda notes: notes.merge(operation))

    def move(self, operation: MoveRecord) -> ApplyReport:
        """Have a line stand elsewhere."""
        return self._write(lambda notes: notes.move(operation))

    def told(self, report: ApplyReport, done: ChangeKind | None = None) -> RecordChange:
        """What became of the request, in names that whoever asks knows.

        `done` is what happened if all was done, where the first outcome does not say so.
        """
        batch = None if self._notes.is_dry else self._notes.cause.batch
        change = change_of(
            report, batch, lambda outcome: self.seen.shown_note(outcome.operation.path), done
        )
        is_new = any(one.operation.path in self._new_notes for one in report.outcomes)
        return replace(change, is_in_new_note=is_new and change.is_done)

    def _policy(self) -> Policy:
        slug = self.caller.slug
        if self.viewer.is_owner:
            return OwnerPolicy()
        if slug is None:
            raise InputError("somebody asks in a place, and nobody says who", "an author, too")
        return CallerPolicy(slug, self.viewer, self.known, self.today)

    def _write(self, work: Callable[[NotesAtOnce], ApplyReport]) -> ApplyReport:
        notes = self._notes
        if notes.is_dry:
            return work(notes)
        self.parts.files.refuse_read_only()
        report = work(notes)
        if not self.viewer.is_owner:
            return hold(notes.store, report, notes.register, notes.rules.vocabulary, notes.cause)
        return report
