"""How links look: a tree of the notes that they lead to, and a list of those that lead here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from familiar_memory.inspection.links.answer import BackLinks, LinkedNotes, NoteLink
    from familiar_memory.interfaces.cli.frame.output import Output

__all__ = ["show_back_links", "show_links"]

_STEP = "  "
_TOLD = {
    "renamed": "moved",
    "broken": "leads to no note",
    "file": "no note",
    "outside": "leads out of the memory, and is not followed",
}


def show_links(linked: LinkedNotes, out: Output, *, is_by_key: bool = False) -> None:
    """A note, further to the right the further it is; below it its links.

    `is_by_key`: notes are told by their keys, as those in a place know them.
    """
    from rich.text import Text

    for note in linked.notes:
        start = len(_STEP) * note.distance
        out.hang_parts(_named(note.note, note.title), start + len(_STEP), start)
        for link, times in _each_once(note.links, _leads):
            style = "yellow" if link.state in ("broken", "outside") else ""
            said = Text(f"→ {_leads(link)}{times}", style)
            out.hang(said, start + 2 * len(_STEP), start + len(_STEP))
    if linked.truncated:
        out.notice("there is more: these are the nearest", "dim")
    _tell_keys(out, is_by_key=is_by_key)


def show_back_links(back: BackLinks, out: Output, *, is_by_key: bool = False) -> None:
    """The note, and below it each link that leads to it; `is_by_key` as in `show_links`."""
    from rich.text import Text

    out.hang_parts(_named(back.note, back.title), len(_STEP), 0)
    shown = list(_each_once(back.links, lambda link: f"{link.source}  {_said(link)}"))
    for link, times in shown:
        where = link.source if link.line is None else f"{link.source}:{link.line}"
        out.hang(Text(f"← {where}  {_said(link)}{times}"), 2 * len(_STEP), len(_STEP))
    if not shown:
        out.notice("no link leads to it", "dim")
    _tell_keys(out, is_by_key=is_by_key)


def _tell_keys(out: Output, *, is_by_key: bool) -> None:
    if is_by_key:
        out.notice("notes are shown by their keys there, which need not be names of files", "dim")


def _each_once(
    links: Iterable[NoteLink], told: Callable[[NoteLink], str]
) -> Iterator[tuple[NoteLink, str]]:
    """The first of those of which the same is told, and how many there are, if it is not alone.

    A link of a note to itself leads nowhere else, so it is left out unless it is broken.
    """
    found: dict[str, list[NoteLink]] = {}
    for link in links:
        if link.note != link.source or link.is_anchor_lost:
            found.setdefault(told(link), []).append(link)
    for first, *more in found.values():
        lines = {one.line for one in (first, *more)}
        times = f"{1 + len(more)} times" if None in lines else f"{len(lines)} lines"
        yield first, f"  ({times})" if more and times != "1 lines" else ""


def _named(note: str, title: str) -> tuple[Text, ...]:
    from rich.text import Text

    return (Text(note, "bold"), *((Text(title, "dim"),) if title else ()))


def _said(link: NoteLink) -> str:
    return f"{link.text}{_note_of(link)}"


def _leads(link: NoteLink) -> str:
    """What a link says, and where that leads."""
    if link.note is None:
        return f"{link.target}{_note_of(link)}"
    said = "" if link.text in (link.note, link.target) else f"{link.text}: "
    return f"{said}{link.note}{link.anchor}{_note_of(link)}"


def _note_of(link: NoteLink) -> str:
    """What is to be said of a link beside where it leads, in parentheses."""
    told = [_TOLD.get(link.state, "")]
    if link.is_anchor_lost:
        told.append(f"{link.anchor} is not there")
    said = "; ".join(filter(None, told))
    return f"  ({said})" if said else ""
