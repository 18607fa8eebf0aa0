"""How a note looks, now and then, and the tree of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.output import visible

if TYPE_CHECKING:
    from familiar_memory.inspection.notes.listing import Listing
    from familiar_memory.inspection.notes.past import PastNote
    from familiar_memory.inspection.notes.shown import ShownNote
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_listing", "show_note", "show_past"]


def show_note(note: ShownNote, out: Output, *, raw: bool = False) -> None:
    """Print one note: rendered for a person, byte for byte for a pipe."""
    if raw or not out.is_rich:
        out.raw(note.text)
    else:
        _print_rendered(note.text, out)


def show_past(past: PastNote, out: Output, *, raw: bool) -> None:
    """The same for a note as it was; a person is told since when."""
    if raw or not out.is_rich:
        out.raw(past.text)
    else:
        other = "" if past.path == past.named else f" ({past.named} by now)"
        out.notice(f"{past.path}{other} as it was from {past.since:%Y-%m-%d %H:%M} on", "dim")
        _print_rendered(past.text, out)


def show_listing(listing: Listing, out: Output) -> None:
    """A tree for a person, aligned columns for a pipe."""
    if out.is_rich:
        from familiar_memory.interfaces.cli.notes.note_tree import draw_tree

        out.print(draw_tree(listing.root, listing.notes))
    elif listing.notes:
        rows = [(note.path, str(note.size), note.reason or note.title) for note in listing.notes]
        out.table(("path", ">bytes", "title"), rows)


def _print_rendered(text: str, out: Output) -> None:
    # A pipe has the bytes, and does not wait for what renders them.
    from rich.markdown import Markdown

    out.print(Markdown(visible(text), hyperlinks=False))
