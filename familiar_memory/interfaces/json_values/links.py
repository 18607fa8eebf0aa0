"""Links: the notes that a note's lead to, and the links that lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import as_json, picked

if TYPE_CHECKING:
    from familiar_memory.inspection.links.answer import BackLinks, LinkedNotes, NoteLink

__all__ = ["back_links_json", "linked_notes_json"]


def linked_notes_json(linked: LinkedNotes) -> dict[str, Any]:
    """The note, whether it is known, and the notes with their links, the nearest first."""
    notes = [
        {**picked(one, "note title distance"), "links": list(map(_link_json, one.links))}
        for one in linked.notes
    ]
    return {**picked(linked, "note found truncated"), "notes": notes, "degraded": linked.degraded}


def back_links_json(back: BackLinks) -> dict[str, Any]:
    """The note, whether it is known, and the links that lead to it."""
    links = list(map(_link_json, back.links))
    return {**picked(back, "note found title"), "links": links, "degraded": back.degraded}


def _link_json(link: NoteLink) -> dict[str, Any]:
    value: dict[str, Any] = as_json(link)
    return value
