"""The note of rules: who stands where in it, how one is added, archived, named and taken out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from hashlib import blake2b

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError
from familiar_memory.markdown.change.edit import append_records, remove_block, replace_record
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.rules import ACTIVE, ARCHIVED, RuleLine, rule_lines
from familiar_memory.operations.merging.draft import Draft

__all__ = [
    "append_rule",
    "move_to_archive",
    "free_id",
    "rule_of",
    "rules_in",
    "drop_rule",
    "with_ids",
]


def rules_in(draft: Draft) -> list[RuleLine]:
    """The rules of the note as it stands."""
    return list(rule_lines(_note(draft), draft.whose))


def rule_of(draft: Draft, record: Record) -> RuleLine | None:
    """The line of a record, where it stands among the rules."""
    return next((one for one in rules_in(draft) if one.record == record), None)


def append_rule(draft: Draft, new: Record) -> None:
    """Put a rule behind those in force, in their section; without one, where they stand."""
    note = _note(draft)
    heading: str | None = ACTIVE
    section = next((s for s in note.sections if s.level == 2 and _is_called(s.heading)), None)
    if section is not None:
        heading = section.heading
    elif any(b.record is not None for s in note.sections if s.level < 2 for b in s.blocks):
        heading = None
    text, line = draft.lines.written(draft.text, heading or "", new)
    draft.set_text(append_records(text, heading, [line], (_archive_of(note),)))


def move_to_archive(
    draft: Draft, records: Iterable[Record], until: date, *, instead: Record | None = None
) -> None:
    """Move rules into the archive, struck; one may take the place of the first."""
    for record in records:
        one = _standing_rule(draft, record)
        path = draft.lines.path
        if instead is not None:
            text = replace_record(draft.text, one.line, record.text, instead, path=path)
            instead = None
        else:
            text = remove_block(draft.text, one.line, record.text)
        fields = replace(record.fields, until=record.fields.until or until.isoformat())
        ended = replace(record, state=RecordState.ENDED, fields=fields)
        heading = _archive_of(parse_note(text, draft.vocabulary, path))
        text, line = draft.lines.written(text, heading, ended)
        draft.set_text(append_records(text, heading, [line]))


def drop_rule(draft: Draft, rule: RuleLine) -> None:
    """Take the line of a rule out of the note."""
    draft.set_text(remove_block(draft.text, rule.line, rule.record.text))


def with_ids(draft: Draft, records: Iterable[Record]) -> list[Record]:
    """The records as they stand, each with an id by which others may name it."""
    named = []
    for record in records:
        if record.id is None:
            one = _standing_rule(draft, record)
            with_id = replace(record, id=free_id(draft, record))
            path = draft.lines.path
            draft.set_text(replace_record(draft.text, one.line, record.text, with_id, path=path))
            record = with_id
        named.append(record)
    return named


def free_id(draft: Draft, record: Record) -> str:
    """An id by what the line says, and to whom; another one where it is taken."""
    fields: RecordFields = record.fields
    said = f"{fields.place}\n{record.text}\n{fields.learned}"
    name = f"r{blake2b(said.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}"
    taken = {one.record.id for one in rules_in(draft)}
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _standing_rule(draft: Draft, record: Record) -> RuleLine:
    one = rule_of(draft, record)
    if one is None:
        raise EditError(f"{record.text!r} stands there no more", "the note as it stands")
    return one


def _note(draft: Draft) -> Note:
    return parse_note(draft.text, draft.vocabulary, draft.lines.path)


def _is_called(heading: str) -> bool:
    return heading.strip().casefold() == ACTIVE.casefold()


def _archive_of(note: Note) -> str:
    """The heading of the archive, as it is spelt there."""
    spelt = (s.heading for s in note.sections if s.level == 2)
    return next((one for one in spelt if one.casefold() == ARCHIVED.casefold()), ARCHIVED)
