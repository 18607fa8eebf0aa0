"""A line that says something else, counts once more, ends, or stands for itself again."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.domain.memory.record import Record, RecordFields, RecordState
from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import narrowest
from familiar_memory.knowledge.reconcile.restating import MOST_STATEMENTS
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.record.line import stated_fact
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.named.finding import audiences_in, find_line
from familiar_memory.operations.merging.named.terms import check_term
from familiar_memory.operations.named.proposals import (
    Reassert,
    RestoreRecord,
    RetireById,
    UpdateRecord,
)
from familiar_memory.operations.touched import Touch

__all__ = ["reassert", "restore_record", "retire_by_id", "update_record", "write_anew"]

_TERM = frozenset({"since", "until"})


def update_record(draft: Draft, operation: UpdateRecord) -> str | None:
    """Change the text and fields of a line; None, or that it says so already.

    What somebody says in a place is for that place: new words narrow the line to it.
    """
    found = find_line(draft, operation)
    patch, record = operation.patch, found.record
    changed = _as_said(patch.applied(record), record, is_owner=draft.viewer.is_owner)
    place = draft.viewer.place
    if place is not None and patch.has_words and found.audience != place:
        audience = narrowest((found.audience, place))
        changed = replace(changed, fields=replace(changed.fields, place=audience))
    changed = _as_state(changed)
    if not _TERM.isdisjoint(patch.fields):
        check_term(changed.fields)
    if _plain(changed) == _plain(record):
        draft.touched(Touch.STOOD, record, found.id)
        return "it says so already"
    write_anew(draft, found, changed)
    draft.touched(Touch.CHANGED)
    return None


def retire_by_id(draft: Draft, operation: RetireById) -> str | None:
    """Strike a line; None, or that it is struck already."""
    found = find_line(draft, operation)
    record, fields = found.record, found.record.fields
    if record.state is not RecordState.LIVE:
        draft.touched(Touch.STOOD, record, found.id)
        return "it is struck already"
    state = RecordState.WRONG if operation.until is None else RecordState.ENDED
    fields = replace(fields, until=operation.until, into=operation.into or fields.into)
    check_term(fields)
    write_anew(draft, found, replace(record, state=state, fields=fields))
    draft.touched(Touch.ENDED)
    return None


def restore_record(draft: Draft, operation: RestoreRecord) -> str | None:
    """Make a line live again that went into another; None, or that it did not."""
    found = find_line(draft, operation)
    record = found.record
    if record.state is RecordState.LIVE or record.fields.into != operation.into:
        return "it did not go into that record"
    fields = replace(record.fields, into=None, until=None)
    write_anew(draft, found, replace(record, state=RecordState.LIVE, fields=fields))
    draft.touched(Touch.RESTORED)
    return None


def reassert(draft: Draft, operation: Reassert) -> str | None:
    """Count a line once more; None, or why it is not counted."""
    found = find_line(draft, operation)
    record, fields = found.record, found.record.fields
    count = fields.seen or 1
    fresh = tuple(ref for ref in operation.again if ref not in fields.refs)
    is_known = bool(operation.again) and not fresh
    if record.state is not RecordState.LIVE or is_known or count >= MOST_STATEMENTS:
        draft.touched(Touch.STOOD, record, found.id)
        return "it had ended" if record.state is not RecordState.LIVE else "it is counted already"
    counted = replace(fields, refs=fields.refs + fresh, seen=count + 1)
    write_anew(draft, found, replace(record, fields=counted))
    draft.touched(Touch.COUNTED)
    return None


def write_anew(draft: Draft, found: StandingLine, changed: Record) -> None:
    """Write a line anew, for no others than it was for; what hangs below it is for whom it was.

    Raises:
        EditError: it cannot be changed by itself.
    """
    before, text = audiences_in(draft, draft.text), draft.text
    draft.amend(found.record, changed, line=found.line)
    after = audiences_in(draft, draft.text)
    is_wider = any(
        new != old and narrowest((old, new)) != new
        for at, (old, new) in enumerate(zip(before, after, strict=True))
        if at != found.ordinal or changed.fields.place == found.record.fields.place
    )
    if is_wider:
        draft.set_text(text)
        raise EditError(
            f"line {found.line} can't be changed: others would know more than they do",
            "a line by itself",
        )


def _as_said(changed: Record, record: Record, *, is_owner: bool) -> Record:
    """The record with the fact that its new text states; a fact is made of prose by owners only."""
    if changed.text == record.text:
        return changed
    said = stated_fact(changed.text)
    if said is None or not (is_owner or said[0] == record.predicate):
        return replace(changed, predicate=None, object=None)
    return replace(changed, predicate=said[0], object=said[1])


def _as_state(record: Record) -> Record:
    """A struck record whose end was set or taken away is ended, or was wrong."""
    if record.state is RecordState.LIVE:
        return record
    has_end = record.fields.until is not None
    return replace(record, state=RecordState.ENDED if has_end else RecordState.WRONG)


def _plain(record: Record) -> tuple[str, RecordFields, RecordState]:
    return record.text, record.fields, record.state
