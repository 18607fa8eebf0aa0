"""Facts that cannot both hold, and both stand: of two rooms or speakers, or one by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from familiar_memory.domain.memory.record import PartialDate, Record, RecordState
from familiar_memory.domain.tree import subject_of
from familiar_memory.knowledge.audience import (
    EVERYONE,
    AudiencePolicy,
    covers,
    narrowest,
    reach_of,
)
from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.reconcile.slot import FactComparison
from familiar_memory.knowledge.reconcile.table import Effect
from familiar_memory.knowledge.reconcile.timeline import Assertion
from familiar_memory.knowledge.records.machine_lines import is_stated_record
from familiar_memory.knowledge.validity import ends_before_it_begins, has_begun, has_ended
from familiar_memory.maintenance.housekeeping.context import HousekeepingContext, retiring
from familiar_memory.maintenance.housekeeping.survey import SurveyedNote
from familiar_memory.maintenance.housekeeping.telling_lines import may_exclude
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.operations.review.item import ReviewItem

__all__ = ["conflicting_facts"]

_Fact: TypeAlias = tuple[SurveyedNote, StandingLine]


def conflicting_facts(context: HousekeepingContext) -> Iterator[ReviewItem]:
    """The older of two facts that one subject cannot have both (`_may_meet`)."""
    slots: dict[tuple[str, str], list[_Fact]] = defaultdict(list)
    for note, line in context.survey.beliefs():
        if (slot := _slot(context, note, line)) is not None:
            slots[slot].append((note, line))
    for facts in slots.values():
        yield from _conflicts(context, sorted(facts, key=_begins))


def _conflicts(context: HousekeepingContext, in_order: Sequence[_Fact]) -> Iterator[ReviewItem]:
    """Each that a later one ends: the next of the same people, else the next that it may meet."""
    readers = context.rules.readers
    for at, older in enumerate(in_order):
        later = in_order[at + 1 :]
        ways = (
            (one for one in later if _is_of_same(older, one, readers)),
            (one for one in later if _may_meet(older, one, readers)),
        )
        for newer in filter(None, (next(way, None) for way in ways)):
            if (item := _conflict(context, older, newer)) is not None:
                yield item
                break


def _slot(
    context: HousekeepingContext, note: SurveyedNote, line: StandingLine
) -> tuple[str, str] | None:
    """What a fact is about, and by which predicate; None where it is none now."""
    record, fields = line.record, line.record.fields
    about = fields.subject or subject_of(note.key)
    if about is None or not may_exclude(record, context.rules.vocabulary):
        return None
    is_for_a_time = fields.temporary or fields.expires is not None
    if record.state is not RecordState.LIVE or record.damaged or is_for_a_time:
        return None
    is_now = has_begun(fields.since, context.now) and not has_ended(fields.until, context.now)
    if not is_now or fields.until is not None:
        return None
    return folded_name(about), record.predicate or ""


def _is_of_same(older: _Fact, newer: _Fact, policy: AudiencePolicy) -> bool:
    """Whether the same people know both."""
    return _reach(older[1].audience, policy) == _reach(newer[1].audience, policy)


def _may_meet(older: _Fact, newer: _Fact, policy: AudiencePolicy) -> bool:
    """Whether a person's line and a program's are held against each other for the owner.

    An end shows to whoever knows the line that ended: so where others may know that one, what
    ends it is no talk in private. What was said in two places is left to the rules of talk.
    """
    (_, line), (_, other) = older, newer
    if is_stated_record(line.record) == is_stated_record(other.record):
        return False
    is_open = _reach(other.audience, policy) != other.audience
    return is_open or covers(other.audience, line.audience, policy)


def _reach(audience: str, policy: AudiencePolicy) -> str:
    return audience if audience == EVERYONE else reach_of(audience, policy)


def _begins(fact: _Fact) -> tuple[str, str, int]:
    """What is undated came first: nothing says that it is news."""
    note, line = fact
    said = Assertion.of(line.record)
    return ("" if said is None else said.rank.isoformat(), note.path, line.line)


def _conflict(context: HousekeepingContext, older: _Fact, newer: _Fact) -> ReviewItem | None:
    (note, line), (where, other) = older, newer
    until = _until(line.record, other.record)
    if until is None or not _excludes(context, line.record, other.record):
        return None
    why = (
        f"only one of the two can hold, and {where.path}:{other.line} is the newer one; this one"
        f" would end on {until}"
    )
    if not covers(other.audience, line.audience, context.rules.readers):
        why += "; whoever may know this one would see that it has ended"
    details = (("against", other.record.text), ("stated in", where.key))
    audience = narrowest((line.audience, other.audience))
    return retiring(note.key, line, until, why, details, audience)


def _excludes(context: HousekeepingContext, older: Record, newer: Record) -> bool:
    comparison = FactComparison(newer, newer.fields.quote or "", context.rules.vocabulary)
    return comparison.effect(older, newer)[0] in (Effect.ENDS, Effect.WAS_WRONG)


def _until(older: Record, newer: Record) -> PartialDate | None:
    """When the older one ended: as the newer one began; None where nobody can know."""
    said = Assertion.of(newer)
    if said is None or said.is_point or ends_before_it_begins(older.fields.since, said.start_text):
        return None
    return said.start_text
