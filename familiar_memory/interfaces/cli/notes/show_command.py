"""`familiar show`: one note as it stands, or the tree of all."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from familiar_memory.interfaces.cli.frame.commands import command
from familiar_memory.interfaces.cli.frame.completion import complete_notes
from familiar_memory.interfaces.cli.frame.moments import read_moment
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["show"]

_NOTHING = 1


@command(
    "show",
    "familiar show",
    "familiar show Rowan --raw",
    "familiar show people/Rowan --as-of 2026-02-03",
)
def show(
    ctx: typer.Context,
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A note, by path, name or id; or a folder. Default: all.",
            autocompletion=complete_notes,
        ),
    ] = "",
    raw: Annotated[bool, typer.Option("--raw", help="The raw text, on a terminal too.")] = (False),
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="DATE",
            help="The note as it was: at the end of that day, month or year, at an instant,"
            " or 3d ago.",
        ),
    ] = None,
) -> None:
    """Print one note, or the tree of notes with their sizes and titles."""
    from familiar_memory.assembly.parts import Parts
    from familiar_memory.inspection.named import named_ever, named_place
    from familiar_memory.inspection.notes.listing import Listing, list_notes
    from familiar_memory.inspection.notes.past import PastNote, past_note
    from familiar_memory.inspection.notes.shown import ShownNote, shown_note
    from familiar_memory.interfaces.cli.notes.note_view import show_listing, show_note, show_past
    from familiar_memory.interfaces.json_values.notes import listing_json, past_json

    def asked(parts: Parts) -> PastNote | ShownNote | Listing:
        if as_of is not None:
            moment = read_moment(
                as_of, parts.setup.settings.zone, parts.setup.clock.now(), at_end=True
            )
            return past_note(parts, named_ever(parts, path), moment)
        where = named_place(parts, path)
        if where and not parts.store.stat(where).is_dir:
            return shown_note(parts.store, where)
        return list_notes(parts.store, parts.reading.notes, where)

    run = Run(ctx)
    # The past is told from the journal, which learns of an editor's saves by looking.
    found = run.ask(asked, settled=as_of is not None)
    if isinstance(found, PastNote):
        run.tell(found, partial(show_past, raw=raw), past_json)
    elif isinstance(found, ShownNote):
        run.tell(found, partial(show_note, raw=raw))
    else:
        run.tell(found, show_listing, listing_json)
        for unreadable, reason in found.unreadable:
            run.out.notice(f"cannot be listed: {unreadable}: {reason}", "red")
        if not found.notes:
            run.out.notice(
                f"there are no notes in {path}"
                if path
                else "there are no notes yet: `familiar write` creates them from what was said"
            )
            raise typer.Exit(_NOTHING)
