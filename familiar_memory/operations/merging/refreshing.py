"""Taking lines out of a note and putting others in: the text after a `RefreshRecords`."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.markdown.change.edit import append_records, remove_block
from familiar_memory.markdown.change.on_top import insert_on_top
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.known import find_equal, known_records
from familiar_memory.operations.merging.line_writing import LineWriting
from familiar_memory.operations.proposal import FreshLine, RefreshRecords

__all__ = ["refreshed"]

_SECTION = 2
_Placed = tuple[str | None, Record, int]
"""A record with its H2 section (None: before the first) and its line."""


def refreshed(
    text: str, operation: RefreshRecords, lines: LineWriting, vocabulary: Container[str]
) -> str:
    """The text of a note with all of what is proposed; the same text where it says so already.

    Raises:
        EditError: the note does not allow it.
        InputError: a line cannot be written.
    """
    known = known_records(parse_note(text, vocabulary, lines.path))
    staying = [one for one in known if one.record not in operation.gone]
    completed = (
        replace(one, record=lines.completed(text, one.section or "", one.record))
        for one in operation.fresh
    )
    fresh = [one for one in completed if find_equal(staying, one.record) is None]
    old = [one for one in _standing(text, lines.path, vocabulary) if one[1] in operation.gone]
    if {one[:2] for one in old} == {(one.section, one.record) for one in fresh}:
        return text
    for section in dict.fromkeys(one.section for one in fresh):
        text = _with_fresh(text, section, [o for o in fresh if o.section == section], lines)
    # What goes stays until what comes has found its list.
    on_top = [(one.section, one.record) for one in fresh if one.is_on_top]
    for section, record, _ in old:
        standing = _standing(text, lines.path, vocabulary)
        at = [line for heading, one, line in standing if (heading, one) == (section, record)]
        text = remove_block(text, at[-1 if (section, record) in on_top else 0], record.text)
    return text


def _with_fresh(
    text: str, section: str | None, fresh: Sequence[FreshLine], lines: LineWriting
) -> str:
    top: list[str] = []
    last: list[str] = []
    for one in fresh:
        text, line = lines.written(text, section or "", one.record)
        (top if one.is_on_top else last).append(line)
    return append_records(insert_on_top(text, section, top), section, last)


def _standing(text: str, path: str, vocabulary: Container[str]) -> list[_Placed]:
    return [
        (part.heading if part.level == _SECTION else None, block.record, block.line)
        for part in parse_note(text, vocabulary, path).sections
        for block in part.blocks
        if block.record is not None
    ]
