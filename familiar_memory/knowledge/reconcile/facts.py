"""What a new fact does to those that stand in its slot, and they to it.

Facts arrive in any order: each has its own time, so an old one that arrives late becomes a past
fact, and ends what it came after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, Record, RecordState
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.knowledge.reconcile.restating import restated
from familiar_memory.knowledge.reconcile.slot import Meeting, is_in_slot
from familiar_memory.knowledge.reconcile.table import Effect
from familiar_memory.knowledge.reconcile.timeline import Telling, in_order, sooner, was_over
from familiar_memory.knowledge.reconcile.verdict import Action, Ending, FactVerdict

__all__ = ["decide"]

_GUESSED = frozenset({"inferred", "observed"})
"""Sources of what nobody has said."""


def decide(
    standing: Iterable[Record], new: Record, vocabulary: Vocabulary = SHIPPED, said: str = ""
) -> FactVerdict:
    """What happens when `new` comes to the records of its slot; others are not looked at.

    `said` is the sentence that it was learned from, where corrections are looked for; "" is its
    quote. Nothing is written, and the same question has the same answer.
    """
    new = _prepared(new, vocabulary)
    slot = [one for one in standing if is_in_slot(one, new, vocabulary)]
    telling = Telling.of(new)
    if telling is None:
        if not slot:
            return FactVerdict(Action.ADD, "it is new", new)
        return FactVerdict(Action.REJECT, "nothing says when it was learned")
    if telling.end is not None and telling.is_dated and telling.end < telling.start:
        return FactVerdict(Action.REJECT, "it would end before it begins")
    meeting = Meeting(new, said or new.fields.quote or "", vocabulary)
    same = [one for one in slot if meeting.is_same(one)]
    if (objection := _objection(same, new)) is not None:
        return FactVerdict(Action.SKIP, objection)
    return _Slot(slot, same, telling, meeting).verdict()


def _prepared(new: Record, vocabulary: Vocabulary) -> Record:
    """The record with what its predicate says of it."""
    predicate = vocabulary.get(new.predicate or "")
    if predicate is None or not predicate.temporary or new.fields.temporary:
        return new
    return replace(new, fields=replace(new.fields, temporary=True))


def _objection(same: Sequence[Record], new: Record) -> str | None:
    """Why there is nothing to do for a telling that stands there, or was struck."""
    refs = set(new.fields.refs)
    own = [one for one in same if refs & set(one.fields.refs)]
    if any(one.state is not RecordState.WRONG for one in own):
        return "it is already there"
    is_struck = any(one.state is RecordState.WRONG for one in same)
    is_held = any(one.state is RecordState.LIVE for one in same)
    return "it was struck" if own or (is_struck and not is_held) else None


@dataclass(frozen=True, slots=True)
class _Met:
    """What another telling and the new one do to each other."""

    other: Telling
    effect: Effect
    reason: str
    ending: Ending | None = None
    new_ends: PartialDate | None = None


@dataclass(frozen=True, slots=True)
class _Slot:
    """The records of a slot, those of them that say the same, and what comes to it."""

    records: Sequence[Record]
    same: Sequence[Record]
    new: Telling
    meeting: Meeting

    def verdict(self) -> FactVerdict:
        others = _tellings(one for one in self.records if one not in self.same)
        met = [found for one in others if (found := self._met(one)) is not None]
        if self._is_guess_against_word(met):
            return FactVerdict(Action.HOLD, "it is a guess, and would end what was said")
        fuller = (one.other for one in met if one.effect is Effect.TELLS_AGAIN)
        again = self._told_again() or next(fuller, None)
        return self._added(met) if again is None else self._again(again, met)

    def _met(self, other: Telling) -> _Met | None:
        """None where neither does anything to the other."""
        order = in_order(other, self.new)
        if order is None or self._is_of_one_breath(other) or self._are_apart(other):
            return None
        effect, reason = self.meeting.effect(order.earlier.record, order.later.record)
        if effect is Effect.COEXISTS:
            return None
        if order.later is not self.new:
            is_ended = effect is Effect.ENDS
            return _Met(other, effect, reason, new_ends=order.until) if is_ended else None
        record, is_live = other.record, other.record.state is RecordState.LIVE
        if effect is Effect.TELLS_AGAIN:
            return _Met(other, effect, reason) if other.covers(self.new.start) else None
        if effect is Effect.WAS_WRONG:
            return _Met(other, effect, reason, Ending(record, None)) if is_live else None
        until = sooner(record.fields.until, order.until)
        if until == record.fields.until:
            return None
        return _Met(other, effect, reason, Ending(record, until, is_over=self._is_over(until)))

    def _told_again(self) -> Telling | None:
        """The line that says it of the same time: the first that holds then, or begins later."""
        tellings = _tellings(self.same)
        for one in tellings:
            if one.covers(self.new.start) or (one.end is not None and one.end == self.new.end):
                return one
        later = (one for one in tellings if one.start > self.new.start)
        first = min(later, key=lambda one: one.start, default=None)
        return None if first is None or self._is_parted_from(first) else first

    def _is_parted_from(self, later: Telling) -> bool:
        """Whether something else held between the new telling and a later one of the same."""
        return any(
            self.new.rank <= one.rank < later.rank
            and self.meeting.effect(self.new.record, one.record)[0] is Effect.ENDS
            for one in _tellings(self.records)
        )

    def _is_of_one_breath(self, other: Telling) -> bool:
        """Whether one turn said both, and not that one came after the other."""
        shares = set(other.record.fields.refs) & set(self.new.record.fields.refs)
        return bool(shares) and other.start == self.new.start

    def _are_apart(self, other: Telling) -> bool:
        """Whether one of the two was over, by its own words, while the other held."""
        if was_over(self.new, other):
            return True
        others = (one for one in _tellings(self.records) if one.record != other.record)
        by_others = (one.ends_of_others for one in (self.new, *others))
        is_own_end = not any(other.record.fields.until in ends for ends in by_others)
        return is_own_end and was_over(other, self.new)

    def _is_over(self, until: PartialDate) -> bool:
        """Whether an end has come by the last day that anything in the slot was learned."""
        end = instant_of(until)
        return end is not None and end <= self._today

    @property
    def _today(self) -> datetime:
        told = (one.learned for one in _tellings(self.records) if one.learned is not None)
        return max((self.new.learned or self.new.start, *told))

    def _is_guess_against_word(self, met: Iterable[_Met]) -> bool:
        if self.new.record.fields.source not in _GUESSED:
            return False
        ended = (one.ending.record for one in met if one.ending is not None)
        return any(record.fields.source not in _GUESSED for record in ended)

    def _again(self, again: Telling, met: Sequence[_Met]) -> FactVerdict:
        """Another telling of a line, which may say as well that others have ended."""
        record, until = again.record, self.new.record.fields.until
        is_live = record.state is RecordState.LIVE
        if not is_live and again.start <= self.new.start:
            return FactVerdict(Action.SKIP, "it had ended")
        ends, reason = _endings(met), "it is already there"
        changed = restated(record, self.new.record) or record
        if until is not None and is_live:
            changed, reason = self._until(changed, until), "it says when it ended"
        if changed != record:
            return FactVerdict(Action.REASSERT, reason, ends=ends, again=record, restated=changed)
        return FactVerdict(Action.SUPERSEDE if ends else Action.SKIP, reason, ends=ends)

    def _until(self, record: Record, until: PartialDate) -> Record:
        """The record with an end, struck if that has come."""
        end = sooner(record.fields.until, until)
        state = RecordState.ENDED if self._is_over(end) else record.state
        return replace(record, state=state, fields=replace(record.fields, until=end))

    def _added(self, met: Sequence[_Met]) -> FactVerdict:
        record, until, ends = self.new.record, self.new.record.fields.until, _endings(met)
        for one in met:
            if one.new_ends is not None:
                until = sooner(until, one.new_ends)
        if until is not None:
            record = self._until(record, until)
        if record.state is RecordState.ENDED:
            return FactVerdict(Action.ADD_PAST, "something newer is there", record, ends)
        ending = next((one for one in met if one.ending is not None), None)
        if ending is None:
            return FactVerdict(Action.ADD, "it is new", record)
        is_wrong = any(one.effect is Effect.WAS_WRONG for one in met)
        action = Action.REPLACE_WRONG if is_wrong else Action.SUPERSEDE
        return FactVerdict(action, ending.reason, record, ends)


def _tellings(records: Iterable[Record]) -> list[Telling]:
    """Those that have a time; what was wrong never held."""
    right = (one for one in records if one.state is not RecordState.WRONG)
    return [told for one in right if (told := Telling.of(one)) is not None]


def _endings(met: Iterable[_Met]) -> tuple[Ending, ...]:
    return tuple(one.ending for one in met if one.ending is not None)
