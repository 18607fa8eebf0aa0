"""`familiar index update`: bring the index up to date, wholly or for what is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from familiar_memory.familiar import Familiar
    from familiar_memory.sync.changes.document_change import DocumentChange
    from familiar_memory.sync.report import SyncReport

__all__ = ["print_report", "register_update", "report_json"]

_PARTIAL = 3
_EXAMPLES = examples(
    "familiar index update",
    "familiar index update topics/tea.md people",
    "familiar index update discord-lantern.tavern/m1",
)


def register_update(group: typer.Typer) -> None:
    """Add the command to the group `index`."""
    group.command("update", cls=FamiliarCommand, epilog=_EXAMPLES)(_update)


def _update(
    ctx: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH|REF…", help="Notes, folders, or refs of turns. Default: everything."
        ),
    ] = None,
    accept_removals: Annotated[
        bool,
        typer.Option("--accept-removals", help="Let go of documents that vanished all at once."),
    ] = False,
) -> None:
    """Bring the index up to date.

    Exit code 3 when a document cannot be indexed; the others are.
    """
    import asyncio

    from familiar_memory.interfaces.cli.frame.opening import tell_sync, with_familiar

    call = invocation(ctx)
    out = Output(call)
    if targets and accept_removals:
        raise UsageError(
            "--accept-removals looks at everything, so it takes no names",
            "leave out the names, or the option",
        )

    async def work(familiar: Familiar) -> tuple[SyncReport, Sequence[DocumentChange] | None]:
        if targets:
            return await asyncio.to_thread(_update_named, familiar, targets)
        with out.progress("indexing") as progress:
            report = await asyncio.to_thread(
                familiar.parts.synchroniser.sync_all, progress, allow_mass_removal=accept_removals
            )
            return report, None

    report, changes = with_familiar(call, out, work)
    if out.is_json:
        named = (
            None if changes is None else [{"path": c.key, "what": c.what.value} for c in changes]
        )
        out.json(report_json(report) | ({} if named is None else {"documents": named}))
    else:
        for change in changes or ():
            out.print(f"{change.what.value:<7}  {change.key}")
        print_report(report, out)
        tell_sync(report, out)
    if report.failed:
        raise typer.Exit(_PARTIAL)


def _update_named(
    familiar: Familiar, given: Sequence[str]
) -> tuple[SyncReport, Sequence[DocumentChange]]:
    """Update what is named; beside the counts, what has changed in the index by it."""
    from familiar_memory.interfaces.cli.upkeep.index_targets import targets_of
    from familiar_memory.sync.report import SyncReport

    parts = familiar.parts
    feed = parts.synchroniser.changes
    targets = targets_of(familiar, given)
    total, changes = SyncReport(), []
    for source, wanted in (
        (parts.notes.name, targets.notes),
        (parts.conversation.name, targets.sessions),
    ):
        if not wanted:
            continue
        keys = list(wanted)
        start = feed.cursor()
        report = parts.synchroniser.update(source, keys)
        changes += feed.net_since(start, source, keys, report.failed)
        total += report
    return total, changes


def report_json(report: SyncReport) -> dict[str, object]:
    """A report with the keys that programs rely on."""
    return {
        "added": report.added,
        "changed": report.changed,
        "touched": report.touched,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "failed": report.failed,
        "held": list(report.held),
    }


def print_report(report: SyncReport, out: Output) -> None:
    """The counts of a sync, on one line or as JSON."""
    if out.is_json:
        out.json(report_json(report))
        return
    out.print(
        f"{report.added} added, {report.changed} changed, {report.removed} removed,"
        f" {report.unchanged + report.touched} unchanged, {len(report.failed)} failed"
    )
