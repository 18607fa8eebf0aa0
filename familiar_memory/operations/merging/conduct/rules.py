"""Rules of conduct that come into their note, take the place of others, are archived, or go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.errors import InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.procedural import RuleAction, RuleVerdict, decide_rule
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.markdown.rule_line import rule_text
from familiar_memory.notes.rules import RuleLine
from familiar_memory.operations.conduct.rules import ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.merging.conduct.rule_sections import (
    append_rule,
    drop_rule,
    free_id,
    move_to_archive,
    rule_of,
    rules_in,
    with_ids,
)
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
    rules = [one for one in rules_in(draft) if one.is_for(operation.whom)]
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
    one = rule_of(draft, operation.record)
    if one is None:
        return _NO_RULE
    if one.is_archived and one.record.state is not RecordState.LIVE:
        return "it is archived"
    move_to_archive(draft, [one.record], operation.until)
    return None


def remove_rule(draft: Draft, operation: RemoveRule) -> str | None:
    """Take a rule out of its note; None, or that there is none.

    Raises:
        EditError: the note does not allow it.
    """
    draft.settle()
    one = rule_of(draft, operation.record)
    if one is None:
        return _NO_RULE
    drop_rule(draft, one)
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
    records = with_ids(draft, [one.record for one in gone])
    new = _new_record(operation)
    new = replace(new, id=free_id(draft, new))
    if replaced:
        first = records[0].id
        new = replace(new, fields=replace(new.fields, replaces=first))
        move_to_archive(draft, records, day, instead=new)
        return
    append_rule(draft, new)
    move_to_archive(draft, records, day)


def _new_record(operation: SetRule) -> Record:
    stem = operation.stem or operation.whom
    text = rule_text(" ".join(operation.text.split()), stem, operation.label)
    fields = operation.fields
    if operation.whom is not None:
        fields = replace(fields, subject=operation.whom)
    return Record(text, fields)
