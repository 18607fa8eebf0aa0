"""What the line of a record leaves out because its surroundings say it; reading adds it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.record.short_ref import block_id
from familiar_memory.markdown.record.surroundings import Surroundings, is_said, linked_line
from familiar_memory.markdown.record.tail_items import bare_ref, read_bare_ref

__all__ = ["LineForm", "line_forms"]


class LineForm(NamedTuple):
    """What a line says of a record beside its text: the fields of its tail, and its block id.

    `is_bare`: its refs stand in the tail without `ref:`.
    """

    fields: RecordFields
    block_id: str | None
    is_bare: bool = False


def line_forms(
    record: Record, where: Surroundings, *, is_id_taken: bool = False
) -> Iterator[LineForm]:
    """The ways in which a record may be written, the shortest first.

    `is_id_taken`: another line of the note has the block id that its turn would have. Not each
    is read back as the record that it was; the last says everything.
    """
    said = None if is_id_taken else _said(record, where)
    for short in (said, _linked(record), _dated(record, where)):
        if short is not None:
            yield _in_words(short, where)
    yield _in_words(LineForm(record.fields, record.id), where)
    yield LineForm(record.fields, record.id)


def _said(record: Record, where: Surroundings) -> LineForm | None:
    """Under the heading of its place, with its turn as the block id behind the line.

    Only a line that begins with a link to its speaker: if somebody copies one to a place where
    nothing says any more for whom it is, it can be told from what people write.
    """
    fields = record.fields
    if not where.is_transcript or record.id is not None or len(fields.refs) != 1:
        return None
    if not is_said(record.text, by_link=True) or (turn := block_id(fields.refs[0])) is None:
        return None
    place = None if fields.place == where.place else fields.place
    learned = None if fields.learned == where.day else fields.learned
    return LineForm(replace(fields, refs=(), place=place, learned=learned), turn)


def _linked(record: Record) -> LineForm | None:
    """Behind a link to the line of a session, which says the day and the turn."""
    fields, link = record.fields, linked_line(record.text)
    if link is None or fields.refs != (link.ref,) or fields.place is None:
        return None
    learned = None if fields.learned == link.day else fields.learned
    return LineForm(replace(fields, refs=(), learned=learned), record.id)


def _dated(record: Record, where: Surroundings) -> LineForm | None:
    """In a note of one day, which the line need not say as well."""
    rest = replace(record.fields, learned=None)
    if where.day is None or record.fields.learned != where.day or rest.is_empty:
        return None
    return LineForm(rest, record.id)


def _in_words(form: LineForm, where: Surroundings) -> LineForm:
    """The refs without `ref:`, and without their author where the note is theirs."""
    fields = form.fields
    is_dated = fields.learned is not None
    has_label = fields.place is not None and where.legend.label(fields.place) is not None
    if not (is_dated and has_label and fields.refs and all(map(_may_be_bare, fields.refs))):
        return form
    if fields.by is None and where.author is not None:
        return form
    by = None if fields.by == where.author else fields.by
    return form._replace(fields=replace(fields, by=by), is_bare=True)


def _may_be_bare(ref: str) -> bool:
    return read_bare_ref(bare_ref(ref)) == ref
