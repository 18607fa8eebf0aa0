"""Plans in people's own words that end when they, or others of that place, say that they are done.

A plan ends here where it ends in the note of a room: it was taken on before others, and it alone
can be meant. Whoever says right behind it that they were joking has ended nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TypeAlias

from familiar_memory.domain.memory.record import RecordFields
from familiar_memory.domain.tree import note_of_person
from familiar_memory.operations.proposal import Proposal, ResumeRecord, RetireRecord
from familiar_memory.writers.arcs.wording import overlap, plans_in
from familiar_memory.writers.promised.promise import Promise, done_by, says_done
from familiar_memory.writers.promised.promises_in import TakenOn, promises_in
from familiar_memory.writers.slips.struck_lines import AHEAD, KindOfLine
from familiar_memory.writers.text.taken_back import (
    begins_by_taking_back,
    is_taken_back,
    revokes,
)
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["OpenPlans"]

_IN_PART, _OF_PART = 0.8, 0.6
"""Of the words of a promise so many stand in the part of a line that says it, and of the words of
that part so many are of the promise: a line that says more than what is done does not end."""

_LinesOf: TypeAlias = Callable[[Utterance], Iterable[KindOfLine]]
_Speaker: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A line of somebody's note, and what of its promises is left to do."""

    said: Utterance
    line: str
    left: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class _Last:
    """What somebody planned in their last message there, and the plans that it ended, as they were.

    Their next one may take it back.
    """

    said: Utterance
    planned: Sequence[_Plan]
    done: Sequence[_Plan]


@dataclass(slots=True)
class OpenPlans:
    """The plans of each place, by what was said there in the order in which it is told here.

    Most talk finishes nothing, so it is gone through once something in it may.
    """

    lines_of: _LinesOf
    _unread: list[Utterance] = field(default_factory=list)
    _planning: set[str] = field(default_factory=set)
    """The places in which anything was planned: elsewhere nothing can be done."""
    _open: dict[str, list[_Plan]] = field(default_factory=dict)
    _last: dict[_Speaker, _Last] = field(default_factory=dict)
    _reports: dict[str, list[Utterance]] = field(default_factory=dict)
    """What says in each place that something is done: it stands when another report was a joke."""

    def hear(self, said: Iterable[Utterance]) -> None:
        """Take note of what was said earlier and is written up already."""
        for one in said:
            self._hear(one)

    def after(self, one: Utterance) -> Iterator[Proposal]:
        """What the next message ends, or says to have been no end."""
        self._hear(one)
        if one.place.slug not in self._planning:
            return
        if not (says_done(one.words) or begins_by_taking_back(one.words)):
            return
        *before, now = self._unread
        self._unread.clear()
        for past in before:
            for _ in self._read(past):
                pass
        yield from self._read(now)

    def _hear(self, one: Utterance) -> None:
        self._unread.append(one)
        if one.place.slug not in self._planning and plans_in(one.words):
            self._planning.add(one.place.slug)

    def _read(self, one: Utterance) -> Iterator[Proposal]:
        plans = self._open.setdefault(one.place.slug, [])
        speaker = (one.author.slug, one.place.slug)
        last = self._last.pop(speaker, None)
        if last is not None and revokes(one, last.said):
            plans[:] = [plan for plan in plans if plan not in last.planned]
            yield from self._resumed(last, plans, self._reports.get(one.place.slug, ()))
        done = list(_done(one, plans)) if plans else []
        for plan, left in done:
            at = plans.index(plan)
            plans[at : at + 1] = [replace(plan, left=left)] if left else []
            if not left:
                yield RetireRecord(_path(plan), "", plan.line, _fields(plan, one), ended=True)
        found = _planned(one, self.lines_of) if plans_in(one.words) else ()
        # Said again in the same words it is the same line.
        known = {(plan.said.author.slug, plan.line) for plan in plans}
        new = [plan for plan in found if (plan.said.author.slug, plan.line) not in known]
        plans += new
        if _reports_done(one.words):
            self._reports.setdefault(one.place.slug, []).append(one)
        if new or done:
            self._last[speaker] = _Last(one, new, [plan for plan, _ in done])

    @staticmethod
    def _resumed(
        last: _Last, plans: list[_Plan], reports: Iterable[Utterance]
    ) -> Iterator[Proposal]:
        since = [one for one in reports if one.order > last.said.order]
        for plan in last.done:
            if any(done_by(one.words, one.author.slug, plan.left) for one in since):
                continue
            plans[:] = [one for one in plans if (one.said, one.line) != (plan.said, plan.line)]
            plans.append(plan)
            day: date = last.said.slot.day
            yield ResumeRecord(_path(plan), "", plan.line, plan.said.fields, day.isoformat())


def _reports_done(words: str) -> bool:
    return says_done(words) and not is_taken_back(words)


def _done(one: Utterance, plans: Sequence[_Plan]) -> Iterator[tuple[_Plan, tuple[Promise, ...]]]:
    """The plans of which something is done, with what is left of them."""
    if not _reports_done(one.words):
        return
    promises = [(plan, promise) for plan in plans for promise in plan.left]
    found = done_by(one.words, one.author.slug, [promise for _, promise in promises])
    done = {promises[at] for at in found}
    for plan in plans:
        left = tuple(promise for promise in plan.left if (plan, promise) not in done)
        if left != plan.left:
            yield plan, left


def _planned(one: Utterance, lines_of: _LinesOf) -> Iterator[_Plan]:
    """The lines that promise something in each of their parts."""
    taken = promises_in(one.words)
    lines = [line for kind, line in lines_of(one) if kind in AHEAD] if taken else []
    for line in lines:
        found = [_promised(part, taken) for part in line.split("; ")]
        matters = [only.matter for only in found if only is not None]
        if len(matters) == len(found):
            by = one.author.slug
            yield _Plan(one, line, tuple(Promise(by, matter) for matter in matters))


def _promised(part: str, taken: Iterable[TakenOn]) -> TakenOn | None:
    """The one promise that a part of a line is; None where it says more, or something else."""
    found = [
        one
        for one in taken
        if overlap(one.words, part)[1] >= _IN_PART
        and overlap(part, f"{one.words} {one.matter}")[1] >= _OF_PART
    ]
    return found[0] if len(found) == 1 else None


def _fields(plan: _Plan, one: Utterance) -> RecordFields:
    """Who planned it, by the message that says that it is done."""
    return replace(one.fields, by=plan.said.author.slug)


def _path(plan: _Plan) -> str:
    return note_of_person(plan.said.author.slug)
