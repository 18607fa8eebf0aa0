"""What was done: by a writer run, an import, an export, a verification, an examination."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from familiar_memory.embeddings.base import space_name
from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.inspection.health.finding import Check
    from familiar_memory.sync.changes.document_change import DocumentChange
    from familiar_memory.sync.report import SyncReport
    from familiar_memory.sync.vectors.switch import SwitchReport
    from familiar_memory.sync.verify import VerifyReport
    from familiar_memory.transfer.exporter import Export
    from familiar_memory.transfer.report import ImportReport

__all__ = [
    "Exported",
    "Switched",
    "Updated",
    "checks_json",
    "export_json",
    "import_json",
    "switch_json",
    "turns_json",
    "update_json",
    "verify_json",
]


class Exported(NamedTuple):
    """A file that was written: by which exporter, where, its size in bytes."""

    exporter: str
    file: Path
    size: int
    export: Export


def export_json(exported: Exported) -> dict[str, Any]:
    """Which file was written, and what of it is not for everyone."""
    return {
        "exporter": exported.exporter,
        "file": str(exported.file),
        "bytes": exported.size,
        "remarks": as_json(exported.export.remarks),
        "not_for_everyone": as_json(exported.export.confidences),
    }


def import_json(report: ImportReport) -> dict[str, Any]:
    """What an import did, or would do."""
    return {
        "importer": report.importer,
        "dry_run": report.dry_run,
        "turns": turns_json(report),
        "notes": {
            "written": list(report.written),
            "unchanged": list(report.same),
            **picked(report, "updated kept foreign gone removed orphaned held outdated"),
        },
        **picked(report, "brought journal_batch remarks skipped"),
    }


def turns_json(report: ImportReport) -> dict[str, int]:
    """What became of the turns of an import."""
    not_kept = {"refused": report.refused, "incognito": report.incognito}
    told = {name: number for name, number in not_kept.items() if number}
    return {"read": report.turns, **picked(report, "added unchanged amended deleted"), **told}


class Updated(NamedTuple):
    """What an update of the index did; `documents` changed of those that were named."""

    report: SyncReport
    documents: Sequence[DocumentChange] | None = None


def update_json(done: Updated) -> dict[str, Any]:
    """The counts, and of an update by name what became of each document."""
    value: dict[str, Any] = as_json(done.report)
    if done.documents is not None:
        value["documents"] = [{"path": c.key, "what": c.what.value} for c in done.documents]
    return value


class Switched(NamedTuple):
    """A change of the embedder, and the file of settings that says so."""

    report: SwitchReport
    settings: Path


def switch_json(switched: Switched) -> dict[str, Any]:
    """Which embedder, and what was embedded for it."""
    report = switched.report
    return {
        "embedder": space_name(report.embedder),
        "space": report.embedder,
        **picked(report, "chunks embedded done"),
        "settings": str(switched.settings),
    }


def verify_json(report: VerifyReport) -> dict[str, Any]:
    """Whether the index is what a fresh one would be, table by table."""
    return {
        **picked(report, "same tables vectors"),
        "differing_vectors": report.differing,
        "unchecked": report.unchecked,
        **(picked(report, "held") if report.held else {}),
    }


def checks_json(checks: Sequence[Check], done: Sequence[str] | None) -> dict[str, Any]:
    """What an examination found, and what it has put in order, if it was to."""
    told = [
        {"check": one.name, "ok": not one.findings, **picked(one, "facts findings")}
        for one in checks
    ]
    ok = not any(check.findings for check in checks)
    return {"ok": ok, "checks": told} | ({} if done is None else {"done": as_json(done)})
