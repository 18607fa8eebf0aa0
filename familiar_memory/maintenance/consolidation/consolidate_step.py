"""The step `consolidate`: the owner's night over all memories that say nearly the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, cast

from familiar_memory.domain.memory.record_name import RecordName
from familiar_memory.errors import FamiliarError
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.maintenance.consolidation.consolidating import Consolidated, Consolidation
from familiar_memory.maintenance.consolidation.drafts import DraftStore
from familiar_memory.maintenance.consolidation.marks import MergeMarks, standing_digests
from familiar_memory.maintenance.consolidation.nearness import Nearnesses
from familiar_memory.maintenance.consolidation.planning import Clusters
from familiar_memory.maintenance.consolidation.restoring.freed import freed_originals
from familiar_memory.maintenance.consolidation.restoring.vanished import Vanished
from familiar_memory.maintenance.consolidation.settings import ConsolidationSettings
from familiar_memory.maintenance.consolidation.settled import SettledNotes
from familiar_memory.maintenance.consolidation.standing import StandingMemories, living
from familiar_memory.maintenance.sleep.failures import StepFailure, plain_reason, status_with
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.notes.noted_records import NotedRecord
from familiar_memory.operations.named.across import MergeRecords
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import ApplyReport
from familiar_memory.operations.policies.owner import OwnerPolicy
from familiar_memory.operations.several_notes import NotesAtOnce
from familiar_memory.operations.touched import Touch
from familiar_memory.store.base import Cause, NoteStore
from familiar_memory.store.journal.base import JournalReader
from familiar_memory.store.kept_of_notes import KeptOfNotes

__all__ = ["CONSOLIDATION", "ConsolidateStep"]

CONSOLIDATION: Final = "sleep:consolidate"
"""Who merges memories at night, in the journal."""
_MOST_QUESTIONS = 20
"""Of a night to a model, about the memories of any one audience."""
_MADE = frozenset({Touch.ADDED, Touch.STOOD})


class ConsolidateStep:
    """Merges memories; each merge is one change, that can be undone by itself or with its night.

    Notes that are as they were when nothing was left to do in them are passed by.
    """

    name = "consolidate"

    def __init__(
        self,
        settings: ConsolidationSettings,
        memories: StandingMemories,
        history: Watermarks,
        rules: NoteRules,
        nearness: Callable[[Sequence[str]], Nearnesses],
        keep: Callable[[], KeptOfNotes],
        journal: JournalReader,
    ) -> None:
        """`nearness` compares texts; `keep` opens what is kept of the nights before.

        The `journal` has what notes were before people edited them.
        """
        self._settings = settings
        self._memories = memories
        self._history = history
        self._rules = rules
        self._nearness = nearness
        self._keep = keep
        self._journal = journal

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
        marks = MergeMarks(self._history)
        standing = memories.notes()
        settled = SettledNotes(self._keep(), standing, memories.register)
        wanted = list(settled.restless(marks, night))
        notes = memories.with_what_they_went_into(wanted, standing)
        looked_into = dict(notes)
        if draft is None:
            marks.drop(marks.gone(standing_digests(notes), is_all=False))
        restored = written.restore(memories, self._journal, notes, night.at)
        nearness = _Watched(self._nearness)
        work = Consolidation(
            Clusters(self._settings, nearness, marks.are_apart),
            marks,
            written.merge,
            _MOST_QUESTIONS if night.has_model else 0,
            keeps_marks=draft is None,
        )
        there = (one for records in notes.values() for one in records)
        done = yield from work.run(living(there, night.at))
        if draft is None and not nearness.has_failed:
            for key in looked_into.keys() - done.restless:
                settled.note(key, looked_into, marks.used[key], night)
        if draft is None:
            settled.write(store)
        return _report(done, restored, written, draft)


@dataclass(slots=True)
class _Watched:
    """Compares texts, and remembers whether an embedder has failed at that."""

    nearness: Callable[[Sequence[str]], Nearnesses]
    has_failed: bool = False

    def __call__(self, texts: Sequence[str]) -> Nearnesses:
        near = self.nearness(texts)
        self.has_failed |= near.has_failed
        return near


@dataclass(slots=True)
class _Written:
    """Writes merges and what comes back, and remembers which notes that has changed."""

    notes: NotesAtOnce
    changed: set[str] = field(default_factory=set)
    failures: dict[StepFailure, None] = field(default_factory=dict)

    def merge(self, operation: MergeRecords) -> str | None:
        note = operation.records[0][0]
        try:
            report = self.notes.merge(operation)
        except FamiliarError as problem:
            self.failures[StepFailure(note, plain_reason(problem))] = None
            raise
        self._keep(report)
        if not report.changed:
            if not report.failures:
                self.failures[StepFailure(note, "its lines were changed meanwhile")] = None
            return None
        made = (line.id for one in report.applied for line in one.lines if line.touch in _MADE)
        return str(RecordName(operation.records[0][0], next(made, "")))

    def restore(
        self,
        memories: StandingMemories,
        journal: JournalReader,
        notes: dict[str, tuple[NotedRecord, ...]],
        now: datetime,
    ) -> int:
        """How many came back; their notes are read again."""
        done = 0
        register, bears_id = memories.register, memories.bears_id
        vanished = Vanished(memories.store, register, journal, memories.vocabulary)
        freed = freed_originals(notes, register, bears_id, vanished.was_deleted, now)
        for operation in list(freed):
            report = self.notes.apply((operation,))
            self._keep(report)
            done += len(report.applied)
            notes[operation.path] = memories.of(operation.path)
        return done

    def _keep(self, report: ApplyReport) -> None:
        self.changed.update(report.changed)
        failed = (StepFailure(one.path, one.reason) for one in report.failures)
        self.failures.update(dict.fromkeys(failed))


def _report(
    done: Consolidated, restored: int, written: _Written, draft: DraftStore | None
) -> StepReport:
    counts = {"merged": done.absorbed, "added": len(done.made), "restored": restored}
    is_any_done = any(counts.values())
    failures = (*written.failures, *_unanswered(done))
    return StepReport(
        status_with(
            failures,
            StepStatus.DONE if is_any_done else StepStatus.NOTHING,
            is_any_done=is_any_done,
        ),
        {what: count for what, count in counts.items() if count},
        tuple(sorted(written.changed)),
        tuple(_told(done)),
        () if draft is None else tuple(draft.previews()),
        failures=failures,
    )


def _unanswered(done: Consolidated) -> Iterator[StepFailure]:
    if done.unasked and done.problem:
        yield StepFailure(f"{_groups(done.unasked)} of memories", "the model did not answer")


def _told(done: Consolidated) -> Iterator[str]:
    if done.unasked and not done.problem:
        yield (
            f"About {_groups(done.unasked)} of memories the model was not asked,"
            " since it has been asked enough."
        )


def _groups(count: int) -> str:
    return "1 group" if count == 1 else f"{count} groups"
