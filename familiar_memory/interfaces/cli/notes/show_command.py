"""`familiar show`: one note as it stands, or the tree of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from familiar_memory.interfaces.cli.frame.invocation import invocation
from familiar_memory.interfaces.cli.frame.note_places import place_of
from familiar_memory.interfaces.cli.frame.options import FamiliarCommand, examples
from familiar_memory.interfaces.cli.frame.output import Output, visible
from familiar_memory.interfaces.cli.notes.show_past import show_past

if TYPE_CHECKING:
    from familiar_memory.familiar import Familiar
    from familiar_memory.interfaces.cli.notes.notes_listing import Listing

__all__ = ["register", "show_note"]

_EXAMPLES = examples(
    "familiar show",
    "familiar show people/discord-42.md --raw",
    "familiar show people/discord-42 --as-of 2026-02-03",
)
_NOTHING = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("show", cls=FamiliarCommand, epilog=_EXAMPLES)(_show)


def _show(
    ctx: typer.Context,
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A note or a folder. Default: the whole tree.")
    ] = "",
    raw: Annotated[bool, typer.Option("--raw", help="The text as it is, on a terminal too.")] = (
        False
    ),
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of",
            metavar="DATE",
            help="The note as it was: at the end of that day, at an instant, or 3d ago.",
        ),
    ] = None,
) -> None:
    """Print one note, or the tree of notes with their sizes and titles."""
    from familiar_memory.interfaces.cli.frame.opening import with_familiar

    call = invocation(ctx)
    out = Output(call)

    async def work(familiar: Familiar) -> bool:
        if as_of is not None:
            show_past(familiar, path, as_of, out, raw=raw)
            return True
        where = place_of(path, familiar.store.exists)
        if where and not familiar.store.stat(where).is_dir:
            show_note(familiar, where, out, raw=raw)
            return True
        return _show_tree(familiar, where, out)

    # The past is told from the journal, which learns of an editor's saves by looking.
    if not with_familiar(call, out, work, settled=as_of is not None):
        raise typer.Exit(_NOTHING)


def show_note(familiar: Familiar, path: str, out: Output, *, raw: bool = False) -> None:
    """Print one note: rendered for a person, byte for byte for a pipe."""
    text = familiar.store.read_file(path)
    if out.is_json:
        entry = familiar.store.stat(path)
        out.json(
            {
                "path": path,
                "size": entry.size,
                "modified": entry.modified.isoformat(),
                "revision": familiar.store.revision(path),
                "text": text,
            }
        )
    elif raw or not out.is_rich:
        out.raw(text)
    else:
        from rich.markdown import Markdown

        out.print(Markdown(visible(text), hyperlinks=False))


def _show_tree(familiar: Familiar, folder: str, out: Output) -> bool:
    from familiar_memory.interfaces.cli.notes.notes_listing import list_notes

    listing = list_notes(familiar.store, familiar.parts.notes, folder)
    if out.is_json:
        out.json(_as_json(listing))
    elif out.is_rich:
        from familiar_memory.interfaces.cli.notes.note_tree import draw_tree

        out.print(draw_tree(str(familiar.store.root), listing.notes))
    elif listing.notes:
        rows = [(note.path, str(note.size), note.problem or note.title) for note in listing.notes]
        out.table(("path", ">bytes", "title"), rows)
    for path, reason in listing.unreadable:
        out.notice(f"cannot be listed: {path}: {reason}", "red")
    if not listing.notes:
        out.notice("there are no notes yet: `familiar write` makes them from what was said")
    return bool(listing.notes)


def _as_json(listing: Listing) -> dict[str, object]:
    return {
        "notes": [
            {
                "path": note.path,
                "size": note.size,
                "modified": note.modified.isoformat(),
                "title": note.title,
                "problem": note.problem,
            }
            for note in listing.notes
        ],
        "unreadable": [{"path": path, "reason": reason} for path, reason in listing.unreadable],
    }
