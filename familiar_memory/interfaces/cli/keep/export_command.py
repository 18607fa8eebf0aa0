"""`familiar export`: what is in memory as a file that others read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from familiar_memory.errors import UsageError
from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_export_formats
from familiar_memory.interfaces.cli.frame.opened import Opened
from familiar_memory.interfaces.cli.frame.output import Output
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["export"]

_STDOUT = "-"


@command(
    "export",
    "familiar export card -o ember.png",
    "familiar export card -o ember.png --set audience=everyone",
    "familiar export lorebook --book tavern -o tavern.json",
    "familiar export lorebook --form v3 -o tavern.json",
    "familiar export tree -o backup.zip",
    "familiar export person Rowan -o rowan.md",
    "familiar export person Rowan --json",
    "familiar export person --person rowan -o rowan.md",
    "familiar export records | jq .text",
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
    who: Annotated[
        str | None,
        typer.Argument(
            metavar="WHO",
            help="Of person: whom. All that is known of them, to hand over: messages too.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "--to",
            "-o",
            metavar="FILE|-",
            help="Where to write it; - writes to stdout. Default: stdout, where that is piped and"
            " it is text.",
        ),
    ] = None,
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
    all_rooms: Annotated[
        bool,
        typer.Option("--all-rooms", help="Of WHO: also what others said where they were not."),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Export a lorebook, a card, or notes to a file.

    What came from SillyTavern goes back unchanged, except for your edits.

    The file is complete; parts of a card or a lorebook that are not for everyone are listed.
    """
    from familiar_memory.interfaces.cli.keep.export_view import (
        Exported,
        show_export,
        told,
        told_remarks,
    )
    from familiar_memory.interfaces.json_values.reports import export_json
    from familiar_memory.transfer.exporter import ExportOptions
    from familiar_memory.transfer.options import configured
    from familiar_memory.transfer.registry import choose_exporter, find_exporters
    from familiar_memory.transfer.tree_reader import StoreReader
    from familiar_memory.transfer.write_out import check_output, write_out

    run = Run(ctx)
    out = run.out
    if who is not None:
        if kind != "person" or person is not None:
            raise UsageError(
                f"{who!r} was given beside {'--person' if kind == 'person' else kind}",
                "familiar export person WHO",
            )
        _hand_over(run, who, output, all_rooms=all_rooms, force=force)
        return
    exporter = configured(choose_exporter(find_exporters(), kind), settings or ())
    text_ending: str = getattr(exporter, "text_ending", "")
    file = _file(output, text_ending, out)
    if file is not None:
        check_output(file, force=force)

    async def work(opened: Opened) -> Exported | None:
        parts = opened.parts
        options = ExportOptions(
            file or Path(f"stdout{text_ending or getattr(exporter, 'ending', '')}"),
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
        if file is None:
            for piece in made.pieces:
                sys.stdout.buffer.write(piece)
            for remark in told_remarks(made):
                out.notice(remark)
            return None
        return Exported(kind, file, write_out(file, made.pieces), made)

    done = run.do(work)
    if done is not None:
        run.tell(done, show_export, export_json)


def _hand_over(run: Run, who: str, output: Path | None, *, all_rooms: bool, force: bool) -> None:
    """Everything that is known of a person: JSON where that is asked for, by option or by name."""
    import json

    from familiar_memory.inspection.room_labels import labels_of
    from familiar_memory.interfaces.cli.keep.dossier_view import dossier_markdown
    from familiar_memory.interfaces.json_values.encoder import as_json
    from familiar_memory.transfer.write_out import check_output, write_out

    out = run.out
    file = None if output is None or str(output) == _STDOUT else output
    if file is not None:
        check_output(file, force=force)

    async def work(opened: Opened) -> str:
        known = await opened.familiar.people.dossier(who, is_all=all_rooms)
        if known.left_out:
            out.notice(
                f"{known.left_out:,} lines and messages of others are left out, from rooms in which"
                " they have not spoken: --all-rooms has them too"
            )
        for path in known.unread:
            out.notice(
                f"{path} could not be read: what it says is missing; `familiar doctor` says why"
            )
        if out.is_json or (file is not None and file.suffix.lower() == ".json"):
            return json.dumps(as_json(known), ensure_ascii=False, indent=2) + "\n"
        zone = opened.parts.setup.settings.zone
        day = opened.familiar.now().astimezone(zone).date()
        rooms = labels_of(opened.parts.files.history.places())
        return dossier_markdown(known, opened.familiar.name, day, zone, rooms)

    text = run.do(work, settled=True)
    if file is None:
        out.raw(text)
    else:
        size = write_out(file, (text.encode(),))
        out.notice(f"{file}: {size:,} bytes")


def _file(output: Path | None, text_ending: str, out: Output) -> Path | None:
    """Where to write; None for stdout, where that can hold it.

    Raises:
        UsageError: it cannot: a terminal is no place for bytes, nor JSON's report for both.
    """
    if output is not None and str(output) != _STDOUT:
        return output
    accepted = "a file: -o FILE"
    if out.is_json:
        raise UsageError("--json reports on a file, and none was given", accepted)
    is_watched = sys.stdout.isatty()
    if output is None and (is_watched or not text_ending):
        also = ", or -o - for stdout" if text_ending or not is_watched else ""
        raise UsageError("no file was given", f"{accepted}{also}")
    if is_watched and not text_ending:
        raise UsageError("a terminal cannot show what is no text", f"{accepted}, or a pipe")
    return None
