"""Changes of notes: of the journal, of a watch, and of an undo."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any

from familiar_memory.inspection.changes.diff import diff_lines
from familiar_memory.interfaces.json_values.encoder import picked

if TYPE_CHECKING:
    from familiar_memory.inspection.changes.change import Versions
    from familiar_memory.inspection.changes.curated import CuratedLog
    from familiar_memory.inspection.changes.log import ChangeLog
    from familiar_memory.inspection.changes.story import StoryLine
    from familiar_memory.store.journal.entry import JournalEntry
    from familiar_memory.store.undo.plan import PlannedFile, UndoPlan, UndoReport

__all__ = ["curation_json", "log_json", "news_json", "undo_json"]


def log_json(found: ChangeLog, *, diff: bool) -> dict[str, Any]:
    """Changes of the journal, with what each did to the text if that is wanted."""
    changes = [_change(entry, seen, found.zone, diff=diff) for entry, seen in found.changes]
    return {"changes": changes, "truncated": found.has_more}


def _change(entry: JournalEntry, seen: Versions, zone: tzinfo, *, diff: bool) -> dict[str, Any]:
    value = {
        "id": entry.id,
        "time": entry.time.astimezone(zone).isoformat(),
        **picked(
            entry,
            "source operation state path moved_to batch refs before after before_bytes after_bytes",
        ),
        "lines_added": seen.added,
        "lines_removed": seen.removed,
    }
    if diff:
        lines = None if seen.problem else list(diff_lines(entry.path, seen.before, seen.after))
        value |= {"diff": lines, "diff_problem": seen.problem or None}
    return value


def curation_json(found: CuratedLog) -> dict[str, Any]:
    """Operations of curation, with what became of each."""
    ops = [
        {
            "time": one.time.astimezone(found.zone).isoformat(),
            **picked(one, "note reach by op heading text came"),
        }
        for one in found.ops
    ]
    return {"curation": ops, "truncated": found.has_more}


def news_json(told: StoryLine | None, now: datetime) -> dict[str, str | None]:
    """One line of a watch; without anything to report it says that there was nothing."""
    entry = None if told is None else told.entry
    is_move = entry is not None and entry.moved_to is not None
    return {
        "time": now.isoformat(),
        "source": None if told is None else told.source,
        "path": None if told is None else told.key,
        "what": "unchanged" if told is None else str(told.what),
        "moved_from": entry.path if entry is not None and is_move else None,
        "by": None if entry is None else entry.source,
        "change": None if entry is None else entry.id,
        "reason": None if told is None else told.reason or None,
    }


def undo_json(plan: UndoPlan, report: UndoReport | None, *, dry_run: bool) -> dict[str, Any]:
    """What an undo would do, or has done (`report`)."""
    return {
        "dry_run": dry_run,
        "undone": [entry.id for entry in plan.entries],
        "batch": report.batch if report is not None else None,
        "notes": [_file(file, dry_run=dry_run) for file in plan.files],
        "conflicts": [
            {"path": one.path, "why": one.why, "later": [entry.id for entry in one.later]}
            for one in plan.conflicts
        ],
    }


def _file(file: PlannedFile, *, dry_run: bool) -> dict[str, Any]:
    value = picked(file, "path way moved_from") | {"exists": file.then is not None}
    if dry_run:
        value["diff"] = list(diff_lines(file.path, file.now, file.then))
    return value
