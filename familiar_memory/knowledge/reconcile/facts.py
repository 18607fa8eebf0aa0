"""What a new fact does to those that stand in its slot, and they to it.

Facts arrive in any order: each has its own time, so an old one that arrives late becomes a past
fact, and ends what it came after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from familiar_memory.domain.memory.partial_date import instant_of
from familiar_memory.domain.memory.record import PartialDate, Record, RecordState
from familiar_memory.knowledge.predicates import SHIPPED, Vocabulary
from familiar_memory.knowledge.reconcile.chain import Following, links_to_write
from familiar_memory.knowledge.reconcile.restating import restated
from familiar_memory.knowledge.reconcile.slot import FactComparison, is_in_slot
from familiar_memory.knowledge.reconcile.table import Effect
from familiar_memory.knowledge.reconcile.timeline import (
    Assertion,
    has_own_end,
    lies_within,
    sequence_of,
    sooner,
    without_tail,
)
from familiar_memory.knowledge.reconcile.verdict import Action, Ending, FactVerdict
from familiar_memory.knowledge.validity import ends_before_it_begins

__all__ = ["decide"]

_GUESSED = frozenset({"inferred", "observed"})
"""Sources of what nobody has said."""


def decide(
    standing: Iterable[Record],
    new: Record,
    vocabulary: Vocabulary = SHIPPED,
    said: str = "",
    *,
    sets_right: bool = False,
) -> FactVerdict:
    """What happens when `new` comes to the records of its slot; others are not looked at.

    `said` is the sentence that it was learned from, where corrections are looked for; "" is its
    quote. `sets_right`: that is known to be a correction, in whatever words. Nothing is written,
    and the same question has the same answer.
    """
    new = _prepared(new, vocabulary)
    slot = [one for one in standing if is_in_slot(one, new, vocabulary)]
    statement = Assertion.of(new)
    if statement is None:
        if not slot:
            return FactVerdict(Action.ADD, "it is new", new)
        return FactVerdict(Action.REJECT, "nothing says when it was learned")
    if ends_before_it_begins(new.fields.since, new.fields.until):
        return FactVerdict(Action.REJECT, "it would end before it begins")
    comparison = FactComparison(new, said or new.fields.quote or "", vocabulary, sets_right)
    same = [one for one in slot if comparison.is_same(one)]
    told = [one for one in same if not _is_set_right(one, slot, statement)]
    if (objection := _objection(told, new)) is not None:
        return FactVerdict(Action.SKIP, objection)
    standing_now = _right(slot)
    others = [one for one in standing_now if one.record not in same]
    days = (one.learned for one in (statement, *standing_now) if one.learned is not None)
    today = max(days, default=statement.start)
    return _Slot(others, _right(same), statement, comparison, today).verdict()


def _prepared(new: Record, vocabulary: Vocabulary) -> Record:
    """The record with what its predicate says of it."""
    predicate = vocabulary.get(new.predicate or "")
    if predicate is None or not predicate.temporary or new.fields.temporary:
        return new
    return replace(new, fields=replace(new.fields, temporary=True))


def _is_set_right(one: Record, slot: Sequence[Record], new: Assertion) -> bool:
    """Whether a line was struck since another took its place, which what is said later may undo.

    One that nothing replaces may have been struck by a person, for good.
    """
    if one.state is not RecordState.WRONG or one.id is None:
        return False
    before = Assertion.of(one)
    if before is None or before.learned is None or new.learned is None:
        return False
    if before.learned >= new.learned:
        return False
    return any(other.fields.replaces == one.id for other in slot)


def _objection(same: Sequence[Record], new: Record) -> str | None:
    """Why there is nothing to do for a statement that stands there, or was struck."""
    refs = set(new.fields.refs)
    own = [one for one in same if refs & set(one.fields.refs)]
    if any(one.state is not RecordState.WRONG for one in own):
        return "it is already there"
    is_struck = any(one.state is RecordState.WRONG for one in same)
    is_held = any(one.state is RecordState.LIVE for one in same)
    return "it was struck" if own or (is_struck and not is_held) else None


@dataclass(frozen=True, slots=True)
class _Met:
    """What another statement and the new one do to each other."""

    other: Assertion
    effect: Effect
    reason: str
    ending: Ending | None = None
    new_ends: PartialDate | None = None


@dataclass(frozen=True, slots=True)
class _Slot:
    """What a fact comes to: the others of its slot, those that say the same, and the new one.

    `today` is the last day on which anything in the slot was learned.
    """

    others: Sequence[Assertion]
    same: Sequence[Assertion]
    new: Assertion
    comparison: FactComparison
    today: datetime

    def verdict(self) -> FactVerdict:
        met = [found for one in self.others if (found := self._met(one)) is not None]
        if self._is_guess_against_word(met):
            return FactVerdict(Action.HOLD, "it is a guess, and would end what was said")
        fuller = (one.other for one in met if one.effect is Effect.REPEATS)
        again = self._repeated() or next(fuller, None)
        return self._added(met) if again is None else self._again(again, met)

    def _met(self, other: Assertion) -> _Met | None:
        """None where neither does anything to the other."""
        if self.comparison.sets_right and (wrong := self._set_right(other)) is not None:
            return wrong
        order = sequence_of(other, self.new)
        if order is None or self._is_of_one_breath(other) or self._are_apart(other):
            return None
        effect, reason = self.comparison.effect(order.earlier.record, order.later.record)
        if effect is Effect.COEXISTS:
            return None
        if order.later is not self.new:
            is_ended = effect is Effect.ENDS
            return _Met(other, effect, reason, new_ends=order.until) if is_ended else None
        record, is_live = other.record, other.record.state is RecordState.LIVE
        if effect is Effect.REPEATS:
            return _Met(other, effect, reason) if other.covers(self.new.start) else None
        if effect is Effect.WAS_WRONG:
            return _Met(other, effect, reason, Ending(record, None)) if is_live else None
        until = sooner(record.fields.until, self._ended_by_others(other, order.until))
        if until == record.fields.until:
            return None
        return _Met(other, effect, reason, Ending(record, until, is_over=self._is_over(until)))

    def _set_right(self, other: Assertion) -> _Met | None:
        """What was wrong goes, since whenever either is said to hold."""
        effect, reason = self.comparison.effect(other.record, self.new.record)
        is_wrong = effect is Effect.WAS_WRONG and other.record.state is RecordState.LIVE
        if not is_wrong or self._is_of_one_breath(other):
            return None
        return _Met(other, effect, reason, Ending(other.record, None))

    def _repeated(self) -> Assertion | None:
        """The line that says it of the same time: the first that holds then, or begins later."""
        for one in self.same:
            if one.covers(self.new.start) or (one.end is not None and one.end == self.new.end):
                return one
        later = (
            one for one in self.same if one.start > self.new.start and not self._is_over_by(one)
        )
        first = min(later, key=lambda one: one.start, default=None)
        return None if first is None or self._is_parted_from(first) else first

    def _is_over_by(self, later: Assertion) -> bool:
        """Whether the new one was over by the day since when a later one is said to hold."""
        end = self.new.end
        return later.is_dated and end is not None and end <= later.start

    def _is_parted_from(self, later: Assertion) -> bool:
        """Whether something else held between the new statement and a later one of the same."""
        return any(
            self.new.rank <= one.rank < later.rank
            and self.comparison.effect(self.new.record, one.record)[0] is Effect.ENDS
            for one in self.others
        )

    def _is_of_one_breath(self, other: Assertion) -> bool:
        """Whether one turn said both, and not that one came after the other."""
        shares = set(other.record.fields.refs) & set(self.new.record.fields.refs)
        return bool(shares) and other.start == self.new.start

    def _are_apart(self, other: Assertion) -> bool:
        """Whether one of the two was over, by its own words, while the other held."""
        if lies_within(self.new, other):
            return True
        everything = (*self.others, *self.same, self.new)
        return lies_within(other, self.new) and has_own_end(other, everything)

    def _ended_by_others(self, one: Assertion, until: PartialDate) -> PartialDate:
        """When a line ends that something ends at `until`: what lay before that ends it sooner."""
        if not self.comparison.has_one_at_a_time:
            return until
        rest = (other for other in (*self.others, self.new) if other is not one)
        return without_tail(one, until, [other for other in rest if self._ends(one, other)])

    def _ends(self, earlier: Assertion, later: Assertion) -> bool:
        return self.comparison.effect(earlier.record, later.record)[0] is Effect.ENDS

    def _is_over(self, until: PartialDate) -> bool:
        end = instant_of(until)
        return end is not None and end <= self.today

    def _is_guess_against_word(self, met: Iterable[_Met]) -> bool:
        if self.new.record.fields.source not in _GUESSED:
            return False
        ended = (one.ending.record for one in met if one.ending is not None)
        return any(record.fields.source not in _GUESSED for record in ended)

    def _again(self, again: Assertion, met: Sequence[_Met]) -> FactVerdict:
        """Another statement of a line, which may say as well that others have ended."""
        record, until = again.record, self.new.record.fields.until
        is_live = record.state is RecordState.LIVE
        if not is_live and again.start <= self.new.start:
            return FactVerdict(Action.SKIP, "it had ended")
        ends, reason = _endings(met), "it is already there"
        changed = restated(record, self.new.record) or record
        if not changed.fields.refs and self._is_parted_from(again):
            changed = record  # with that beginning it would come before what it came after
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
                until = sooner(until, self._ended_by_others(self.new, one.new_ends))
        if until is not None:
            record = self._until(record, until)
        links = tuple(self._links(record, ends))
        if record.state is RecordState.ENDED:
            reason = "something newer is there"
            return FactVerdict(Action.ADD_PAST, reason, record, ends, links=links)
        ending = next((one for one in met if one.ending is not None), None)
        if ending is None:
            return FactVerdict(Action.ADD, "it is new", record, links=links)
        is_wrong = any(one.effect is Effect.WAS_WRONG for one in met)
        action = Action.REPLACE_WRONG if is_wrong else Action.SUPERSEDE
        return FactVerdict(action, ending.reason, record, ends, links=links)

    def _links(self, record: Record, ends: Iterable[Ending]) -> Iterator[Following]:
        """What the lines are to say of which they replaced, with the new one and with new ends."""
        if not self.comparison.has_one_at_a_time:
            return
        until = {one.record: one.until for one in ends}
        lines = [(record, Assertion.of(record))]
        for one in (*self.others, *self.same):
            old = one.record
            end = until.get(old, old.fields.until)
            if old not in until or end is not None:  # else it was wrong, and never held
                ended = replace(old, fields=replace(old.fields, until=end))
                lines.append((old, Assertion.of(ended)))
        timed = [(line, when) for line, when in lines if when is not None]
        yield from links_to_write(timed, self._ends)


def _right(records: Iterable[Record]) -> list[Assertion]:
    """Those that have a time; what was wrong never held."""
    right = (one for one in records if one.state is not RecordState.WRONG)
    return [told for one in right if (told := Assertion.of(one)) is not None]


def _endings(met: Iterable[_Met]) -> tuple[Ending, ...]:
    return tuple(one.ending for one in met if one.ending is not None)
