"""Merge proposals into the text of one note: pure, idempotent, and surgical.

Nothing that a person wrote is changed, unless a proposal names that very line. A record that is
there already is not added again; one that was struck stays struck; a line that a person rewrote
is not doubled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from familiar_memory.domain.memory.record import Record
from familiar_memory.errors import EditError, InputError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.readings import kept_readings
from familiar_memory.notes.rules import Whose, nobodys
from familiar_memory.operations.conduct.rules import ArchiveRule, RemoveRule, SetRule
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
)
from familiar_memory.operations.merging.conduct.rules import archive_rule, remove_rule, set_rule
from familiar_memory.operations.merging.curation.adding import curate_append, curate_heading
from familiar_memory.operations.merging.curation.ending import curate_remove, curate_replace
from familiar_memory.operations.merging.draft import Draft, EntangledError
from familiar_memory.operations.merging.ends import resume_record, retire_record
from familiar_memory.operations.merging.line_writing import LineWriting
from familiar_memory.operations.merging.named.changing import (
    reassert,
    restore_record,
    retire_by_id,
    update_record,
)
from familiar_memory.operations.merging.named.finding import id_of, named_lines
from familiar_memory.operations.merging.named.putting import put_record
from familiar_memory.operations.merging.named.removing import delete_record
from familiar_memory.operations.merging.named.stating import state_record
from familiar_memory.operations.merging.note_parts import (
    add_alias,
    add_to_property,
    ensure_note,
    mirror_names,
    rewrite_note,
    set_section_lead,
)
from familiar_memory.operations.merging.own_words import end_own_words, struck_facts
from familiar_memory.operations.merging.records import (
    add_record,
    correct_record,
    refresh_records,
)
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.named.proposals import (
    DeleteRecord,
    PutRecord,
    Reassert,
    RestoreRecord,
    RetireById,
    StateRecord,
    UpdateRecord,
)
from familiar_memory.operations.note_rules import NoteRules
from familiar_memory.operations.outcome import Outcome, Verdict
from familiar_memory.operations.policy import Proposer
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    AddToProperty,
    CorrectRecord,
    EnsureNote,
    NotProposed,
    Proposal,
    RefreshRecords,
    ResumeRecord,
    RetireRecord,
    SetLead,
)
from familiar_memory.operations.rewriting.proposals import RewriteNote
from familiar_memory.operations.touched import Touch, TouchedLine

__all__ = ["merge"]

_RULES = NoteRules()
_OWNER = Proposer()
_BY_NAME: Mapping[type, Callable[[Draft, Any], str | None]] = {
    StateRecord: state_record,
    PutRecord: put_record,
    UpdateRecord: update_record,
    Reassert: reassert,
    RetireById: retire_by_id,
    RestoreRecord: restore_record,
    DeleteRecord: delete_record,
}
_CURATING: Mapping[type, Callable[[Draft, Any], str | None]] = {
    CurateAppend: curate_append,
    CurateHeading: curate_heading,
    CurateRemove: curate_remove,
    CurateReplace: curate_replace,
}
_TAKING_BACK: Mapping[type, Callable[[Draft, Any], str | None]] = {
    RetireRecord: retire_record,
    ResumeRecord: resume_record,
    CorrectRecord: correct_record,
}
"""Each is undone where it is refused half-way."""
_BY_STEPS = {**_BY_NAME, **_CURATING}
"""So is each of these, which is taken from a text in which nothing waits."""
_OTHERS: Mapping[type, Callable[[Draft, Any], str | None]] = {
    EnsureNote: ensure_note,
    AddAlias: add_alias,
    AddToProperty: add_to_property,
    SetLead: set_section_lead,
    AddRecord: add_record,
    RefreshRecords: refresh_records,
    SetRule: set_rule,
    ArchiveRule: archive_rule,
    RemoveRule: remove_rule,
    RewriteNote: rewrite_note,
    NotProposed: lambda _, operation: operation.reason,
}
_TAKEN_BY = {**_BY_STEPS, **_TAKING_BACK, **_OTHERS}


_Touches: TypeAlias = Sequence[tuple[Touch, Record, str | None]]
"""What an operation did to which lines, and the id by which one is known, where it is."""


def merge(
    text: str,
    operations: Sequence[Proposal],
    rules: NoteRules = _RULES,
    proposer: Proposer = _OWNER,
    whose: Whose = nobodys,
) -> tuple[str, tuple[Outcome, ...]]:
    """Apply operations, in order, to one note; a missing note is given as "".

    `rules` say how its lines are read, and what places are called in those that are added (without
    labels: by their slugs). A line that the `proposer` may not see does not exist for what names a
    record, or is stated anew, and not every other is theirs to change. `whose` says to whom a link
    leads. An operation that the text does not allow is rejected, and the others go on.
    """
    with kept_readings():
        try:
            return _merged(_draft(text, operations, rules, proposer, whose), operations)
        except EntangledError:
            # One line may be what the others cannot be added with: then each is tried alone.
            draft = _draft(text, operations, rules, proposer, whose, one_by_one=True)
            return _merged(draft, operations)


def _draft(
    text: str,
    operations: Sequence[Proposal],
    rules: NoteRules,
    proposer: Proposer,
    whose: Whose,
    *,
    one_by_one: bool = False,
) -> Draft:
    path = operations[0].path if operations else ""
    return Draft(
        text,
        rules.vocabulary,
        rules.readers,
        LineWriting(path, rules.labels),
        one_by_one=one_by_one,
        default_audience=rules.default_audience,
        proposer=proposer,
        whose=whose,
    )


def _merged(draft: Draft, operations: Sequence[Proposal]) -> tuple[str, tuple[Outcome, ...]]:
    draft.claim((draft.section_of(op), op.record) for op in operations if isinstance(op, AddRecord))
    told_rules = (one.text for one in operations if isinstance(one, SetRule))
    draft.proposed_rules = frozenset(map(normalised, told_rules))
    struck = struck_facts(draft)
    outcomes, touched = [], []
    for operation in operations:
        outcomes.append(_taken(draft, operation))
        touched.append(tuple(draft.touches))
        draft.touches.clear()
    end_own_words(draft, struck)
    draft.add_waiting()
    mirror_names(draft)
    if any(type(operation) in _BY_STEPS for operation in operations):
        lines = named_lines(draft)
        for at, touches in enumerate(touched):
            ids = [(touch, id_ or id_of(lines, record), record) for touch, record, id_ in touches]
            told = tuple(TouchedLine(touch, id_ or "", one.text) for touch, id_, one in ids)
            reason = outcomes[at].reason or _ended_at_once(operations[at], touches)
            outcomes[at] = replace(outcomes[at], lines=told or outcomes[at].lines, reason=reason)
    return draft.text, tuple(outcomes)


def _ended_at_once(operation: Proposal, touches: _Touches) -> str:
    """That a statement is written as one of the past, since something newer stands; else ""."""
    if not isinstance(operation, StateRecord):
        return ""
    given = operation.record.fields.until
    for touch, record, _ in touches:
        if touch is Touch.ADDED and record.fields.until != given:
            return f"it holds until {record.fields.until}: something newer is known"
    return ""


def _taken(draft: Draft, operation: Proposal) -> Outcome:
    """Apply one operation; the outcome says why when there was nothing to do."""
    before = None
    try:
        if type(operation) in _BY_STEPS:
            if type(operation) is not StateRecord:
                draft.settle()
            before = draft.state
        elif type(operation) in _TAKING_BACK:
            before = draft.state
        reason = _TAKEN_BY[type(operation)](draft, operation)
    except (EditError, InputError) as error:
        outcome = Outcome(operation, Verdict.REJECTED, error.problem)
    except RuledOutError as error:
        outcome = Outcome(
            operation, error.verdict, error.reason, lines=error.lines, miss=error.miss
        )
    else:
        verdict = Verdict.APPLIED if reason is None else Verdict.SKIPPED
        return Outcome(operation, verdict, reason or "")
    if before is not None:
        # It may have been refused half-way.
        draft.go_back(before)
    return outcome
