"""Why a line that the owner names cannot be changed: its tail is damaged."""

from __future__ import annotations

from familiar_memory.errors import EditError
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import Note

__all__ = ["refuse_damaged"]

_MENDED = "the tail mended in an editor, as (2026-01-28, importance:8), or its brackets taken away"


def refuse_damaged(
    note: Note, path: str, default_audience: str, *, line: int | None = None, name: str = ""
) -> None:
    """Refuse the line of a note, or the block id, whose tail does not parse; it is at `path`.

    Only the owner may be told: such a line is nobody else's.

    Raises:
        EditError: it says where the line is, and what would mend it.
    """
    audiences = NoteAudiences(note.path, note, default_audience)
    for section in note.sections:
        for block in section.blocks:
            if block.kind == "heading" or not audiences.read(section, block).is_damaged:
                continue
            is_at = line is not None and block.line <= line <= block.line_end
            has_id = bool(name) and block.text.rstrip().endswith(f"^{name}")
            if is_at or has_id:
                why = audiences.problems[-1].partition(": ")[2]
                raise EditError(f"line {block.line} of {path} is damaged: {why}", _MENDED)
