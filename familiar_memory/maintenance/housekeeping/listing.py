"""The proposals of the night in `review.md`: what comes, what has lost its reason, what waits.

What people have touched is theirs: only a line that stands as it was written is taken off again.
Which are ours is known by marks in the history, which hold ids and no words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from familiar_memory.errors import InputError
from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.predicates import SAME_AS, Vocabulary
from familiar_memory.operations.review.blocks import without_block, written_lines
from familiar_memory.operations.review.item import ReviewItem
from familiar_memory.operations.review.kinds.rewriting import DELETED, DIVIDES
from familiar_memory.operations.review.page import Mark, ReviewLine, review_lines
from familiar_memory.operations.review.written_item import item_lines

__all__ = ["ListPlan", "mark_as_ours", "planned_list", "without_lines"]

_PREFIX = "housekeeping "
_AT_ONCE = 2
"""Of one kind, before the next kind has its turn: a list of one thing is not read to its end."""
_REJECTED = (Mark.DISMISSED, Mark.STRUCK)


@dataclass(frozen=True, slots=True)
class ListPlan:
    """What comes into the list and what goes; `later` are those that wait for another night.

    `unlisted` are ids that were ours, and stand in the list no more.
    """

    fresh: tuple[ReviewItem, ...]
    gone: tuple[str, ...]
    later: int
    unlisted: tuple[str, ...] = ()


def planned_list(
    text: str,
    found: Mapping[str, Sequence[ReviewItem]],
    history: Watermarks,
    bounds: tuple[int, int],
    vocabulary: Vocabulary,
    can_be: Callable[[ReviewItem], bool],
) -> ListPlan:
    """Compare what was found, by kind, with the list as it stands.

    `bounds` are the most that come at once, and the most of ours that wait; `can_be` says whether
    something could be done as things stand, which is asked of what would come.
    """
    lines = review_lines(text, vocabulary)
    ours = {name.removeprefix(_PREFIX) for name in history.watermarks_like(_PREFIX)}
    reasons = {item.id for items in found.values() for item in items}
    gone = tuple(
        line.id
        for line in lines
        if line.id in ours and reasons.isdisjoint(line.ids) and _is_untouched(text, line)
    )
    known = {name for line in lines for name in line.ids}
    rejected = {_matter(line.item) for line in lines if line.item and line.mark in _REJECTED}
    proposable = (
        one
        for one in _in_turns(found.values())
        if one.id not in known and _matter(one) not in rejected
    )
    new = list({one.id: one for one in proposable}.values())
    waiting = sum(one.mark is Mark.OPEN and one.id in ours for one in lines) - len(gone)
    room = max(0, min(bounds[0], bounds[1] - waiting))
    fresh: list[ReviewItem] = []
    later = 0
    for item in new:
        if len(fresh) == room:
            later += 1
        elif can_be(item):
            fresh.append(item)
    # Where there is no list at all, somebody may still put it back.
    unlisted = sorted(ours - known) if lines else ()
    return ListPlan(tuple(fresh), gone, later, tuple(unlisted))


def mark_as_ours(history: Watermarks, plan: ListPlan) -> None:
    """Note that what comes is ours, before it comes; and no more of what is gone from the list.

    What was dismissed stands in the list, and is known again by that.
    """
    if plan.unlisted:
        history.drop_watermarks([f"{_PREFIX}{one}" for one in plan.unlisted])
    if names := [f"{_PREFIX}{item.id}" for item in plan.fresh]:
        history.set_watermarks(1, names)


def without_lines(text: str, gone: Collection[str], vocabulary: Vocabulary) -> str:
    """The list without those proposals, as far as nobody has touched them meanwhile."""
    lines = review_lines(text, vocabulary)
    for line in sorted(lines, key=lambda one: one.first, reverse=True):
        if line.id in gone and _is_untouched(text, line):
            text = without_block(text, line)
    return text


def _in_turns(kinds: Iterable[Sequence[ReviewItem]]) -> Iterable[ReviewItem]:
    """A few of each kind in turn, the kinds in their order."""
    parts = [
        [items[at : at + _AT_ONCE] for at in range(0, len(items), _AT_ONCE)] for items in kinds
    ]
    return chain.from_iterable(chain.from_iterable(zip_longest(*parts, fillvalue=[])))


def _matter(item: ReviewItem) -> tuple[str | None, ...]:
    """What a proposal is about, whatever files are called by now and whatever came since.

    Whoever has rejected it is not asked again in other words.
    """
    if item.record.predicate == SAME_AS:
        return item.does, item.note, item.detail("and")
    if (listed := item.detail("about")) is not None:
        return item.does, item.note, listed
    if (target := item.detail("leads to")) is not None:
        return item.does, item.detail("instead of 1"), target
    if (deleted := item.detail(DELETED)) is not None:
        return item.does, deleted
    if item.does == DIVIDES:
        return item.does, item.note
    return (item.id,)


def _is_untouched(text: str, line: ReviewLine) -> bool:
    """Whether a proposal stands as it was written."""
    if line.mark is not Mark.OPEN or line.item is None or line.id not in line.item.ids:
        return False
    try:
        return tuple(written_lines(text, line)) == item_lines(line.item, line.id)
    except InputError:
        return False
