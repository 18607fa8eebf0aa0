"""Rules of conduct that come into their note, take the place of others, are archived, or go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date
from hashlib import blake2b

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.procedural import RuleAction, RuleVerdict, decide_rule
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.markdown.change.edit import append_records, remove_block, replace_record
from familiar_memory.markdown.rule_line import rule_text
from familiar_memory.markdown.tree import Note, parse_note
from familiar_memory.notes.rules import ACTIVE, ARCHIVED, RuleLine, rule_lines
from familiar_memory.operations.conduct.rules import ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.merging.draft import Draft

__all__ = ["MAX_RULE_CHARS", "archive_rule", "remove_rule", "set_rule"]

MAX_RULE_CHARS = 280
"""A rule stands in every prompt; OpenCouch has the same bound."""
_TITLE = "Rules"
_NO_RULE = "there is no such rule"


def set_rule(draft: Draft, operation: SetRule) -> str | None:
    """Put a rule into force; None, or why it is not.

    Raises:
        InputError: it is no rule, or says no day.
        EditError: the note does not allow it.
    """
    draft.settle()
    day = _day(operation)
    rules = [one for one in _rules(draft) if one.is_for(operation.whom)]
    if (objection := _objection(rules, operation, draft.proposed_rules)) is not None:
        return objection
    place = operation.fields.place
    active = [one for one in rules if one.is_active and one.record.fields.place == place]
    verdict = _verdict(active, operation)
    if verdict.action is RuleAction.REJECT:
        raise InputError(verdict.reason, "a rule such as: answer in short sentences")
    if verdict.action is RuleAction.SAME:
        return verdict.reason
    replaced = _meant(active, verdict.replaced)
    gone = (*replaced, *_meant(active, verdict.archived))
    if not operation.is_by_hand and not all(is_machine_record(one.record) for one in gone):
        return "a person has written otherwise" if replaced else "people's rules leave no room"
    _carry_out(draft, operation, replaced, gone, day)
    return None


def archive_rule(draft: Draft, operation: ArchiveRule) -> str | None:
    """Strike a rule and keep it among those that were; None, or why nothing is to be done.

    Raises:
        EditError: the note does not allow it.
    """
    draft.settle()
    one = _rule_of(draft, operation.record)
    if one is None:
        return _NO_RULE
    if one.is_archived and one.record.state is not RecordState.LIVE:
        return "it is archived"
    _archive(draft, [one.record], operation.until)
    return None


def remove_rule(draft: Draft, operation: RemoveRule) -> str | None:
    """Take a rule out of its note; None, or that there is none.

    Raises:
        EditError: the note does not allow it.
    """
    draft.settle()
    one = _rule_of(draft, operation.record)
    if one is None:
        return _NO_RULE
    draft.set_text(remove_block(draft.text, one.line, one.record.text))
    return None


def _day(operation: SetRule) -> date:
    text = operation.text.strip()
    if not 0 < len(text) <= MAX_RULE_CHARS:
        raise InputError(
            f"a rule of {len(text)} characters", f"1 to {MAX_RULE_CHARS}: it stands in every prompt"
        )
    day = day_of(operation.fields.learned)
    if day is None:
        raise InputError("a rule without the day on which it was given", "a day")
    return day


def _rules(draft: Draft) -> list[RuleLine]:
    return list(rule_lines(_note(draft), draft.whose))


def _rule_of(draft: Draft, record: Record) -> RuleLine | None:
    """The line of a record, where it stands among the rules."""
    return next((one for one in _rules(draft) if one.record == record), None)


def _standing_rule(draft: Draft, record: Record) -> RuleLine:
    one = _rule_of(draft, record)
    if one is None:
        raise EditError(f"{record.text!r} stands there no more", "the note as it stands")
    return one


def _note(draft: Draft) -> Note:
    return parse_note(draft.text, draft.vocabulary, draft.lines.path)


def _objection(
    rules: Iterable[RuleLine], operation: SetRule, proposed: Collection[str]
) -> str | None:
    """Why it is not set whatever the others say: people's hands, or this very turn, were here."""
    text, fields = normalised(operation.text), operation.fields
    for one in rules:
        old = one.record
        is_same = normalised(one.text) == text
        if is_same and one.is_active and old.fields.place in (None, fields.place):
            return "it is already there"
        if old.fields.place != fields.place:
            continue
        if is_same and old.state is RecordState.WRONG and not operation.is_by_hand:
            return "it was struck"
        if set(old.fields.refs) & set(fields.refs) and old.fields.by == fields.by:
            # It comes out of that turn a second time, as after a crash.
            if is_same:
                return "it had ended"
            is_rewritten = one.is_active and normalised(one.text) not in proposed
            if is_rewritten and not operation.is_by_hand:
                return "a person has rewritten it"
    return None


def _verdict(active: Sequence[RuleLine], operation: SetRule) -> RuleVerdict:
    """As the rules say of the texts alone: for whom they are is the same."""
    new = Record(operation.text.strip(), operation.fields)
    return decide_rule([_bare(one) for one in active], new, operation.most)


def _bare(one: RuleLine) -> Record:
    return replace(one.record, text=one.text)


def _meant(active: Sequence[RuleLine], bare: Iterable[Record]) -> tuple[RuleLine, ...]:
    wanted = list(bare)
    return tuple(one for one in active if _bare(one) in wanted)


def _carry_out(
    draft: Draft,
    operation: SetRule,
    replaced: Sequence[RuleLine],
    gone: Sequence[RuleLine],
    day: date,
) -> None:
    if not draft.text.strip():
        draft.set_text(draft.begun(_TITLE))
    records = _with_ids(draft, [one.record for one in gone])
    new = _new_record(operation)
    new = replace(new, id=_free_id(draft, new))
    if replaced:
        first = records[0].id
        new = replace(new, fields=replace(new.fields, replaces=first))
        _archive(draft, records, day, instead=new)
        return
    _append(draft, new)
    _archive(draft, records, day)


def _new_record(operation: SetRule) -> Record:
    stem = operation.stem or operation.whom
    text = rule_text(" ".join(operation.text.split()), stem, operation.label)
    fields = operation.fields
    if operation.whom is not None:
        fields = replace(fields, subject=operation.whom)
    return Record(text, fields)


def _append(draft: Draft, new: Record) -> None:
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


def _is_called(heading: str) -> bool:
    return heading.strip().casefold() == ACTIVE.casefold()


def _archive_of(note: Note) -> str:
    """The heading of the archive, as it is spelt there."""
    spelt = (s.heading for s in note.sections if s.level == 2)
    return next((one for one in spelt if one.casefold() == ARCHIVED.casefold()), ARCHIVED)


def _with_ids(draft: Draft, records: Iterable[Record]) -> list[Record]:
    """The records as they stand, each with an id by which others may name it."""
    named = []
    for record in records:
        if record.id is None:
            one = _standing_rule(draft, record)
            with_id = replace(record, id=_free_id(draft, record))
            path = draft.lines.path
            draft.set_text(replace_record(draft.text, one.line, record.text, with_id, path=path))
            record = with_id
        named.append(record)
    return named


def _free_id(draft: Draft, record: Record) -> str:
    """An id by what the line says, and to whom; another one where it is taken."""
    fields: RecordFields = record.fields
    said = f"{fields.place}\n{record.text}\n{fields.learned}"
    name = f"r{blake2b(said.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}"
    taken = {one.record.id for one in _rules(draft)}
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free


def _archive(
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
