"""What a fact does to those that the same person stated in other rooms that the same people know.

Each room has its own lines, since a line names the one room of its turns. But who says in one
channel of a guild that they have moved has moved in all of them, and whoever may know the one line
may know the other (`knowledge.audience.reach_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.record import Record
from familiar_memory.knowledge.audience import AudiencePolicy, reach_of
from familiar_memory.knowledge.predicates import Vocabulary
from familiar_memory.knowledge.reconcile.facts import decide
from familiar_memory.knowledge.reconcile.timeline import sooner
from familiar_memory.knowledge.reconcile.verdict import Action, Ending, FactVerdict

__all__ = ["is_one_reach", "met_elsewhere"]

_COMES_IN = frozenset({Action.ADD, Action.ADD_PAST, Action.SUPERSEDE, Action.REPLACE_WRONG})


def is_one_reach(place: str | None, other: str | None, policy: AudiencePolicy) -> bool:
    """Whether what was said in two places is known to the same people."""
    return (
        place is not None
        and other is not None
        and reach_of(place, policy) == reach_of(other, policy)
    )


def met_elsewhere(
    verdict: FactVerdict,
    standing: Sequence[Record],
    policy: AudiencePolicy,
    vocabulary: Vocabulary,
    *,
    sets_right: bool = False,
) -> FactVerdict:
    """What was decided in the room of a new fact, and what it ends, or is ended by, in others.

    `policy` says which rooms are known to the same people.
    """
    new = verdict.record
    if new is None or verdict.action not in _COMES_IN:
        return verdict
    ends: list[Ending] = []
    for place in _other_rooms(new, standing, policy):
        told = replace(new, fields=replace(new.fields, place=place))
        there = decide(standing, told, vocabulary, sets_right=sets_right)
        ends += there.ends
        new = _ended_with(new, there.record)
    if new is verdict.record and not ends:
        return verdict
    return replace(verdict, record=new, ends=(*verdict.ends, *ends))


def _other_rooms(new: Record, standing: Iterable[Record], policy: AudiencePolicy) -> Iterable[str]:
    place = new.fields.place
    rooms = dict.fromkeys(one.fields.place for one in standing)
    return [
        room
        for room in rooms
        if room is not None and room != place and is_one_reach(room, place, policy)
    ]


def _ended_with(new: Record, there: Record | None) -> Record:
    """The new record, with the end that it would have among the lines of another room."""
    if there is None or there.fields.until is None:
        return new
    until = sooner(new.fields.until, there.fields.until)
    if until == new.fields.until:
        return new
    return replace(new, state=there.state, fields=replace(new.fields, until=until))
