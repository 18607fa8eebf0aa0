"""What somebody asks to be kept: a statement, and for the owner the last word."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from familiar_memory.domain.memory.record import Record, RecordState
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.reconcile.facts import decide
from familiar_memory.knowledge.reconcile.slot import FactComparison, is_in_slot
from familiar_memory.knowledge.reconcile.timeline import Assertion
from familiar_memory.knowledge.reconcile.verdict import Action, Ending, FactVerdict
from familiar_memory.knowledge.records.machine_lines import day_of, is_stated_record
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.known import KnownRecord, find_equals
from familiar_memory.operations.merging.named.finding import visible_records
from familiar_memory.operations.merging.named.terms import check_term
from familiar_memory.operations.merging.records import carry_out
from familiar_memory.operations.merging.ruled_out import RuledOutError
from familiar_memory.operations.named.proposals import StateRecord
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.touched import Touch

__all__ = ["state_record"]

_ENOUGH_TELLERS = 3
"""So many people have a line each that says the same; whoever comes later is counted. Else a note
of a busy place would have each line a dozen times."""


def state_record(draft: Draft, operation: StateRecord) -> str | None:
    """Add a record, which ends what it contradicts; None, or why it is not added.

    What was added before it may still wait, unless a line of that is to be changed.
    """
    record = draft.lines.completed(draft.text, operation.section, operation.record)
    check_term(record.fields)
    seen = visible_records(draft)
    if (there := _standing(draft, seen, record, is_owner=operation.for_owner)) is not None:
        _check_said(there, record)
        draft.touched(Touch.STOOD, there)
        return _why_not(there)
    if record.predicate is None:
        verdict = FactVerdict(Action.ADD, "it is new", record)
        by_hand: list[Record] = []
    else:
        stated = [one for one in seen if is_stated_record(one)]
        by_hand = [one for one in seen if not is_stated_record(one)]
        verdict = _verdict(draft, stated, record, is_owner=operation.for_owner)
        if draft.waiting and (verdict.ends or verdict.links or verdict.again is not None):
            draft.settle()
            return state_record(draft, operation)
        if verdict.record is None:
            same = verdict.restated or _same(draft, stated, record)
            if same is not None and verdict.action not in (Action.HOLD, Action.REJECT):
                _check_said(same, record)
            if same is not None and verdict.restated is None:
                draft.touched(Touch.STOOD, same)
    reason = carry_out(draft, operation.title, operation.section, verdict)
    for one in by_hand:
        if _contradicts(draft, one, record):
            draft.touched(Touch.CONTRADICTS, one)
    return reason


def _standing(
    draft: Draft, seen: Collection[Record], record: Record, *, is_owner: bool
) -> Record | None:
    """The line that is there already, or that a person has struck."""
    equals = [one for one in find_equals(draft.known, record) if one.record in seen]
    equal = _told_by(equals, record) if record.relation is not None else next(iter(equals), None)
    if equal is None:
        return None
    standing = equal.record
    is_live = standing.state is RecordState.LIVE
    if record.predicate is not None and is_stated_record(standing):
        # The rules of facts say what another statement does, but a guess cannot be told from it.
        is_same_line = standing.fields.by == record.fields.by
        return standing if is_live and not is_same_line else None
    if is_live:
        return standing
    return None if is_owner or standing.state is RecordState.ENDED else standing


def _told_by(equals: Sequence[KnownRecord], record: Record) -> KnownRecord | None:
    """The line of this speaker; None where only others said it, who may be forgotten with theirs.

    Where enough of them did, theirs stands for all.
    """
    if not equals:
        return None
    by, first = record.fields.by, equals[0]
    tellers: dict[str | None, KnownRecord] = {}
    for one in equals:
        tellers.setdefault(one.record.fields.by, one)
    is_enough = by is None or None in tellers or len(tellers) >= _ENOUGH_TELLERS
    is_struck = first.record.state is not RecordState.LIVE
    return tellers.get(by, first if is_enough or is_struck else None)


def _why_not(there: Record) -> str:
    return "it is already there" if there.state is RecordState.LIVE else "it was struck"


def _verdict(
    draft: Draft, stated: Sequence[Record], record: Record, *, is_owner: bool
) -> FactVerdict:
    """What becomes of it by the rules of facts.

    What the owner says meets what each speaker told each audience; what one had struck before does
    not bind them.
    """
    if not is_owner:
        return decide(stated, record, draft.vocabulary)
    right = [one for one in stated if one.state is not RecordState.WRONG]
    verdict = decide(right, record, draft.vocabulary)
    own = (record.fields.by, record.fields.place)
    others = dict.fromkeys((one.fields.by, one.fields.place) for one in right)
    ends: dict[Record, Ending] = {one.record: one for one in verdict.ends}
    for by, place in others:
        if (by, place) == own or verdict.record is None:
            continue
        told = replace(record, fields=replace(record.fields, by=by, place=place))
        ends |= {one.record: one for one in _ended_by_owner(right, told, draft.vocabulary)}
    return replace(verdict, ends=tuple(ends.values()))


def _ended_by_owner(
    standing: Sequence[Record], told: Record, vocabulary: Vocabulary
) -> Iterator[Ending]:
    """What a fact of the owner ends among what one speaker told one audience.

    Also what was told later than since when the owner's holds: of that the order of days says
    that it came after, and the owner, who speaks last, that it is over.
    """
    ends = decide(standing, told, vocabulary).ends
    yield from ends
    since, statement = told.fields.since, Assertion.of(told)
    if since is None or statement is None or told.fields.until is not None:
        return
    if statement.learned is None or statement.learned < statement.start:
        return
    ended = {one.record for one in ends}
    today = replace(told, fields=replace(told.fields, since=None))
    for one in decide(standing, today, vocabulary).ends:
        if one.record in ended or one.until is None:
            continue
        # Of one without a `since` it is not known when it began, so it may have ended before.
        yield one if one.record.fields.since else replace(one, until=since)


def _check_said(there: Record, record: Record) -> None:
    """Refuse dates that the line which says the same neither has nor is given: none is dropped.

    Raises:
        RuledOutError: it says which.
    """
    if record.fields.refs:
        return  # it was said, and not asked for: the line says what is known
    for name in ("since", "until", "expires"):
        given, stands = getattr(record.fields, name), getattr(there.fields, name)
        if given is not None and given != stands:
            has = f"{name} {stands}" if stands is not None else f"no {name}"
            raise RuledOutError(
                Verdict.REJECTED,
                f"it is already there with {has}, and {name} {given} was given; accepted: the fact"
                f" without it, or `familiar edit NAME --field {name}={given}`",
            )


def _same(draft: Draft, stated: Iterable[Record], record: Record) -> Record | None:
    """The line that says the same, in other words or not; one that holds before others."""
    comparison = FactComparison(record, record.fields.quote or "", draft.vocabulary)
    slot = (one for one in stated if is_in_slot(one, record, draft.vocabulary))
    same = [one for one in slot if comparison.is_same(one)]
    return next((one for one in same if one.state is RecordState.LIVE), next(iter(same), None))


def _contradicts(draft: Draft, by_hand: Record, record: Record) -> bool:
    """Whether the new fact would end a line that a person wrote by hand, were it a program's."""
    day, fields = day_of(record.fields.learned), by_hand.fields
    if by_hand.state is not RecordState.LIVE or by_hand.predicate is None or day is None:
        return False
    told = replace(
        fields,
        by=record.fields.by,
        place=record.fields.place,
        subject=record.fields.subject,
        learned=fields.learned or day - timedelta(days=1),
    )
    standing = (replace(by_hand, fields=told),)
    return any(_ended_by_owner(standing, record, draft.vocabulary))
