"""One import for one command: checked before the familiar is opened, then run."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import Output, Progress

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.recall.parts.prompt_room import Shortage
    from familiar_memory.transfer.importer import Importer
    from familiar_memory.transfer.report import ImportReport
    from familiar_memory.transfer.staging.stage import Staged

__all__ = ["import_into"]


def import_into(
    call: Invocation,
    out: Output,
    importer: Importer,
    path: Path,
    *,
    dry_run: bool = False,
    force: bool = False,
    accept_removals: bool = False,
) -> tuple[ImportReport, list[Shortage]]:
    """Import a file into the chosen familiar, with a bar for each of the two passes.

    Beside the report: what of a card or of lore will be cut in prompts.
    """
    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    staged = _staged(call, out, importer, path)

    async def work(familiar: Familiar) -> tuple[ImportReport, list[Shortage]]:
        if not dry_run:
            familiar.refuse_read_only()
        report = await _run(
            familiar,
            out,
            staged,
            path.name,
            dry_run=dry_run,
            force=force,
            accept_removals=accept_removals,
        )
        return report, await asyncio.to_thread(_shortages, familiar, report)

    return with_familiar(call, out, work)


def _staged(call: Invocation, out: Output, importer: Importer, path: Path) -> Staged:
    """Read and check all of it: a file that cannot be used is told of without delay."""
    from familiar_memory.config.load import load_settings
    from familiar_memory.config.paths import FamiliarPaths
    from familiar_memory.transfer.staging.stage import stage
    from familiar_memory.transfer.tree_reader import tree_at

    paths = FamiliarPaths(call.home_folder(), call.familiar_id())
    paths.require()
    settings = load_settings(paths)
    with out.progress("checking", in_bytes=True) as progress, _watched(progress):
        cap = settings.store.max_file_bytes
        return stage(importer, path, max_file_bytes=cap, tree=tree_at(paths.memory))


def _shortages(familiar: Familiar, report: ImportReport) -> list[Shortage]:
    """For what has just come in: later it is for doctor to say."""
    from familiar_memory.recall.parts.prompt_room import shortages

    if report.dry_run or not report.brought:
        return []
    given = familiar.parts.settings
    return list(shortages(familiar.store, given.recall.caps, given.lore.budget_tokens))


def _watched(progress: Progress | None) -> AbstractContextManager[None]:
    """Show how far a file is read; nothing where nobody watches."""
    from familiar_memory.transfer.reading.counted_file import watch_reading

    return nullcontext() if progress is None else watch_reading(progress)


async def _run(
    familiar: Familiar,
    out: Output,
    staged: Staged,
    what: str,
    *,
    dry_run: bool,
    force: bool,
    accept_removals: bool,
) -> ImportReport:
    from familiar_memory.interfaces.cli.frame.opening import settle
    from familiar_memory.transfer.staging.run import run_import

    with out.progress("importing") as progress:
        report = await asyncio.to_thread(
            run_import,
            staged,
            familiar.history.record_many,
            familiar.quiet_store,
            make_private=familiar.history.make_private,
            known=familiar.journal,
            force=force,
            accept_removals=accept_removals,
            dry_run=dry_run,
            progress=progress,
            signs=familiar.journal.signs,
            what=what,
        )
    if report.added or report.amended or report.deleted:
        # All at once: a session that grew over many batches is looked at one time only.
        await settle(familiar, out)
    return report
