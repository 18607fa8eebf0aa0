"""Taking one change out of a text that has gone on changing. Pure.

A three-way merge by lines, with the changed text in the middle: from there one way
leads to what stands now, and the other back to what stood before. Both are walked at
once, unless they change the same lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from familiar_memory.domain.text.line_diff import changes

__all__ = ["OverlapError", "count_lines", "take_out"]


class OverlapError(Exception):
    """Lines of the change have been changed again; `lines` are they, as they stand now."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        """Take the lines that stand where the change was made."""
        self.lines = tuple(lines)
        super().__init__(b"".join(lines).decode("utf-8", "replace"))


class _Hunk(NamedTuple):
    """Lines `start` to `end` of the middle text are `lines` on one of the sides."""

    start: int
    end: int
    lines: list[bytes]

    @property
    def is_insertion(self) -> bool:
        return self.start == self.end

    @property
    def is_deletion(self) -> bool:
        return not self.lines


def take_out(before: bytes, after: bytes, now: bytes) -> bytes:
    """What `now` is without the change from `before` to `after`.

    Lines that were added later stay where they are, and lines of the change that are
    gone already stay gone. Of lines that come back and lines that were added at the
    same place, the former come first.

    Raises:
        OverlapError: a line of the change was itself changed later.
    """
    middle = _lines(after)
    back = _hunks(middle, _lines(before))
    later = _hunks(middle, _lines(now))
    clashing = [hunk for one in back for hunk in later if one != hunk and _clash(one, hunk)]
    if clashing:
        raise OverlapError([line for hunk in clashing for line in hunk.lines])
    return b"".join(_merged(middle, back, later))


def count_lines(before: bytes, after: bytes) -> tuple[int, int]:
    """How many lines came and how many went; a line that was changed did both."""
    hunks = _hunks(_lines(before), _lines(after))
    return sum(len(hunk.lines) for hunk in hunks), sum(hunk.end - hunk.start for hunk in hunks)


def _lines(data: bytes) -> list[bytes]:
    lines = data.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _hunks(old: list[bytes], new: list[bytes]) -> list[_Hunk]:
    """How one text becomes another."""
    return [
        _Hunk(one.start, one.end, new[one.new_start : one.new_end]) for one in changes(old, new)
    ]


def _clash(back: _Hunk, later: _Hunk) -> bool:
    if back.is_insertion and later.is_insertion:
        return False
    if back.is_insertion:
        return later.start < back.start < later.end
    if later.is_insertion:
        return back.start < later.start < back.end and not back.is_deletion
    overlaps = back.start < later.end and later.start < back.end
    return overlaps and not (back.is_deletion and later.is_deletion)


def _merged(middle: list[bytes], back: list[_Hunk], later: list[_Hunk]) -> Iterable[bytes]:
    both = [*back, *(hunk for hunk in later if hunk not in back)]
    gone = {line for hunk in both for line in range(hunk.start, hunk.end)}
    # A stable sort: insertions come before what replaces the next line, restored ones first.
    pending = sorted(both, key=lambda hunk: (hunk.start, not hunk.is_insertion))
    starts = [hunk.start for hunk in pending]
    done = 0
    for number in range(len(middle) + 1):
        ready = bisect_right(starts, number)
        for hunk in pending[done:ready]:
            yield from hunk.lines
        done = ready
        if number < len(middle) and number not in gone:
            yield middle[number]
