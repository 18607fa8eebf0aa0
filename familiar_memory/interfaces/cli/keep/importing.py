"""One import for one command: checked before the familiar is opened, then run."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path

from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.progress import Progress
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.opening import settle
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.frame.run import Run
from familiar_memory.life.admission.turns import Admission
from familiar_memory.maintenance.forget.tombstones import Tombstones
from familiar_memory.recall.parts.prompt_room import Shortage, shortages
from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.reading.counted_file import watch_reading
from familiar_memory.transfer.report import ImportReport
from familiar_memory.transfer.staging.destination import Destination
from familiar_memory.transfer.staging.refusing import refusing
from familiar_memory.transfer.staging.run import run_import
from familiar_memory.transfer.staging.stage import Staged, stage
from familiar_memory.transfer.tree_reader import tree_at

__all__ = ["import_into"]


def import_into(
    run: Run,
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
    staged = _staged(run, importer, path)

    async def work(opened: Opened) -> tuple[ImportReport, list[Shortage]]:
        if not dry_run:
            opened.familiar.parts.files.refuse_read_only()
        report = await _import(
            opened,
            run.out,
            staged,
            path.name,
            dry_run=dry_run,
            force=force,
            accept_removals=accept_removals,
        )
        return report, await asyncio.to_thread(_shortages, opened, report)

    return run.do(work)


def _staged(run: Run, importer: Importer, path: Path) -> Staged:
    """Read and check all of it: a file that cannot be used is reported without delay."""
    paths = FamiliarPaths(run.call.home_folder(), run.call.familiar_id())
    paths.require()
    settings = load_settings(paths)
    with run.out.progress("checking", in_bytes=True) as progress, _watched(progress):
        cap = settings.store.max_file_bytes
        admitted = refusing(importer, Tombstones(paths.root))
        return stage(admitted, path, max_file_bytes=cap, tree=tree_at(paths.memory))


def _shortages(opened: Opened, report: ImportReport) -> list[Shortage]:
    """For what has just come in: later it is for doctor to say."""
    if report.dry_run or not report.brought:
        return []
    parts = opened.parts
    given = parts.setup.settings
    return list(shortages(parts.store, given.recall.caps, given.lore.budget_tokens))


def _watched(progress: Progress | None) -> AbstractContextManager[None]:
    """Show how far a file is read; nothing where nobody watches."""
    return nullcontext() if progress is None else watch_reading(progress)


async def _import(
    opened: Opened,
    out: Output,
    staged: Staged,
    what: str,
    *,
    dry_run: bool,
    force: bool,
    accept_removals: bool,
) -> ImportReport:
    files = opened.parts.files
    into = Destination(
        partial(Admission(opened.parts).admit, keep=files.history.record_many),
        files.store,
        make_private=files.history.make_private,
        known=files.journal,
        signs=files.journal.signs,
    )
    with out.progress("importing") as progress:
        report = await asyncio.to_thread(
            run_import,
            staged,
            into,
            force=force,
            accept_removals=accept_removals,
            dry_run=dry_run,
            progress=progress,
            what=what,
        )
    if report.added or report.amended or report.deleted:
        # All at once: a session that grew over many batches is looked at one time only.
        await settle(opened, out)
    return report
