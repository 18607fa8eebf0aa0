"""`familiar import`: bring in turns or notes from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_import_formats
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.frame.run import Run

if TYPE_CHECKING:
    from familiar_memory.transfer.report import ImportReport

__all__ = ["import_"]

_PARTIAL = 3


def _show_formats(ctx: typer.Context, wanted: bool) -> None:
    """List the importers, and their settings, and end."""
    if not wanted:
        return
    from familiar_memory.transfer.options import setting_names
    from familiar_memory.transfer.registry import find_importers

    out = Run(ctx).out
    found = [(one.name, one.describe, setting_names(one)) for one in find_importers().values()]
    if out.is_json:
        out.json([{"name": name, "reads": reads, "set": names} for name, reads, names in found])
    else:
        rows = [(name, reads, ", ".join(names)) for name, reads, names in found]
        out.table(("name", "reads", "--set"), rows)
    raise typer.Exit


@command(
    "import",
    "familiar import Ember.png                    # a SillyTavern card, with its lorebook",
    "familiar import tavern.json --as lorebook",
    "familiar import chat.jsonl",
    "familiar import ~/vault --dry-run            # what would be written, nothing else",
)
def import_(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="What to import.")],
    kind: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="FORMAT",
            help="card, lorebook, turns, … Default: detected.",
            autocompletion=complete_import_formats,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting for the importer; repeatable."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check everything, write nothing.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace notes that differ; the journal keeps the old ones."),
    ] = False,
    accept_removals: Annotated[
        bool,
        typer.Option(
            "--accept-removals",
            help="Remove notes even if more than half of a folder's are gone.",
        ),
    ] = False,
    _formats: Annotated[
        bool,
        typer.Option(
            "--formats",
            callback=_show_formats,
            is_eager=True,
            help="List the formats that can be read.",
        ),
    ] = False,
) -> None:
    """Import a card, a lorebook, a chat, or notes.

    Everything is read and checked before anything is written. Importing again updates what
    you have not edited, and lists what you have. Exit code 3 when something was left out
    because a note of your own, or a newer version, is in its place.
    """
    from familiar_memory.interfaces.cli.keep.import_view import show_import
    from familiar_memory.interfaces.cli.keep.importing import import_into
    from familiar_memory.interfaces.json_values.encoder import as_json
    from familiar_memory.interfaces.json_values.reports import import_json
    from familiar_memory.transfer.options import configured
    from familiar_memory.transfer.registry import choose_importer, find_importers

    run = Run(ctx)
    out = run.out
    importer = configured(choose_importer(find_importers(), path, kind), settings or ())
    report, cut = import_into(
        run, importer, path, dry_run=dry_run, force=force, accept_removals=accept_removals
    )
    if out.is_json:
        out.json(import_json(report) | {"cut": as_json(cut)})
    else:
        show_import(report, out)
        for one in cut:
            out.notice(f"{one.what}: {one.mend}", "yellow")
        _what_next(report, out)
    if report.foreign or report.outdated:
        raise typer.Exit(_PARTIAL)


def _what_next(report: ImportReport, out: Output) -> None:
    if report.dry_run:
        return
    if report.journal_batch:
        out.notice(f"`familiar undo {report.journal_batch}` removes the imported notes again")
    if report.added or report.amended:
        out.notice("`familiar write` turns what was said into notes")
