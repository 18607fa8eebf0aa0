"""`familiar index` status, update, rebuild and verify."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.interfaces.json_values.reports import Updated
    from familiar_memory.sync.report import SyncReport

__all__ = ["rebuild", "status", "update", "verify"]

_FINDINGS = 1
_PARTIAL = 3


@command("status", "familiar index status")
def status(ctx: typer.Context) -> None:
    """Show what is in the index, how it was built, and what is missing."""
    from familiar_memory.inspection.index_state import index_state
    from familiar_memory.interfaces.cli.upkeep.index_view import show_state

    run = Run(ctx)
    run.tell(run.ask(index_state), show_state)


@command(
    "update",
    "familiar index update",
    "familiar index update topics/tea.md people",
    "familiar index update discord-lantern.tavern/m1",
)
def update(
    ctx: typer.Context,
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH|REF…", help="Notes, folders, or refs of turns. Default: everything."
        ),
    ] = None,
    accept_removals: Annotated[
        bool,
        typer.Option("--accept-removals", help="Also drop documents that vanished all at once."),
    ] = False,
) -> None:
    """Bring the index up to date.

    Exit code 3 when a document cannot be indexed; the others are.
    """
    import asyncio

    from familiar_memory.inspection.notes.targets import update_named
    from familiar_memory.interfaces.cli.upkeep.index_view import Updated, show_update
    from familiar_memory.interfaces.json_values.reports import update_json

    run = Run(ctx)
    if targets and accept_removals:
        raise UsageError(
            "--accept-removals applies to everything, so it takes no names",
            "leave out the names, or the option",
        )

    async def work(opened: Opened) -> Updated:
        if targets:
            done = await asyncio.to_thread(update_named, opened.parts, targets)
            return _named(opened, Updated(*done))
        with run.out.progress("indexing") as progress:
            sync_all = opened.parts.indexing.synchroniser.sync_all
            report = await asyncio.to_thread(sync_all, progress, allow_mass_removal=accept_removals)
            return _named(opened, Updated(report))

    done = run.do(work)
    run.tell(done, show_update, update_json)
    if done.report.failed:
        raise typer.Exit(_PARTIAL)


def _named(opened: Opened, done: Updated) -> Updated:
    """What was done, with notes named by where they stand."""
    path_of = opened.parts.files.register.last_path
    changes = done.documents
    if changes is not None:
        changes = [replace(one, key=path_of(one.key)) for one in changes]
    return done._replace(report=done.report.named(path_of), documents=changes)


@command("rebuild", "familiar index rebuild")
def rebuild(
    ctx: typer.Context,
    accept_removals: Annotated[
        bool,
        typer.Option("--accept-removals", help="Also drop documents that vanished all at once."),
    ] = False,
) -> None:
    """Delete the index and build it again from notes and messages; nothing is lost.

    Exit code 3 when a document cannot be indexed, or when most notes have vanished: then
    nothing is done.
    """
    from familiar_memory.interfaces.cli.upkeep.index_view import show_report

    run = Run(ctx)

    async def work(opened: Opened) -> SyncReport:
        with run.out.progress("rebuilding") as progress:
            done = await opened.familiar.index.rebuild(progress, accept_removals=accept_removals)
            return done.named(opened.parts.files.register.last_path)

    report = run.do(work)
    run.tell(report, show_report)
    if report.failed or report.held:
        raise typer.Exit(_PARTIAL)


@command("verify", "familiar index verify")
def verify(ctx: typer.Context) -> None:
    """Build a second index and compare it with the live one.

    Exit code 1 when they differ.
    """
    from familiar_memory.interfaces.cli.upkeep.index_view import show_verdict
    from familiar_memory.interfaces.json_values.reports import verify_json
    from familiar_memory.sync.verify import VerifyReport

    run = Run(ctx)

    async def work(opened: Opened) -> VerifyReport:
        with run.out.progress("verifying") as progress:
            return await opened.familiar.index.verify(progress)

    report = run.do(work, settled=True)
    run.tell(report, show_verdict, verify_json)
    if not report.same:
        raise typer.Exit(_FINDINGS)
