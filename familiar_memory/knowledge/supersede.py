"""What a newly stated fact does to what stood before it.

Facts meet only within one audience: what was said in a direct message neither ends nor
confirms what was said in a channel, or the channel would show that something was said.
"""

from __future__ import annotations

from datetime import date, datetime

from familiar_memory.domain.memory.record import Moment, Record, RecordState
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary

__all__ = ["day_of", "is_machine_record", "is_older", "is_replaced_by"]

_OPPOSITES = {
    "likes": frozenset({"dislikes"}),
    "loves": frozenset({"dislikes"}),
    "dislikes": frozenset({"likes", "loves"}),
}


def is_machine_record(record: Record) -> bool:
    """Whether a writer made the line: it says who said it, and in which turn."""
    return bool(record.fields.refs and record.fields.by and not record.damaged)


def is_replaced_by(old: Record, new: Record, vocabulary: Vocabulary = SHIPPED) -> bool:
    """Whether `new` ends `old`: another value where there is one, or the very opposite.

    Only a live machine record of the same speaker and the same audience can be ended,
    and not by what was said in the same breath.
    """
    if old.state is not RecordState.LIVE or not is_machine_record(old):
        return False
    if new.predicate is None or old.predicate is None:
        return False
    if (old.fields.by, old.fields.place) != (new.fields.by, new.fields.place):
        return False
    if set(old.fields.refs) & set(new.fields.refs):
        return False
    same_object = normalised(old.object or "") == normalised(new.object or "")
    if old.predicate == new.predicate:
        return vocabulary.is_single(new.predicate) and not same_object
    return same_object and old.predicate in _OPPOSITES.get(new.predicate, frozenset())


def is_older(one: Record, other: Record) -> bool:
    """Whether `one` was learned on an earlier day than `other`; unknown days are not earlier."""
    first, second = day_of(one.fields.learned), day_of(other.fields.learned)
    return first is not None and second is not None and first < second


def day_of(moment: Moment | None) -> date | None:
    """The day of a date or an instant."""
    return moment.date() if isinstance(moment, datetime) else moment
