"""The step `consolidate`: the owner's night over all memories that say nearly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, cast

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.history.base import Watermarks
from familiar_memory.maintenance.consolidation.consolidating import Consolidated, Consolidation
from familiar_memory.maintenance.consolidation.drafts import DraftStore
from familiar_memory.maintenance.consolidation.freeing import freed_originals
from familiar_memory.maintenance.consolidation.marks import MergeMarks
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.planning import Clusters
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.consolidation.standing import StandingMemories, living
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.policies.owner import OwnerPolicy
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.operations.touched import Touch
from familiar_memory.store.base import Cause, NoteStore

__all__ = ["CONSOLIDATION", "ConsolidateStep"]

CONSOLIDATION: Final = "sleep:consolidate"
"""Who merges memories at night, in the journal."""
_MOST_QUESTIONS = 20
_MADE = frozenset({Touch.ADDED, Touch.STOOD})


class ConsolidateStep:
    """Merges memories; each merge is one change, that can be undone by itself or with its night."""

    name = "consolidate"

    def __init__(
        self,
        settings: ConsolidationSettings,
        memories: StandingMemories,
        history: Watermarks,
        rules: NoteRules,
        nearness: Callable[[Sequence[str]], Nearnesses],
    ) -> None:
        self._settings = settings
        self._memories = memories
        self._history = history
        self._rules = rules
        self._nearness = nearness

    def run(self, night: Night) -> StepRun:
        """Bring back what went into lines that are no more, then merge.

        Raises:
            FamiliarError: the history or the tree cannot be read.
        """
        if not (self._settings.enabled or night.is_forced):
            return StepReport(StepStatus.OFF)
        draft = DraftStore(self._memories.store) if night.is_dry_run else None
        store = self._memories.store if draft is None else cast("NoteStore", draft)
        memories = replace(self._memories, store=store)
        cause = Cause(CONSOLIDATION, batch=night.batch)
        written = _Written(NotesAtOnce(store, memories.register, OwnerPolicy(), self._rules, cause))
        notes = memories.read()
        restored = written.restore(memories, notes, night.at)
        marks = MergeMarks(self._history)
        work = Consolidation(
            Clusters(self._settings, self._nearness, marks.are_apart),
            marks,
            written.merge,
            _MOST_QUESTIONS if night.has_model else 0,
            keeps_marks=draft is None,
        )
        standing = (one for records in notes.values() for one in records)
        done = yield from work.run(living(standing, night.at))
        return _report(done, restored, written.changed, draft)


@dataclass(slots=True)
class _Written:
    """Writes merges and what comes back, and remembers which notes that has changed."""

    notes: NotesAtOnce
    changed: set[str] = field(default_factory=set)

    def merge(self, operation: MergeRecords) -> str | None:
        report = self.notes.merge(operation)
        self.changed.update(report.changed)
        if not report.changed:
            return None
        made = (line.id for one in report.applied for line in one.lines if line.touch in _MADE)
        return str(RecordName(operation.records[0][0], next(made, "")))

    def restore(
        self,
        memories: StandingMemories,
        notes: dict[str, tuple[NotedRecord, ...]],
        now: datetime,
    ) -> int:
        """How many came back; their notes are read again."""
        done = 0
        for operation in list(freed_originals(notes, memories.register, memories.bears_id, now)):
            report = self.notes.apply((operation,))
            self.changed.update(report.changed)
            done += len(report.applied)
            notes[operation.path] = memories.of(operation.path)
        return done


def _report(
    done: Consolidated, restored: int, changed: set[str], draft: DraftStore | None
) -> StepReport:
    counts = {"merged": done.absorbed, "added": len(done.made), "restored": restored}
    return StepReport(
        StepStatus.DONE if any(counts.values()) else StepStatus.NOTHING,
        {what: count for what, count in counts.items() if count},
        tuple(sorted(changed)),
        tuple(_told(done)),
        () if draft is None else tuple(draft.previews()),
    )


def _told(done: Consolidated) -> Iterator[str]:
    if failed := done.found - len(done.made):
        yield f"{_groups(failed)} of memories could not be merged: see the log."
    if done.unasked:
        because = f": {done.problem}" if done.problem else ", since it has been asked enough"
        yield f"About {_groups(done.unasked)} of memories the model was not asked{because}."


def _groups(count: int) -> str:
    return "1 group" if count == 1 else f"{count} groups"
