"""The line that a proposal names, among those that whoever proposes may see."""

from __future__ import annotations

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import permits
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.ruled_out import Miss, RuledOutError, which_lines
from familiar_memory.operations.outcome import Verdict

__all__ = ["audiences_in", "find_line", "id_of", "named_lines", "visible_records"]


def named_lines(draft: Draft) -> list[StandingLine]:
    """Every line with its id, for whom it may be."""
    draft.settle()
    note = parse_note(draft.text, draft.vocabulary, draft.lines.path)
    return list(standing_lines(draft.lines.path, note, draft.default_audience))


def find_line(draft: Draft, record_id: str, was: str | None = None) -> StandingLine:
    """The line of an id, which is to read `was` unless that is None.

    Raises:
        RuledOutError: there is none that is visible, there are several, or it reads otherwise.
    """
    found = [
        one
        for one in named_lines(draft)
        if one.id == record_id and permits(draft.viewer, one.audience)
    ]
    if not found:
        raise RuledOutError(Verdict.REJECTED, Miss.NOT_FOUND.value)
    if len(found) > 1:
        reason = which_lines((one.line for one in found), is_owner=draft.viewer.is_owner)
        raise RuledOutError(Verdict.REJECTED, reason)
    if was is not None and found[0].record.text != was:
        raise RuledOutError(Verdict.REJECTED, Miss.CHANGED.value)
    return found[0]


def visible_records(draft: Draft) -> dict[Record, None]:
    """The records that whoever proposes may see, in order, each once."""
    lines = named_lines(draft)
    return {one.record: None for one in lines if permits(draft.viewer, one.audience)}


def id_of(lines: list[StandingLine], record: Record) -> str | None:
    """The id of a record of the note; of one that was changed since, of what it says."""
    same = (one.id for one in lines if one.record == record)
    alike = (one.id for one in lines if one.record.text == record.text)
    return next(same, next(alike, None))


def audiences_in(draft: Draft, text: str) -> list[str]:
    """For whom each block of a text of the note is, in order."""
    note = parse_note(text, draft.vocabulary, draft.lines.path)
    audiences = NoteAudiences(draft.lines.path, note, draft.default_audience)
    return [
        "" if block.kind == "heading" else audiences.read(section, block).audience
        for section in note.sections
        for block in section.blocks
    ]
