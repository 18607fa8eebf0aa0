"""`familiar import`: bring in turns or notes from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.invocation import Invocation, invocation
from familiar_memory.interfaces.cli.output import Output
from familiar_memory.interfaces.cli.shared import FamiliarCommand, examples

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.transfer.importer import Importer
    from familiar_memory.transfer.report import ImportReport

__all__ = ["import_from", "register"]

_EXAMPLES = examples(
    "familiar import chat.jsonl",
    "familiar import ~/vault --as markdown --dry-run",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import", cls=FamiliarCommand, epilog=_EXAMPLES)(_import)


def _import(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="What to bring in.")],
    kind: Annotated[
        str | None,
        typer.Option("--as", metavar="FORMAT", help="turns or markdown. Default: by its look."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check everything, write nothing.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace notes that differ; the journal has the old.")
    ] = False,
) -> None:
    """Bring in turns (JSON lines) or notes (Markdown).

    Everything is read and checked before the first write. Running it again changes nothing.
    """
    from familiar_memory.interfaces.cli.import_view import import_json, show_import
    from familiar_memory.interfaces.cli.opening import with_familiar
    from familiar_memory.transfer.registry import choose_importer, find_importers

    call = invocation(ctx)
    out = Output(call)
    importer = choose_importer(find_importers(), path, kind)

    async def work(familiar: Familiar) -> ImportReport:
        return await import_from(familiar, out, importer, path, dry_run=dry_run, force=force)

    report = with_familiar(call, out, work)
    if out.is_json:
        out.json(import_json(report))
    else:
        show_import(report, out)
        _what_next(report, call, out)


async def import_from(
    familiar: Familiar,
    out: Output,
    importer: Importer,
    path: Path,
    *,
    dry_run: bool = False,
    force: bool = False,
) -> ImportReport:
    """Stage and run one import, off the event loop."""
    import asyncio

    from familiar_memory.transfer.run import run_import
    from familiar_memory.transfer.stage import stage

    loop = asyncio.get_running_loop()
    staged = await asyncio.to_thread(
        stage, importer, path, max_file_bytes=familiar.store.limits.max_file_bytes
    )
    with out.progress("importing") as progress:
        return await asyncio.to_thread(
            run_import,
            staged,
            lambda turns: asyncio.run_coroutine_threadsafe(
                familiar.record_many(turns), loop
            ).result(),
            familiar.store,
            changes_of=familiar.journal.entries_of,
            force=force,
            dry_run=dry_run,
            progress=progress,
        )


def _what_next(report: ImportReport, call: Invocation, out: Output) -> None:
    if (report.added or report.amended) and not report.dry_run:
        out.notice("`familiar write` turns what was said into notes")
