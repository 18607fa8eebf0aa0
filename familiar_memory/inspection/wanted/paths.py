"""Where a note stands that somebody names, if it stands anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.errors import StoreError
from familiar_memory.inspection.named import named_place

if TYPE_CHECKING:
    from familiar_memory.assembly.parts import Parts

__all__ = ["is_file", "note_path"]


def note_path(parts: Parts, given: str) -> str | None:
    """Where the note of that name stands; None for a name that no note can have."""
    try:
        return named_place(parts, given)
    except StoreError:
        return None


def is_file(parts: Parts, path: str) -> bool:
    """Whether a file stands there."""
    try:
        return parts.files.store.file_state(path) is not None
    except StoreError:
        return False
