"""Notes: the tree of all, and one as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from familiar_memory.interfaces.json_values.encoder import picked

if TYPE_CHECKING:
    from familiar_memory.inspection.notes.listing import Listing
    from familiar_memory.inspection.notes.past import PastNote

__all__ = ["listing_json", "past_json"]


def listing_json(listing: Listing) -> dict[str, Any]:
    """Every note with its size and title, and what could not be listed."""
    notes = [picked(note, "path size modified title problem") for note in listing.notes]
    unreadable = [{"path": path, "reason": reason} for path, reason in listing.unreadable]
    return {"notes": notes, "unreadable": unreadable}


def past_json(past: PastNote) -> dict[str, Any]:
    """A note as it was."""
    return picked(past, "path as_of since revision size text")
