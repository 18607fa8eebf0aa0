"""Records that come into a note, or take the place of older ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.elsewhere import met_elsewhere
from familiar_memory.knowledge.reconcile.facts import decide
from familiar_memory.knowledge.reconcile.verdict import Action, Ending, FactVerdict
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.markdown.record.line import fact_text
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.ends import facts_meant
from familiar_memory.operations.merging.known import KnownRecord, find_edited, find_equal
from familiar_memory.operations.merging.linking import block_ids_in, linked, linked_to
from familiar_memory.operations.merging.refreshing import refreshed
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.proposal import (
    AddRecord,
    CorrectRecord,
    RefreshRecords,
)
from familiar_memory.operations.touched import Touch

__all__ = [
    "add_record",
    "carry_out",
    "correct_record",
    "refresh_records",
]

_RULED_OUT = {Action.HOLD: Verdict.HELD, Action.REJECT: Verdict.REJECTED}


def add_record(draft: Draft, operation: AddRecord) -> str | None:
    """Add a record, which ends what it contradicts; None, or why it is not added."""
    section = draft.section_of(operation)
    is_full = operation.most is not None and draft.size_of(section) >= operation.most
    return _add(draft, section, operation, is_full=is_full)


def correct_record(draft: Draft, operation: CorrectRecord) -> str | None:
    """Strike the one fact that is meant for the right one; None, or why it stays."""
    meant = facts_meant(draft, operation.old, operation.fields)
    if len(meant) != 1 or meant[0].predicate is None:
        return "it is not clear which fact is corrected"
    if normalised(operation.new) == normalised(operation.old):
        return "it is already there"
    corrected = Record(
        fact_text(meant[0].predicate, operation.new),
        operation.fields,
        predicate=meant[0].predicate,
        object=operation.new,
    )
    corrected = draft.lines.completed(draft.text, operation.section, corrected)
    verdict = _verdict(draft, corrected, besides=meant)
    if verdict.record is not None:
        new, named = linked_to(verdict.record, meant, block_ids_in(draft.text))
        draft.strike(meant[0], None, named)
        verdict = replace(verdict, record=new)
    elif verdict.again is not None:
        # A fact is not struck for a correction that cannot stand.
        draft.strike(meant[0], None)
    return carry_out(draft, operation.title, operation.section, verdict)


def refresh_records(draft: Draft, operation: RefreshRecords) -> str | None:
    """Take lines out and put others in, all or none of it; None, or that they stand there."""
    draft.settle()
    operation = replace(
        operation,
        fresh=tuple(
            one if one.section is None else replace(one, section=draft.heading_for(one.section))
            for one in operation.fresh
        ),
    )
    after = refreshed(draft.begun(operation.title), operation, draft.lines, draft.vocabulary)
    if after == draft.text:
        return "it stands there"
    draft.set_text(after)
    return None


def _add(draft: Draft, section: str, operation: AddRecord, *, is_full: bool) -> str | None:
    record = draft.lines.completed(draft.text, section, operation.record)
    is_new = operation.is_confirmed or (operation.has_waited and record.predicate is None)
    verdict = _verdict(draft, record, is_new=is_new, sets_right=operation.sets_right)
    if is_full and verdict.record is not None:
        return "the section is full"
    return carry_out(draft, operation.title, section, verdict)


def carry_out(draft: Draft, title: str, section: str, verdict: FactVerdict) -> str | None:
    """Write what was decided; None, or why there is nothing to write.

    Raises:
        RuledOutError: it is held, or rejected.
    """
    if verdict.action in _RULED_OUT:
        raise RuledOutError(_RULED_OUT[verdict.action], verdict.reason)
    links: Mapping[Record, Record] = {}
    if verdict.record is not None:
        new, links = linked(verdict, block_ids_in(draft.text))
        draft.append(title, section, new)
    elif verdict.again is not None and verdict.restated is not None:
        draft.rewrite(verdict.again, verdict.restated)
        draft.touched(_touch_of(verdict.again, verdict.restated))
    elif not verdict.ends:
        return verdict.reason
    _end(draft, verdict.ends, links)
    return None


def _verdict(
    draft: Draft,
    record: Record,
    besides: Collection[Record] = (),
    *,
    is_new: bool = False,
    sets_right: bool = False,
) -> FactVerdict:
    """What becomes of a record by the rules of facts, and by what people did with the note.

    `besides` are lines that go, and so have no say; `sets_right` as in `AddRecord`. What
    `is_new` to the note was rewritten by nobody.
    """
    equal = find_equal(draft.known, record)
    if equal is not None and (objection := _equal_objection(record, equal)) is not None:
        return FactVerdict(Action.SKIP, objection)
    if record.predicate is None:
        verdict = FactVerdict(Action.ADD, "it is new", record)
    else:
        known = (one.record for one in draft.known)
        slot = [one for one in known if is_machine_record(one) and one not in besides]
        verdict = decide(slot, record, draft.vocabulary, sets_right=sets_right)
        verdict = met_elsewhere(
            verdict, slot, draft.policy, draft.vocabulary, sets_right=sets_right
        )
    if verdict.record is None or is_new:
        return verdict
    if (edited := find_edited(draft.known, record)) is not None:
        edited.claimed = True
        return FactVerdict(Action.SKIP, "a person has rewritten it")
    return verdict


def _equal_objection(record: Record, equal: KnownRecord) -> str | None:
    """Why a record that stands there is not added; None where the rules of facts say it."""
    standing = equal.record
    is_ours = is_machine_record(standing) and standing.fields.by == record.fields.by
    if record.predicate is not None and is_ours and standing.fields.place == record.fields.place:
        return None
    if standing.state is RecordState.LIVE:
        return "it is already there"
    if standing.state is RecordState.WRONG:
        return "it was struck"
    return None if _stated_later(record, standing) else "it had ended"


def _touch_of(before: Record, after: Record) -> Touch:
    """What another statement did to a line."""
    if before.state is not after.state:
        return Touch.ENDED
    return Touch.CHANGED if before.fields.seen == after.fields.seen else Touch.COUNTED


def _end(draft: Draft, ends: Iterable[Ending], links: Mapping[Record, Record]) -> None:
    """End lines: struck, unless the end lies ahead or the line is struck already.

    `links` are lines that get an id or another link, by what they were; those that do not end
    get nothing else.
    """
    left = dict(links)
    for one in ends:
        record = one.record
        named = left.pop(record, record)
        if one.is_over and record.state is RecordState.LIVE:
            draft.strike(record, one.until, named)
        else:
            fields = replace(named.fields, until=one.until)
            draft.amend(record, replace(named, fields=fields), claims=True)
            draft.touched(Touch.ENDED)
    for record, named in left.items():
        draft.amend(record, named, claims=True)


def _stated_later(new: Record, ended: Record) -> bool:
    until, learned = ended.fields.until, day_of(new.fields.learned)
    if until is None or learned is None or set(new.fields.refs) & set(ended.fields.refs):
        return False
    return learned.isoformat()[: len(until)] > until[:10]
