"""`familiar export`: what is in memory as a file that others read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, size_text

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.transfer.exporter import Confidence, Export

__all__ = ["register"]

_EXAMPLES = examples(
    "familiar export card -o ember.png",
    "familiar export card -o ember.png --set audience=everyone",
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
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of the exporter: audience=everyone leaves out what is for fewer.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file.")] = False,
) -> None:
    """Write a file for others: a lorebook, a card, or notes.

    What came from SillyTavern goes back as it came, but for what you have changed.

    The file is complete; what in a card or a lorebook is not for everyone is listed.
    """
    from familiar_memory.interfaces.cli.frame.opening import with_familiar
    from familiar_memory.transfer.options import configured
    from familiar_memory.transfer.registry import choose_exporter, find_exporters
    from familiar_memory.transfer.tree_reader import StoreReader
    from familiar_memory.transfer.write_out import check_output, write_out

    call = invocation(ctx)
    out = Output(call)
    exporter = configured(choose_exporter(find_exporters(), kind), settings or ())
    check_output(output, force=force)

    async def work(familiar: Familiar) -> tuple[Export, int]:
        options = replace(
            familiar.export_options(output), book=book, person=person, form=form, image=image
        )
        export = exporter.export(StoreReader(familiar.store), options)
        if not out.is_json:
            # Before there is a file that somebody may upload.
            for one in export.confidences:
                out.notice(_told(one), "yellow")
        return export, write_out(output, export.pieces)

    export, size = with_familiar(call, out, work)
    if out.is_json:
        remarks = [{"location": one.location, "text": one.text} for one in export.remarks]
        told = [asdict(one) for one in export.confidences]
        out.json(
            {
                "exporter": kind,
                "file": str(output),
                "bytes": size,
                "remarks": remarks,
                "not_for_everyone": told,
            }
        )
        return
    out.print(f"{output}: {size_text(size)}{_in_all(export.confidences)}")
    for remark in export.remarks:
        out.notice(f"{remark.location}: {remark.text}" if remark.location else remark.text)


def _told(one: Confidence) -> str:
    """Which lines are for whom, and whether they go out."""
    lines = _lines(one.lines)
    what = f"the whole note ({lines})" if one.is_whole else lines
    fate = "left out" if one.is_left_out else "in the file"
    return f"{one.path}: only for {one.audience}, {fate}: {what}"


def _in_all(confidences: Sequence[Confidence]) -> str:
    if not confidences:
        return ""
    lines = _lines(sum(one.lines for one in confidences))
    number = len({one.path for one in confidences})
    notes = "1 note" if number == 1 else f"{number:,} notes"
    if confidences[0].is_left_out:
        return f", without {lines} of {notes} that are not for everyone"
    return (
        f", with {lines} of {notes} that are not for everyone"
        " (--set audience=everyone leaves them out)"
    )


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number:,} lines"
