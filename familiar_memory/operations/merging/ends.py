"""Which lines somebody means who says that something ended, was never so, or goes on.

They are struck, taken out, or live again.
"""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.reconcile.elsewhere import is_one_reach
from familiar_memory.knowledge.records.machine_lines import day_of, is_machine_record
from familiar_memory.markdown.change.removal import remove_record
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.known import KnownRecord
from familiar_memory.operations.proposal import ResumeRecord, RetireRecord
from familiar_memory.operations.touched import Touch

__all__ = ["facts_meant", "resume_record", "retire_record"]

_NO_SUCH = "there is no such fact"
_MERGED = "consolidation"


def retire_record(draft: Draft, operation: RetireRecord) -> str | None:
    """Strike the facts, or the lines, that are meant; None, or that there is none.

    What only a message says that is taken back (`said_in`) is taken out: struck, it could never be
    said in earnest. What others say as well is as it was without that message.
    """
    if operation.said_in:
        return _take_back(draft, operation)
    fields, is_fact = operation.fields, bool(operation.predicate)
    found = _lines_meant(draft, operation.object, fields, in_reach=is_fact)
    meant = [one for one in found if _is_meant(one, operation)]
    for one in meant:
        draft.strike(one, _until(fields) if operation.ended else None)
    return None if meant else _NO_SUCH


def _take_back(draft: Draft, operation: RetireRecord) -> str | None:
    found = _lines_meant(draft, operation.object, operation.fields, state=None)
    meant = [
        one for one in found if _is_meant(one, operation) and _is_only_of(one, operation.said_in)
    ]
    repeated = [one for one in found if _repeats(one, operation)]
    for one in repeated:
        draft.amend(one, _unsaid(one, operation))
        draft.touched(Touch.CHANGED)
    for one in meant:
        _take_out(draft, one)
    return None if meant or repeated else _NO_SUCH


def resume_record(draft: Draft, operation: ResumeRecord) -> str | None:
    """Make the line live again that was struck until that day; None, or that there is none.

    One that is live, and was to end on that day, goes on as well. With another `until` in its
    fields it was to end then.
    """
    is_fact = bool(operation.predicate)
    found = _lines_meant(draft, operation.object, operation.fields, in_reach=is_fact, state=None)
    meant = [
        one
        for one in found
        if (one.predicate or "") == operation.predicate
        and _ended_on(one, operation.until)
        and not _has_another(draft, one)
    ]
    until = operation.fields.until
    for one in meant:
        draft.resume(one, None if until == operation.until else until)
    return None if meant else "nothing of that ended then"


def _take_out(draft: Draft, one: Record) -> None:
    """Take a line out; it is struck where others would be read otherwise without it."""
    draft.settle()
    found = next(known for known in draft.known if known.record == one)
    try:
        text = remove_record(draft.text, found.line, one, path=draft.lines.path)
    except EditError:
        draft.strike(one, None)
        return
    draft.touched(Touch.REMOVED, one)
    draft.set_text(text)
    every = [known.record for known in draft.known]
    for other in [it for it in every if one.id is not None and it.fields.replaces == one.id]:
        draft.amend(other, replace(other, fields=replace(other.fields, replaces=None)))


def _repeats(one: Record, operation: RetireRecord) -> bool:
    """Whether a message only says again what others say; of what was merged nobody can tell."""
    refs = set(one.fields.refs)
    is_said_again = operation.said_in in refs and len(refs) > 1 and one.state is RecordState.LIVE
    is_same = (one.predicate or "") == operation.predicate
    return is_same and is_said_again and one.fields.source != _MERGED


def _unsaid(one: Record, operation: RetireRecord) -> Record:
    """The line without that message, and without what that alone says of when it holds."""
    fields, jest = one.fields, operation.fields
    times = (fields.seen or 1) - 1
    return replace(
        one,
        fields=replace(
            fields,
            refs=tuple(ref for ref in fields.refs if ref != operation.said_in),
            seen=times if times > 1 else None,
            since=None if fields.since == jest.since else fields.since,
            until=None if fields.until == jest.until else fields.until,
        ),
    )


def _ended_on(one: Record, day: str) -> bool:
    state, fields = one.state, one.fields
    return state is not RecordState.WRONG and fields.until == day and fields.into is None


def _has_another(draft: Draft, one: Record) -> bool:
    """Whether something else of which there is one at a time holds of the same person by now."""
    kind = draft.vocabulary.get(one.predicate or "")
    if kind is None or not kind.single:
        return False
    return any(
        known.record.predicate == one.predicate
        and known.record.fields.by == one.fields.by
        and known.record.state is RecordState.LIVE
        and normalised(known.record.object or "") != normalised(one.object or "")
        and is_one_reach(known.record.fields.place, one.fields.place, draft.policy)
        for known in draft.known
    )


def _is_only_of(one: Record, said_in: str) -> bool:
    """Whether a line is what one message said, as it was written: live, or as its own past.

    One that was struck since then may be a person's to strike.
    """
    fields = one.fields
    was_past = one.state is RecordState.ENDED and fields.since is not None
    return set(fields.refs) == {said_in} and (one.state is RecordState.LIVE or was_past)


def _is_meant(one: Record, operation: RetireRecord) -> bool:
    return (one.predicate or "") == operation.predicate and not _begins_later(one, operation)


def _begins_later(one: Record, operation: RetireRecord) -> bool:
    """Whether a line is of another time: said on a later day, or begun after what is over."""
    said, learned = day_of(operation.fields.learned), day_of(one.fields.learned)
    if said is not None and learned is not None and learned > said:
        return True
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
    state: RecordState | None = RecordState.LIVE,
) -> list[Record]:
    """Their facts that have this object, and their lines in plain words that say this.

    Live ones, if no other `state` is asked for (None: any); those of the same room, or with
    `in_reach` of all rooms whose talk the same people know.
    """
    wanted = normalised(said)
    return [
        one.record
        for one in draft.known
        if normalised(_said(one.record)) == wanted
        and _is_of(one.record, fields)
        and state in (None, one.record.state)
        and (
            one.record.fields.place == fields.place
            or (in_reach and _is_in_reach(one, fields, draft))
        )
    ]


def _said(record: Record) -> str:
    return record.text if record.predicate is None else record.object or ""


def _is_of(record: Record, fields: RecordFields) -> bool:
    """Whether it is a machine line of the same speaker."""
    return is_machine_record(record) and record.fields.by == fields.by


def _is_in_reach(one: KnownRecord, fields: RecordFields, draft: Draft) -> bool:
    return is_one_reach(one.record.fields.place, fields.place, draft.policy)
