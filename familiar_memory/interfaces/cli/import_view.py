"""What an import did, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.cli.output import Output

if TYPE_CHECKING:
    from familiar_memory.transfer.report import ImportReport

__all__ = ["import_json", "show_import"]


def import_json(report: ImportReport) -> dict[str, Any]:
    """The report as it is printed with `--json`."""
    return {
        "importer": report.importer,
        "dry_run": report.dry_run,
        "turns": {
            "read": report.turns,
            "added": report.added,
            "unchanged": report.unchanged,
            "amended": report.amended,
            "deleted": report.deleted,
        },
        "notes": {
            "written": list(report.written),
            "unchanged": list(report.same),
            "kept": list(report.kept),
        },
        "skipped": [{"path": item.path, "reason": item.reason} for item in report.skipped],
    }


def show_import(report: ImportReport, out: Output) -> None:
    """Counts on stdout; what was kept or passed over on stderr."""
    for line in _lines(report):
        out.print(line)
    for path in report.kept:
        out.notice(f"kept as it is in memory, which differs: {path} (--force replaces it)")
    for item in report.skipped:
        out.notice(f"skipped: {item.path}: {item.reason}")


def _lines(report: ImportReport) -> list[str]:
    lines = []
    if report.turns and report.dry_run:
        lines.append(f"{report.turns} turns are well formed; nothing was recorded")
    elif report.turns:
        counts = (
            ("added", report.added),
            ("unchanged", report.unchanged),
            ("amended", report.amended),
            ("deleted", report.deleted),
        )
        told = ", ".join(f"{number} {word}" for word, number in counts if number)
        lines.append(f"{report.turns} turns: {told}")
    if report.written or report.same or report.kept:
        verb = "would be written" if report.dry_run else "written"
        lines.append(
            f"{len(report.written)} notes {verb}, {len(report.same)} unchanged,"
            f" {len(report.kept)} kept"
        )
    return lines or ["nothing to import"]
