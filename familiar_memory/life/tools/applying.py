"""What an operation changes in the notes, and how it comes to be known at once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from familiar_memory.domain.tree import MEMORY, PEOPLE, SELF, below
from familiar_memory.errors import IndexUnavailableError
from familiar_memory.operations.apply import apply
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport, Verdict
from familiar_memory.operations.place_labels import PlaceLabels
from familiar_memory.operations.policy import Ruling
from familiar_memory.operations.proposal import AddRecord, Proposal
from familiar_memory.store.base import Cause
from familiar_memory.store.journal.entry import new_entry_id
from familiar_memory.writers.notes.labels_in_use import labels_in_use

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["SOURCE", "Applying", "NamedNotes"]

SOURCE = "tool"
"""Who made the change, in the journal."""


class NamedNotes:
    """Lets an operation into the notes that it named itself, and nowhere else."""

    def __init__(self, keys: Collection[str]) -> None:
        """Take the keys of those notes."""
        self._keys = frozenset(keys)

    def judge(self, operation: Proposal) -> Ruling | None:
        """Refuse other notes, the card, lore, and what somebody would say of another as a fact."""
        path = operation.path
        if path not in self._keys or path.startswith((below(SELF), "lore/")):
            return Ruling(Verdict.REJECTED, f"{path} is closed to operations")
        if isinstance(operation, AddRecord) and operation.record.predicate is not None:
            about = path.removeprefix(below(PEOPLE)).removesuffix(".md")
            if path.startswith(below(PEOPLE)) and operation.record.fields.by != about:
                reason = "a claim about somebody else is not a fact of theirs"
                return Ruling(Verdict.REJECTED, reason)
        return None


class Applying:
    """Writes proposals of operations, and has the index hold them before it returns."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def preview(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """What would become of them; nothing is written."""
        return self._apply(proposals, dry_run=True)

    def write(self, proposals: Sequence[Proposal]) -> ApplyReport:
        """Write them as one batch of the journal, and index the notes that changed.

        Raises:
            StorageError: nothing can be written here.
            HistoryError: the familiar was deleted meanwhile.
        """
        files = self._parts.files
        files.refuse_read_only()
        files.check_standing()
        report = self._apply(proposals, dry_run=False)
        if report.changed:
            self._index(report.changed)
        return report

    def _apply(self, proposals: Sequence[Proposal], *, dry_run: bool) -> ApplyReport:
        parts = self._parts
        return apply(
            parts.store,
            proposals,
            NamedNotes({one.path for one in proposals}),
            parts.files.register,
            cause=Cause(SOURCE, batch=new_entry_id()),
            rules=self._rules(),
            dry_run=dry_run,
        )

    def _rules(self) -> NoteRules:
        setup, files = self._parts.setup, self._parts.files
        audience = setup.settings.audience
        files.register.look_at_heads()
        labels = PlaceLabels(files.history.places(), labels_in_use(files.register.heads()))
        rules = NoteRules(setup.vocabulary, audience.policy, audience.default)
        return replace(rules, labels=labels)

    def _index(self, paths: Sequence[str]) -> None:
        indexing = self._parts.indexing
        try:
            indexing.while_standing(indexing.synchroniser.update)(MEMORY, paths)
        except IndexUnavailableError:
            indexing.repair()
