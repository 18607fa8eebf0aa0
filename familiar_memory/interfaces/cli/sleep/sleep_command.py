"""`familiar sleep`: what is done to a memory at night, now."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.moments import ACCEPTED, read_moment
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from familiar_memory.life.sleep.report import SleepReport, SleepStatus

__all__ = ["sleep"]

_PARTIAL = 3


@command(
    "sleep",
    "familiar sleep",
    "familiar sleep --dry-run",
    "familiar sleep --step consolidate",
    "familiar sleep --since 2026-02-01",
    "familiar sleep --status",
)
def sleep(
    ctx: typer.Context,
    step: Annotated[
        list[str] | None,
        typer.Option(
            "--step",
            metavar="STEP",
            help="Only this step, also if it is switched off; can be given several times.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be done; change nothing.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            help="Go back: read days and rooms anew from a day on (2026-02-01), or from some time "
            "ago (3d).",
        ),
    ] = None,
    status: Annotated[
        bool, typer.Option("--status", help="Show the last nights, and when the next ones are due.")
    ] = False,
) -> None:
    """Run the nightly steps now: days, curation, merging, proposals, retention."""
    run = Run(ctx)
    if status and (dry_run or step or since):
        raise UsageError("--status was given with --step, --since or --dry-run", "--status alone")
    if status:
        _show_status(run)
    else:
        _sleep(run, step or [], since, dry_run=dry_run)


def _sleep(run: Run, steps: Sequence[str], since: str | None, *, dry_run: bool) -> None:
    from familiar_memory.interfaces.cli.sleep.sleep_progress import steps_shown
    from familiar_memory.interfaces.cli.sleep.sleep_view import reports_json, show_reports

    async def work(opened: Opened) -> Sequence[SleepReport]:
        setup = opened.parts.setup
        zone, now = setup.settings.zone, setup.clock.now()
        moment = None if since is None else read_moment(since, zone, now)
        if moment is not None and moment >= now:
            raise UsageError(f"{since!r} is not in the past", ACCEPTED)
        with steps_shown(run.out) as begins:
            return await opened.familiar.sleep.run(
                steps, dry_run=dry_run, since=moment, begins=begins
            )

    reports = run.do(work, settled=True)
    run.tell(reports, show_reports, reports_json)
    for problem in dict.fromkeys(report.unposted for report in reports if report.unposted):
        run.out.notice(problem, "yellow")
    if any(report.failed for report in reports):
        raise typer.Exit(_PARTIAL)


def _show_status(run: Run) -> None:
    from familiar_memory.interfaces.cli.sleep.nights_view import show_nights

    async def look(opened: Opened) -> tuple[SleepStatus, tzinfo, datetime, bool]:
        setup = opened.parts.setup
        status = await opened.familiar.sleep.status()
        settings = setup.settings
        return status, settings.zone, setup.clock.now(), settings.memory.is_incognito

    found, zone, now, is_incognito = run.do(look)
    run.tell(found, partial(show_nights, zone=zone, now=now, is_incognito=is_incognito))
