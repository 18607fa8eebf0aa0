"""Running a pattern over one text, line by line, within a bounded time."""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Iterator

from familiar_memory.errors import PatternError
from familiar_memory.store.base import GrepHit
from familiar_memory.store.search.pattern import SearchPattern

__all__ = ["MatchingBudget", "find_in_text", "split_lines"]

# What a decent pattern needs at most; a search may take as much for what it reads,
# and waste no more than the budget on top of it.
_SECONDS_PER_CHAR = 0.1e-6
_SECONDS_PER_LINE = 10e-6

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class MatchingBudget:
    """How much processor time one search may still waste on matching.

    Only matching is counted, by this thread's own clock: neither reading files nor
    a busy machine ever stops a search. A stretch of text is allowed what a decent
    pattern needs for it; what is taken beyond that is waste. Time that a stretch did
    not need is not saved up for the next one.
    """

    def __init__(self, waste_s: float) -> None:
        self._left = waste_s
        self._began = 0.0
        self._allowed = 0.0

    def start(self, chars: int) -> float:
        """Begin a stretch of this size: the seconds it may take.

        `PatternError` when nothing is left.
        """
        now = time.thread_time()
        if self._allowed:
            self._charge(now)
        elif self._left <= 0:
            raise too_slow()
        self._began = now
        self._allowed = _SECONDS_PER_LINE + chars * _SECONDS_PER_CHAR
        return self._left + self._allowed

    def stop(self) -> None:
        """End the last stretch; `PatternError` when it took too long."""
        self._charge(time.thread_time())
        self._allowed = 0.0

    def _charge(self, now: float) -> None:
        self._left -= max(0.0, now - self._began - self._allowed)
        if self._left <= 0:
            raise too_slow()


def too_slow() -> PatternError:
    """The error for a pattern that runs too long."""
    return PatternError(
        "the pattern takes too long to match",
        "Avoid repeats inside repeats, such as (a+)+; search for a plain word.",
    )


def find_in_text(
    path: str, text: str, pattern: SearchPattern, budget: MatchingBudget, max_line_chars: int
) -> Iterator[GrepHit]:
    """Every match in the text, by line and column."""
    try:
        if pattern.is_literal:
            yield from _find_literal(path, text, pattern, budget, max_line_chars)
        else:
            yield from _find_by_line(path, text, pattern, budget, max_line_chars)
    except TimeoutError as error:
        raise too_slow() from error


def split_lines(text: str) -> list[str]:
    r"""The lines without their ends (\n, \r\n or \r); what follows the last end is one."""
    lines = _LINE_BREAK.split(text) if "\r" in text else text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _find_by_line(
    path: str, text: str, pattern: SearchPattern, budget: MatchingBudget, max_line_chars: int
) -> Iterator[GrepHit]:
    lines = split_lines(text)
    # A byte-order mark is no part of what a person sees in the first line.
    shift = int(text.startswith("\ufeff"))
    find = pattern.compiled.finditer
    for number, line in enumerate(lines, start=1):
        for match in find(line[shift:], timeout=budget.start(len(line)), concurrent=True):
            start, end = match.span()
            yield _hit(path, number, line, start + shift, end + shift, max_line_chars)
        shift = 0
    budget.stop()


def _find_literal(
    path: str, text: str, pattern: SearchPattern, budget: MatchingBudget, max_line_chars: int
) -> Iterator[GrepHit]:
    """Search the text at once: a literal without a line break is found in the same places."""
    timeout = budget.start(len(text))
    matches = pattern.compiled.finditer(text, timeout=timeout, concurrent=True)
    spans = [match.span() for match in matches]
    budget.stop()
    if not spans:
        return
    starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
    for start, end in spans:
        number = bisect_right(starts, start)
        begin = starts[number - 1]
        line = _LINE_BREAK.split(text[begin : _end_of_line(starts, number, text)], maxsplit=1)[0]
        yield _hit(path, number, line, start - begin, end - begin, max_line_chars)


def _end_of_line(starts: list[int], number: int, text: str) -> int:
    return starts[number] if number < len(starts) else len(text)


def _hit(path: str, number: int, line: str, start: int, end: int, max_line_chars: int) -> GrepHit:
    if len(line) <= max_line_chars:
        return GrepHit(path, number, start, end, line)
    margin = max(0, max_line_chars - (end - start)) // 2
    offset = max(0, min(start - margin, len(line) - max_line_chars))
    return GrepHit(path, number, start, end, line[offset : offset + max_line_chars], offset)
