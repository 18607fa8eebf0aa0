"""`familiar export`: what is in memory as a file that others read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_export_formats
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["export"]


@command(
    "export",
    "familiar export card -o ember.png",
    "familiar export card -o ember.png --set audience=everyone",
    "familiar export lorebook --book tavern -o tavern.json",
    "familiar export lorebook --form v3 -o tavern.json",
    "familiar export tree -o backup.zip",
    "familiar export person --person rowan -o rowan.md",
)
def export(
    ctx: typer.Context,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            help="lorebook, card, tree, records or person.",
            autocompletion=complete_export_formats,
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ],
    book: Annotated[
        str | None, typer.Option("--book", metavar="NAME", help="Which lorebook.")
    ] = None,
    person: Annotated[
        str | None, typer.Option("--person", metavar="NAME", help="Whose notes: a slug or a name.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--form",
            metavar="FORM",
            help="Format of a lorebook: original, worldinfo, v2 or v3. Default: the one it came"
            " in.",
        ),
    ] = None,
    image: Annotated[
        Path | None, typer.Option("--image", metavar="PNG", help="The picture to use for a card.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting for the exporter: audience=everyone leaves out what is not for"
            " everyone.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Export a lorebook, a card, or notes to a file.

    What came from SillyTavern goes back unchanged, except for your edits.

    The file is complete; parts of a card or a lorebook that are not for everyone are listed.
    """
    from familiar_memory.interfaces.cli.keep.export_view import Exported, show_export, told
    from familiar_memory.interfaces.json_values.reports import export_json
    from familiar_memory.transfer.exporter import ExportOptions
    from familiar_memory.transfer.options import configured
    from familiar_memory.transfer.registry import choose_exporter, find_exporters
    from familiar_memory.transfer.tree_reader import StoreReader
    from familiar_memory.transfer.write_out import check_output, write_out

    run = Run(ctx)
    out = run.out
    exporter = configured(choose_exporter(find_exporters(), kind), settings or ())
    check_output(output, force=force)

    async def work(opened: Opened) -> Exported:
        parts = opened.parts
        options = ExportOptions(
            output,
            parts.answering.name,
            book=book,
            person=person,
            form=form,
            image=image,
            default_audience=parts.setup.settings.audience.default,
            vocabulary=parts.setup.vocabulary,
        )
        made = exporter.export(StoreReader(parts.store), options)
        if not out.is_json:
            # Before there is a file that somebody may upload.
            for one in made.confidences:
                out.notice(told(one), "yellow")
        return Exported(kind, output, write_out(output, made.pieces), made)

    run.tell(run.do(work), show_export, export_json)
