"""The line that a proposal names, among those that whoever proposes may see."""

from __future__ import annotations

from typing import TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import permits
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.audience.standing_lines import StandingLine, standing_lines
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.ruled_out import (
    MissedError,
    RuledOutError,
    which_lines,
)
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    Reassert,
    RestoreRecord,
    RetireById,
    UpdateRecord,
)
from familiar_memory.operations.outcome import Miss

__all__ = ["audiences_in", "find_line", "id_of", "named_lines", "visible_records"]

_OfOneLine: TypeAlias = UpdateRecord | RetireById | RestoreRecord | DeleteRecord | Reassert


def named_lines(draft: Draft) -> list[StandingLine]:
    """Every line with its id, for whom it may be."""
    draft.settle()
    return _standing(draft)


def _standing(draft: Draft) -> list[StandingLine]:
    note = parse_note(draft.text, draft.vocabulary, draft.lines.path)
    return list(standing_lines(draft.lines.path, note, draft.default_audience))


def find_line(draft: Draft, operation: _OfOneLine) -> StandingLine:
    """The line that is named, as it was read, and as far as whoever proposes may change it so.

    Raises:
        RuledOutError: there is none that is visible, there are several, it reads otherwise, or
            it is not theirs to change.
    """
    found = [
        one
        for one in named_lines(draft)
        if one.id == operation.id and permits(draft.viewer, one.audience)
    ]
    if not found:
        raise MissedError(Miss.NOT_FOUND)
    if len(found) > 1:
        reason = which_lines((one.line for one in found), is_owner=draft.viewer.is_owner)
        raise MissedError(Miss.AMBIGUOUS, reason)
    was = None if isinstance(operation, RestoreRecord) else operation.was
    if was is not None and found[0].record.text != was:
        raise MissedError(Miss.CHANGED)
    if (ruling := draft.proposer.judge_line(operation, found[0])) is not None:
        raise RuledOutError(*ruling)
    return found[0]


def visible_records(draft: Draft) -> dict[Record, None]:
    """The records that whoever proposes may see, in order, each once; their own that wait, too."""
    if draft.seen is None:
        lines = _standing(draft)
        draft.seen = {one.record: None for one in lines if permits(draft.viewer, one.audience)}
        draft.seen |= {one.record: None for one in draft.known if one.waits}
    return draft.seen


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
