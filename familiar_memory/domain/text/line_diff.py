"""How one list of lines becomes another, in a time that grows with their number. Pure.

`difflib` compares every pair of equal lines, and a blank line equals half of a note. Here what
both begin and end with is taken off first, then lines that stand once on each side hold the rest
together (as in a "patience" diff), and only what is between two of them goes to `difflib`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

__all__ = ["LineChange", "changes"]

_Line = TypeVar("_Line", bound=Hashable)
_FEW_PAIRS = 250_000
"""Of more, lines that are repeated all over are not looked at one by one."""


class LineChange(NamedTuple):
    """Lines `start` to `end` of the old are lines `new_start` to `new_end` of the new."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes(old: Sequence[_Line], new: Sequence[_Line]) -> list[LineChange]:
    """Where they differ, in order; no two touch."""
    found: list[LineChange] = []
    for one in _changes(old, new):
        last = found[-1] if found else None
        if last is not None and (last.end, last.new_end) == (one.start, one.new_start):
            found[-1] = LineChange(last.start, one.end, last.new_start, one.new_end)
        else:
            found.append(one)
    return found


def _changes(old: Sequence[_Line], new: Sequence[_Line]) -> Iterator[LineChange]:
    gaps = [LineChange(0, len(old), 0, len(new))]
    while gaps:
        gap = _without_common_ends(gaps.pop(), old, new)
        if gap.start == gap.end or gap.new_start == gap.new_end:
            if gap.start != gap.end or gap.new_start != gap.new_end:
                yield gap
        elif anchors := _anchors(gap, old, new):
            # The first is looked at next: they are told in order.
            gaps += reversed(list(_between(gap, anchors)))
        else:
            yield from _compared(gap, old, new)


def _without_common_ends(gap: LineChange, old: Sequence[_Line], new: Sequence[_Line]) -> LineChange:
    start, end, new_start, new_end = gap
    while start < end and new_start < new_end and old[start] == new[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < end and new_start < new_end and old[end - 1] == new[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    return LineChange(start, end, new_start, new_end)


def _anchors(gap: LineChange, old: Sequence[_Line], new: Sequence[_Line]) -> list[tuple[int, int]]:
    """The longest row of lines that stand once on each side, in the order of both."""
    ours = Counter(old[gap.start : gap.end])
    theirs = Counter(new[gap.new_start : gap.new_end])
    at = {new[number]: number for number in range(gap.new_start, gap.new_end)}
    pairs = [
        (number, at[line])
        for number in range(gap.start, gap.end)
        if ours[line := old[number]] == 1 and theirs[line] == 1
    ]
    return _longest_rising(pairs)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs in which the second number rises, too."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, (_, there) in enumerate(pairs):
        rank = bisect_left(ends, there)
        before.append(last[rank - 1] if rank else None)
        ends[rank : rank + 1] = [there]
        last[rank : rank + 1] = [number]
    found: list[tuple[int, int]] = []
    at = last[-1] if last else None
    while at is not None:
        found.append(pairs[at])
        at = before[at]
    return found[::-1]


def _between(gap: LineChange, anchors: Sequence[tuple[int, int]]) -> Iterator[LineChange]:
    start, new_start = gap.start, gap.new_start
    for here, there in anchors:
        yield LineChange(start, here, new_start, there)
        start, new_start = here + 1, there + 1
    yield LineChange(start, gap.end, new_start, gap.new_end)


def _compared(gap: LineChange, old: Sequence[_Line], new: Sequence[_Line]) -> Iterator[LineChange]:
    start, end, new_start, new_end = gap
    is_large = (end - start) * (new_end - new_start) > _FEW_PAIRS
    matcher = SequenceMatcher(
        None, list(old[start:end]), list(new[new_start:new_end]), autojunk=is_large
    )
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind != "equal":
            yield LineChange(start + i, start + j, new_start + k, new_start + m)
