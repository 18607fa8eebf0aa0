"""The record that a request to change it names, or why it cannot be that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.domain.memory.record_name import RecordName, line_named
from familiar_memory.errors import EditError, NotFoundError
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.several_notes import check_length

if TYPE_CHECKING:
    from familiar_memory.life.records.desk import Desk

__all__ = ["named_record"]

_MENDED = "the tail mended in an editor, as (2026-01-28, importance:8), or its brackets taken away"


def named_record(
    desk: Desk, given: RecordName | str, was: str | None = None
) -> tuple[RecordName, str | None]:
    """A record by the key of its note, and its text: as it `was` read, else as it stands.

    None as the text where they see none of that name.

    The gate looks for it once more when it is written, and answers alike for what is hidden and
    what is not there. Only the owner may name a line by its number, and is told more.

    Raises:
        UsageError: it names no record.
        PathError: the owner names what can be no note.
        LimitError: its note is too long to change single lines of it.
        NotFoundError: the owner names a line that is no record.
        EditError: the owner names a line whose tail is damaged.
    """
    if isinstance(given, str):
        if desk.viewer.is_owner and (at := line_named(given)) is not None:
            name, text = _at_line(desk, *at)
            return name, text if was is None else was
        given = RecordName.parse(given)
    key = desk.seen.key_of(given.note)
    if key is None:
        return given, was
    _check_length(desk, key)
    found = desk.seen.called(key, given.id, with_over=True)
    if found is not None:
        return found.name, found.record.text if was is None else was
    if desk.viewer.is_owner:
        _refuse_damaged(desk, key, name=given.id)
    return RecordName(key, given.id), was


def _at_line(desk: Desk, note: str, line: int) -> tuple[RecordName, str]:
    key = desk.seen.key_of(note) or note
    _check_length(desk, key)
    found = desk.seen.at(key, line, with_over=True)
    if found is None:
        _refuse_damaged(desk, key, line=line)
        raise NotFoundError(
            f"line {line} of {desk.seen.shown_note(key)} is not a record that a command can change",
            "the line of a list item whose tail parses",
        )
    return found.name, found.record.text


def _check_length(desk: Desk, key: str) -> None:
    files = desk.parts.files
    check_length(files.store, files.register, key)


def _refuse_damaged(desk: Desk, key: str, *, line: int | None = None, name: str = "") -> None:
    """Refuse the line, or the block id, whose tail does not parse: such a line is nobody else's."""
    setup = desk.parts.setup
    note = parse_note(desk.seen.text_of(key) or "", setup.vocabulary, key)
    audiences = NoteAudiences(key, note, setup.settings.audience.default)
    for section in note.sections:
        for block in section.blocks:
            if block.kind == "heading" or not audiences.read(section, block).is_damaged:
                continue
            is_at = line is not None and block.line <= line <= block.line_end
            has_id = bool(name) and block.text.rstrip().endswith(f"^{name}")
            if is_at or has_id:
                why = audiences.problems[-1].partition(": ")[2]
                where = f"line {block.line} of {desk.seen.shown_note(key)}"
                raise EditError(f"{where} is damaged: {why}", _MENDED)
