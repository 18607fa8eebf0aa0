"""What an operation changes in the notes, by the rules for whoever calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import MEMORY, person_of
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.operations.apply import apply
from familiar_memory.operations.caller_policy import CallerPolicy
from familiar_memory.operations.named.proposals import DeleteRecord, UpdateRecord
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.owner_policy import OwnerPolicy
from familiar_memory.operations.place_labels import labels_when_needed
from familiar_memory.operations.policy import Policy, Ruling
from familiar_memory.operations.proposal import Proposal
from familiar_memory.operations.review.holding import hold
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.entry import new_entry_id

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.knowledge.audience import Viewer
    from familiar_memory.life.tools.caller import ToolCaller
    from familiar_memory.operations.named.across import MergeRecords

__all__ = ["SOURCE", "Applying", "Renewing"]

SOURCE = "tool"
"""Who made the change, in the journal."""


class Renewing:
    """The policy of a caller, who may also date a line anew when they change its words."""

    def __init__(self, policy: CallerPolicy, today: date) -> None:
        """No other day is let through."""
        self.viewer = policy.viewer
        self._policy = policy
        self._today = today

    def judge(self, operation: Proposal) -> Ruling | None:
        """As the policy does."""
        if isinstance(operation, UpdateRecord):
            fields = dict(operation.patch.fields)
            if fields.get("learned") == self._today:
                del fields["learned"]
                patch = replace(operation.patch, fields=MappingProxyType(fields))
                operation = replace(operation, patch=patch)
        return self._policy.judge(operation)


class Applying:
    """Changes notes for one caller, each time as one batch of the journal.

    The index holds what was written before a method returns.
    """

    def __init__(self, parts: Parts, caller: ToolCaller, viewer: Viewer) -> None:
        self._parts = parts
        self._caller = caller
        self._viewer = viewer

    def preview(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """What would become of each by itself; nothing is written."""
        parts = self._parts
        return apply(
            parts.store,
            proposals,
            self._policy(proposals),
            parts.files.register,
            rules=self._rules(),
            dry_run=True,
        )

    def write(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """Write what these propose: all of it, or nothing.

        Raises:
            StorageError: nothing can be written here.
            HistoryError: the familiar was deleted meanwhile.
        """
        notes = self._open(proposals)
        report = notes.apply(proposals)
        if not self._viewer.is_owner:
            # What is held waits for the owner; their own tools tell them at once.
            report = hold(notes.store, report, notes.rules.vocabulary, notes.cause)
        return self._known(report)

    def delete(self, operation: DeleteRecord) -> ApplyReport:
        """Take a line out, and bring back what was merged into it if that is wanted.

        Errors as for `write`.
        """
        return self._known(self._open().delete(operation))

    def merge(self, operation: MergeRecords) -> ApplyReport:
        """Put one record in the place of several; errors as for `write`."""
        return self._known(self._open().merge(operation))

    def _open(self, proposals: Sequence[Proposal] = ()) -> NotesAtOnce:
        files = self._parts.files
        files.refuse_read_only()
        files.check_standing()
        parts = self._parts
        cause = Cause(SOURCE, batch=new_entry_id())
        policy = self._policy(proposals)
        rules, register = self._rules(), parts.files.register
        return NotesAtOnce(parts.store, register, policy, rules, cause)

    def _policy(self, proposals: Sequence[Proposal]) -> Policy:
        slug = self._caller.slug
        if self._viewer.is_owner or slug is None:
            return OwnerPolicy()
        setup = self._parts.setup
        # Their notes were found by names that the caller may know.
        named = (person_of(one.path) for one in proposals)
        known = {slug, *filter(None, named)}
        today = setup.clock.now().astimezone(setup.settings.zone).date()
        return Renewing(CallerPolicy(slug, self._viewer, known), today)

    def _rules(self) -> NoteRules:
        setup, files = self._parts.setup, self._parts.files
        audience = setup.settings.audience
        labels = labels_when_needed(files.history, files.register)
        return NoteRules(setup.vocabulary, audience.policy, audience.default, labels)

    def _known(self, report: ApplyReport) -> ApplyReport:
        if report.changed:
            indexing = self._parts.indexing
            try:
                indexing.while_standing(indexing.synchroniser.update)(MEMORY, report.changed)
            except IndexUnavailableError:
                indexing.repair()
        return report
