"""How an import looks: what it did, and what a person should know."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.transfer.report import ImportReport

__all__ = ["show_import"]

_NAMED = 20


def show_import(report: ImportReport, out: Output) -> None:
    """Counts on stdout, with the plan of a dry run; what a person should know on stderr."""
    for line in _lines(report):
        out.print(line)
    if report.dry_run:
        _show_plan(report, out)
    others = {*report.foreign, *report.orphaned}
    edited = [path for path in report.kept if path not in others]
    _tell(out, [f"kept, because it was changed here: {path}" for path in edited])
    _tell(
        out,
        [
            "kept, though its source no longer has it, because it was changed or moved here:"
            f" {path}"
            for path in report.orphaned
        ],
    )
    _tell(
        out,
        [f"not imported, because a note of your own is there: {path}" for path in report.foreign],
        "yellow",
    )
    _tell(out, [f"not restored, because it was deleted here: {path}" for path in report.gone])
    if edited or report.foreign or report.gone:
        out.notice("--force imports these as they are in the file; the journal keeps your versions")
    if not report.dry_run:
        _tell(
            out,
            [f"removed, because its source no longer has it: {p}" for p in report.removed],
        )
    _show_held(report, out)
    for one in report.outdated:
        out.notice(
            f"not imported: {one.folder}/ holds a newer version, {one.newer!r}; --force imports"
            " this older one",
            "yellow",
        )
    _tell(out, [f"skipped: {item.path}: {item.reason}" for item in report.skipped])
    for remark in report.remarks:
        out.notice(f"{remark.location}: {remark.text}" if remark.location else remark.text)


def _show_held(report: ImportReport, out: Output) -> None:
    if report.held:
        _tell(out, [f"not removed yet: {path}" for path in report.held], "yellow")
        out.notice(
            f"{len(report.held)} notes of this source vanished from it at once, and are not"
            " treated as deleted: restore them, or import it again with --accept-removals",
            "yellow",
        )


def _tell(out: Output, lines: Sequence[str], style: str = "") -> None:
    for line in lines[:_NAMED]:
        out.notice(line, style)
    if len(lines) > _NAMED:
        out.notice(f"… and {len(lines) - _NAMED} more (--json has them all)")


def _show_plan(report: ImportReport, out: Output) -> None:
    updated = frozenset(report.updated)
    for path in report.written:
        out.print(f"  {'update' if path in updated else 'create'}  {path}")
    for path in report.removed:
        out.print(f"  remove  {path}")


def _lines(report: ImportReport) -> list[str]:
    lines = [f"{one.what}: {one.folder}/" for one in report.brought]
    if report.turns and report.dry_run:
        are = "turn is" if report.turns == 1 else "turns are"
        lines.append(f"{report.turns} {are} well formed; nothing was recorded")
    elif report.turns:
        counts = (
            ("added", report.added),
            ("unchanged", report.unchanged),
            ("amended", report.amended),
            ("deleted", report.deleted),
            ("refused", report.refused),
            ("incognito", report.incognito),
        )
        told = ", ".join(f"{number} {word}" for word, number in counts if number)
        turns = "turn" if report.turns == 1 else "turns"
        lines.append(f"{report.turns} {turns}: {told}")
    fates = (
        ("to write" if report.dry_run else "written", len(report.written) - len(report.updated)),
        ("to update" if report.dry_run else "updated", len(report.updated)),
        ("to remove" if report.dry_run else "removed", len(report.removed)),
        ("unchanged", len(report.same)),
        ("kept", len(report.kept) + len(report.gone)),
    )
    if told := ", ".join(f"{number} {word}" for word, number in fates if number):
        lines.append(f"files: {told}")
    return lines or ["nothing to import"]
