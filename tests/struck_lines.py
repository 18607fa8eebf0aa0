"""Lines of a note that are struck, as the gate strikes them: with their words as they stand."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.record import PartialDate, RecordState
from familiar_memory.markdown.change.amend import amend_record
from familiar_memory.markdown.tree import parse_note

__all__ = ["struck_line"]


def struck_line(text: str, line: int, until: PartialDate | None = None, path: str = "") -> str:
    """The note with the record at `line` (from 1) struck: it ended `until` then, or was wrong."""
    old = next(b.record for b in parse_note(text, path=path).blocks if b.line == line and b.record)
    state = RecordState.WRONG if until is None else RecordState.ENDED
    new = replace(old, state=state, fields=replace(old.fields, until=until))
    return amend_record(text, line, old, new, path=path)
