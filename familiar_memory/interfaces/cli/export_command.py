"""`familiar export`: what is in memory as a file that others read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.invocation import invocation
from familiar_memory.interfaces.cli.output import Output, size_text
from familiar_memory.interfaces.cli.shared import FamiliarCommand, examples

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.transfer.exporter import Export

__all__ = ["register"]

_EXAMPLES = examples(
    "familiar export card -o ember.png",
    "familiar export lorebook --book tavern -o tavern.json",
    "familiar export lorebook --form v3 -o tavern.json",
    "familiar export tree -o backup.zip",
    "familiar export person --person rowan -o rowan.md",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export", cls=FamiliarCommand, epilog=_EXAMPLES)(_export)


def _export(
    ctx: typer.Context,
    kind: Annotated[
        str, typer.Argument(metavar="WHAT", help="lorebook, card, tree, records or person.")
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
            help="Of a lorebook: original, worldinfo, v2 or v3. Default: as it came.",
        ),
    ] = None,
    image: Annotated[
        Path | None, typer.Option("--image", metavar="PNG", help="The picture of a card.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file.")] = False,
) -> None:
    """Write a file for others: a lorebook, a card, or notes.

    What came from SillyTavern goes back as it came, but for what you have changed.
    """
    from familiar_memory.interfaces.cli.opening import with_familiar
    from familiar_memory.transfer.registry import choose_exporter, find_exporters
    from familiar_memory.transfer.tree_reader import StoreReader
    from familiar_memory.transfer.write_out import check_output, write_out

    call = invocation(ctx)
    out = Output(call)
    exporter = choose_exporter(find_exporters(), kind)
    check_output(output, force=force)

    async def work(familiar: Familiar) -> tuple[Export, int]:
        options = replace(
            familiar.export_options(output), book=book, person=person, form=form, image=image
        )
        export = exporter.export(StoreReader(familiar.store), options)
        return export, write_out(output, export.pieces)

    export, size = with_familiar(call, out, work)
    if out.is_json:
        remarks = [{"location": one.location, "text": one.text} for one in export.remarks]
        out.json({"exporter": kind, "file": str(output), "bytes": size, "remarks": remarks})
        return
    out.print(f"{output}: {size_text(size)}")
    for remark in export.remarks:
        out.notice(f"{remark.location}: {remark.text}" if remark.location else remark.text)
