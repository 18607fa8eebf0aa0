"""Which lines somebody means who says what ended or was never so, struck, or live again."""

from __future__ import annotations

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.elsewhere import is_one_reach
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.known import KnownRecord
from familiar_memory.operations.proposal import ResumeRecord, RetireRecord

__all__ = ["facts_meant", "resume_record", "retire_record"]


def retire_record(draft: Draft, operation: RetireRecord) -> str | None:
    """Strike the facts, or the lines, that are meant; None, or that there is none.

    A message that is taken back has ended nothing: the fact whose place it took holds on.
    """
    is_fact = bool(operation.predicate)
    meant = [
        one
        for one in _lines_meant(draft, operation.object, operation.fields, in_reach=is_fact)
        if (one.predicate or "") == operation.predicate
        and not _begins_later(one, operation)
        and not _is_said_elsewhere(one, operation)
    ]
    for one in meant:
        draft.strike(one, _until(operation.fields) if operation.ended else None)
        if operation.said_in:
            _resume_replaced(draft, one)
    return None if meant else "there is no such fact"


def resume_record(draft: Draft, operation: ResumeRecord) -> str | None:
    """Make the line live again that was struck until that day; None, or that there is none."""
    is_fact = bool(operation.predicate)
    state = RecordState.ENDED
    struck = _lines_meant(draft, operation.object, operation.fields, in_reach=is_fact, state=state)
    meant = [
        one
        for one in struck
        if (one.predicate or "") == operation.predicate and _ended_on(one, operation.until)
    ]
    for one in meant:
        draft.resume(one)
    return None if meant else "nothing of that ended then"


def _resume_replaced(draft: Draft, wrong: Record) -> None:
    """Make the fact live again that ended with what was never so, where nothing else took over."""
    day = wrong.fields.since or _until(wrong.fields)
    for one in [known.record for known in draft.known]:
        is_named = one.id is not None and one.id == wrong.fields.replaces
        is_same = (one.predicate, one.fields.by) == (wrong.predicate, wrong.fields.by)
        if is_named and is_same and _ended_on(one, day) and not _has_another(draft, one):
            draft.resume(one)


def _ended_on(one: Record, day: str | None) -> bool:
    state, fields = one.state, one.fields
    return state is RecordState.ENDED and fields.until == day and fields.into is None


def _has_another(draft: Draft, one: Record) -> bool:
    """Whether another fact of the same kind and room stands for the same person."""
    kind = (one.predicate, one.fields.by, one.fields.place)
    return any(
        (known.record.predicate, known.record.fields.by, known.record.fields.place) == kind
        and known.record.state is RecordState.LIVE
        for known in draft.known
    )


def _is_said_elsewhere(one: Record, operation: RetireRecord) -> bool:
    """Whether one message is taken back, and there are others that say so."""
    return bool(operation.said_in) and bool(set(one.fields.refs) - {operation.said_in})


def _begins_later(one: Record, operation: RetireRecord) -> bool:
    """Whether it is said since when it holds, and what is told ended before: another time of it."""
    ended, since = operation.fields.until, one.fields.since
    end = instant_of(ended) if ended else None
    begin = instant_of(since) if since else None
    return begin is not None and end is not None and end <= begin


def _until(fields: RecordFields) -> str | None:
    """When it ended by its own words, else the day on which that was said."""
    if fields.until is not None:
        return fields.until
    day = day_of(fields.learned)
    return None if day is None else day.isoformat()


def facts_meant(draft: Draft, object_: str, fields: RecordFields) -> list[Record]:
    """The live machine facts of this speaker and audience that have this object."""
    found = _lines_meant(draft, object_, fields)
    return [one for one in found if one.predicate is not None]


def _lines_meant(
    draft: Draft,
    said: str,
    fields: RecordFields,
    *,
    in_reach: bool = False,
    state: RecordState = RecordState.LIVE,
) -> list[Record]:
    """Their facts that have this object, and their lines in plain words that say this.

    Live ones, if no other `state` is asked for; those of the same room, or with `in_reach` of all
    rooms whose talk the same people know.
    """
    wanted = normalised(said)
    return [
        one.record
        for one in draft.known
        if normalised(_said(one.record)) == wanted
        and _is_of(one.record, fields)
        and one.record.state is state
        and (one.record.fields.place == fields.place or (in_reach and _reach(one, fields, draft)))
    ]


def _said(record: Record) -> str:
    return record.text if record.predicate is None else record.object or ""


def _is_of(record: Record, fields: RecordFields) -> bool:
    """Whether it is a machine line of the same speaker."""
    return is_machine_record(record) and record.fields.by == fields.by


def _reach(one: KnownRecord, fields: RecordFields, draft: Draft) -> bool:
    return is_one_reach(one.record.fields.place, fields.place, draft.policy)
