"""The steps `retain` and `retain-channels`: what is past its time goes.

Notes first, then talk, then what is only kept of the past; whatever a crash leaves over, the next
night takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol

from familiar_memory.maintenance.retention.dated_notes import TalkKind
from familiar_memory.maintenance.retention.old_notes import CHANGED, OldNotes, SortedNotes
from familiar_memory.maintenance.retention.old_talk import OldTalk, SortedTalk
from familiar_memory.maintenance.retention.old_versions import KeptVersions, versions_of_taken
from familiar_memory.maintenance.retention.retention_days import CutOffs, RetentionDays
from familiar_memory.maintenance.sleep.failures import StepFailure, status_with
from familiar_memory.maintenance.sleep.step import Night, StepReport, StepRun, StepStatus
from familiar_memory.markdown.source import lines_of

__all__ = ["ClearableLog", "RetainStep", "Swept"]

_NAMES: Final = {TalkKind.OWN: "retain", TalkKind.ROOMS: "retain-channels"}
_NAMED = 5
"""Notes that are named in a sentence; the others are counted."""


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep takes, or would take."""

    notes: SortedNotes
    talk: SortedTalk
    versions: int = 0
    audit_entries: int = 0
    changed: tuple[str, ...] = ()
    """Notes that a person has changed meanwhile: so they stay."""
    failures: tuple[StepFailure, ...] = ()


class ClearableLog(Protocol):
    """A log that only tells of changes, and needs none of its entries."""

    def prune(self, before: datetime) -> int:
        """Drop what is older than that moment; how many entries those were."""

    def prunable(self, before: datetime) -> int:
        """How many entries that would be."""


class RetainStep:
    """One of two: what is the familiar's own, or what is of its rooms alone, goes with time.

    With what is its own goes what is kept of the past: versions of notes, and the old entries of
    the `logs` that only tell of changes.
    """

    def __init__(
        self,
        sweep: TalkKind,
        days: RetentionDays,
        notes: OldNotes,
        talk: OldTalk,
        journal: KeptVersions,
        logs: Sequence[ClearableLog],
    ) -> None:
        self._sweep = sweep
        self._days = days
        self._notes = notes
        self._talk = talk
        self._journal = journal
        self._logs = logs

    @property
    def name(self) -> str:
        """`retain`, or `retain-channels`."""
        return _NAMES[self._sweep]

    def run(self, night: Night) -> StepRun:
        """Sweep; it asks no model.

        Raises:
            FamiliarError: the history or the journal cannot be read or written.
        """
        yield from ()
        cut_offs = self._days.cut_offs(night.at)
        found = Swept(
            self._notes.select(cut_offs, self._sweep), self._talk.select(cut_offs, self._sweep)
        )
        if night.is_dry_run:
            swept = self._with_past_seen(found, cut_offs, night)
        else:
            swept = self._with_past_taken(self._taken(found, night), cut_offs, night)
        return _report(swept, is_dry=night.is_dry_run)

    def _taken(self, found: Swept, night: Night) -> Swept:
        """Take notes and talk."""
        left = self._notes.take(found.notes.going, night.batch)
        gone = tuple(one for one in found.notes.going if one.path not in left)
        self._talk.take(found.talk, night.at)
        notes = replace(found.notes, going=gone)
        failures = tuple(StepFailure(path, why) for path, why in left.items() if why != CHANGED)
        changed = tuple(path for path, why in left.items() if why == CHANGED)
        return replace(found, notes=notes, failures=failures, changed=changed)

    def _with_past_seen(self, swept: Swept, cut_offs: CutOffs, night: Night) -> Swept:
        """What would go of the past."""
        if self._sweep is not TalkKind.OWN:
            return swept
        versions = self._journal.prunable(night.at).images
        versions += len(versions_of_taken(self._journal, cut_offs.taken))
        moment = cut_offs.audit
        entries = 0 if moment is None else sum(log.prunable(moment) for log in self._logs)
        return replace(swept, versions=versions, audit_entries=entries)

    def _with_past_taken(self, swept: Swept, cut_offs: CutOffs, night: Night) -> Swept:
        """Take what goes of the past."""
        if self._sweep is not TalkKind.OWN:
            return swept
        versions = self._journal.drop(versions_of_taken(self._journal, cut_offs.taken))
        versions += self._journal.tidy(night.at).pruned.images
        moment = cut_offs.audit
        entries = 0 if moment is None else sum(log.prune(moment) for log in self._logs)
        return replace(swept, versions=versions, audit_entries=entries)


def _report(swept: Swept, *, is_dry: bool) -> StepReport:
    counts = {
        "removed": len(swept.notes.going),
        "messages emptied": len(swept.talk.going),
        "versions dropped": swept.versions,
        "audit entries dropped": swept.audit_entries,
    }
    is_any = any(counts.values())
    otherwise = StepStatus.DONE if is_any else StepStatus.NOTHING
    return StepReport(
        status_with(swept.failures, otherwise, is_any_done=is_any),
        {name: count for name, count in counts.items() if count},
        changed=tuple(one.path for one in swept.notes.going),
        lines=tuple(_told(swept, is_dry=is_dry)),
        failures=swept.failures,
    )


def _told(swept: Swept, *, is_dry: bool) -> Iterator[str]:
    if is_dry:
        for note in swept.notes.going:
            yield f"{note.path} would be removed ({_number(len(lines_of(note.text)), 'line')})."
        for place, count in swept.talk.by_place().items():
            yield f"{_number(count, 'message')} of {place} would be emptied."
    if kept := swept.notes.kept:
        named = ", ".join(kept[:_NAMED]) + (", …" if len(kept) > _NAMED else "")
        stay = "stays" if len(kept) == 1 else "stay"
        yield f"{_number(len(kept), 'old note')} written or edited by people {stay}: {named}."
    for path in swept.changed:
        yield f"{path} is old and stays: {CHANGED}."
    for reason, count in swept.talk.waiting.items():
        yield f"{_number(count, 'old message')} {'waits' if count == 1 else 'wait'} for {reason}."


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
