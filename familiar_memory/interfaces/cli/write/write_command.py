"""`familiar write`: turn what was said into notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from datetime import tzinfo

    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.writer.writer_status import WriterStatus

__all__ = ["read_ids", "write"]

_PARTIAL = 3


@command(
    "write",
    "familiar write",
    "familiar write --dry-run --verbose",
    "familiar write --status",
    "familiar write --replay 12",
)
def write(
    ctx: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be written; write nothing.")
    ] = False,
    status: Annotated[
        bool,
        typer.Option("--status", help="Show what waits, what failed and why; write nothing."),
    ] = False,
    replay: Annotated[
        list[str] | None,
        typer.Option("--replay", metavar="ID|all", help="Write up a batch that was put aside."),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="Show why proposals were not applied; with --status, what the model said.",
        ),
    ] = False,
) -> None:
    """Turn unprocessed messages into notes."""
    run, ids = Run(ctx), read_ids(replay or [])
    if status + bool(replay) + dry_run > 1:
        raise UsageError(
            "--status, --replay and --dry-run were given together", "one of them at a time"
        )
    if status:
        _show_status(run, verbose=verbose)
    elif replay:
        _write_again(run, ids, verbose=verbose)
    else:
        _write(run, dry_run=dry_run, verbose=verbose)


def read_ids(given: Sequence[str]) -> tuple[int, ...] | None:
    """The ids of batches, as they were typed; None for all.

    Raises:
        UsageError: it is neither a number nor `all`.
    """
    if "all" in given:
        return None
    for one in given:
        if not (one.isascii() and one.isdigit()):
            raise UsageError(
                f"{one!r} is no id of a batch",
                "a number that `familiar write --status` shows, or all",
            )
    return tuple(map(int, given))


def _write(run: Run, *, dry_run: bool, verbose: bool) -> None:
    from familiar_memory.inspection.writer.written import written
    from familiar_memory.interfaces.cli.write.write_view import show_written
    from familiar_memory.interfaces.cli.write.writing import run_writer
    from familiar_memory.writers.report import WriteReport

    async def work(opened: Opened) -> WriteReport:
        return await run_writer(opened.familiar, run.out, dry_run=dry_run)

    report = run.do(work)
    run.tell(written(report), partial(show_written, verbose=verbose))
    if not report.is_complete:
        raise typer.Exit(_PARTIAL)


def _show_status(run: Run, *, verbose: bool) -> None:
    from familiar_memory.inspection.writer.writer_status import writer_status
    from familiar_memory.interfaces.cli.write.status_view import show_status

    def look(parts: Parts) -> tuple[WriterStatus, tzinfo]:
        return writer_status(parts), parts.setup.settings.zone

    status, zone = run.ask(look)
    run.tell(status, partial(show_status, zone=zone, verbose=verbose))


def _write_again(run: Run, ids: tuple[int, ...] | None, *, verbose: bool) -> None:
    from familiar_memory.inspection.writer.written import written
    from familiar_memory.interfaces.cli.write.status_view import show_replayed
    from familiar_memory.interfaces.cli.write.writing import run_replay
    from familiar_memory.interfaces.json_values.encoder import as_json
    from familiar_memory.writers.retries.replay import Replay

    async def work(opened: Opened) -> Replay:
        return await run_replay(opened.familiar, run.out, ids)

    done = run.do(work)
    run.tell(
        done,
        partial(show_replayed, verbose=verbose),
        lambda value: {
            "put_back": as_json(value.ids),
            "left": as_json(value.left),
            "written": as_json(written(value.written)),
        },
    )
    if not done.written.is_complete:
        raise typer.Exit(_PARTIAL)
