"""From what someone typed to a pattern that is safe to run.

The `regex` package runs it, because it can be stopped. It also knows more than
Python's `re`: fuzzy matches, recursion, POSIX classes. Those are neutralised or
refused here, so that a pattern means what `re` would make of it. And it unrolls
counted repeats when it compiles, so their size is bounded first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import regex

from familiar_memory.errors import PatternError

__all__ = ["SearchPattern", "compile_pattern"]

_MAX_UNROLLED: Final = 5_000
"""Terms with all repeats written out, as `regex` does: 3 to 6 ms to compile at this size."""
_MAX_DEPTH: Final = 100
"""Groups in groups; whoever parses the pattern behind us recurses."""
_SET_CHARS_PER_ITEM: Final = 16
"""So many characters of a set weigh as much as one term more."""
_MAX_COUNT: Final = 65_535
"""The largest repeat; what it makes of a pattern's size is bounded by `_MAX_UNROLLED`."""

_COUNT = re.compile(r"\{(\d*)(?:(,)(\d*))?\}")
_FLAGS = re.compile(r"\(\?([aimsu]*)(?:-([ims]+))?([:)])")
_GROUP = re.compile(r"\(\?(?:P<[^>]*>|P=[^)]*\)|<?[=!]|>|#[^)]*\)|\([^)]*\))")
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-9]{1,3}"
    r"|[AbBdDsSwWZafnrtv]|[^0-9A-Za-z])",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class SearchPattern:
    """A compiled pattern, and what is known of its matches without running it.

    Every match holds one of `needles` (None when nothing is known), whatever its
    case when `ignores_case`. `is_literal`: the needles are the whole of it.
    """

    compiled: regex.Pattern[str]
    needles: tuple[str, ...] | None
    ignores_case: bool
    is_literal: bool


def compile_pattern(pattern: str, *, case_insensitive: bool, max_chars: int) -> SearchPattern:
    """Check, neutralise and compile.

    Raises:
        PatternError: it is malformed, longer than `max_chars`, repeats or nests too
            much, or uses what Python's `re` does not know.
    """
    if len(pattern) > max_chars:
        raise PatternError(
            f"the pattern has {len(pattern)} characters, and {max_chars} is the most",
            "Search for something shorter.",
        )
    scan = _Scan(pattern)
    scan.run()
    flags = regex.VERSION0 | (regex.IGNORECASE if case_insensitive else 0)
    try:
        compiled = regex.compile(scan.safe, flags)
    except (regex.error, RecursionError, MemoryError, OverflowError, ValueError) as error:
        raise _malformed(pattern, str(error) or type(error).__name__) from error
    return SearchPattern(
        compiled=compiled,
        needles=scan.needles,
        ignores_case=case_insensitive or scan.sets_ignore_case,
        is_literal=scan.is_literal and scan.needles is not None and not scan.spans_lines,
    )


def _malformed(pattern: str, why: str) -> PatternError:
    shown = pattern if len(pattern) <= 80 else pattern[:77] + "..."
    return PatternError(
        f"the pattern {shown!r} cannot be used: {why}",
        "Use the syntax of Python's re; put a backslash before a special character.",
    )


class _Scan:
    """One pass over a pattern, from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._out: list[str] = []
        # Sizes when unrolled: of each open group so far, and of the last item in it.
        self._sizes = [0]
        self._last = [0]
        self._run: list[str] = []
        self._runs: list[str] = []
        self._branch_needles: list[str] = []
        self.is_literal = True
        self.sets_ignore_case = False

    @property
    def safe(self) -> str:
        """The pattern as it may be compiled."""
        return "".join(self._out)

    @property
    def needles(self) -> tuple[str, ...] | None:
        """One text per top-level alternative, which every match of it must hold."""
        return tuple(self._branch_needles) if all(self._branch_needles) else None

    @property
    def spans_lines(self) -> bool:
        """Whether a needle holds a line break, which no line does."""
        return any("\n" in needle or "\r" in needle for needle in self._branch_needles)

    def run(self) -> None:
        """Read the whole pattern; afterwards the other attributes hold."""
        while self._at < len(self._pattern):
            self._step(self._pattern[self._at])
        self._end_branch()

    def _step(self, char: str) -> None:
        match char:
            case "\\":
                self._escape()
            case "[":
                self._set()
            case "(":
                self._open_group()
            case ")":
                self._close_group()
            case "|":
                self._alternative()
            case "*" | "+" | "?":
                self._repeat(char, 1 if char == "+" else 0)
            case "{":
                self._counted()
            case "." | "^" | "$":
                self._opaque(char)
            case _:
                self._literal(char, char)

    def _take(self, raw: str, written: str | None = None) -> None:
        self._out.append(raw if written is None else written)
        self._at += len(raw)

    def _item(self, size: int = 1) -> None:
        self._sizes[-1] += size
        self._last[-1] = size

    def _literal(self, raw: str, char: str, written: str | None = None) -> None:
        self._take(raw, written)
        self._item()
        if len(self._sizes) == 1:
            self._run.append(char)

    def _opaque(self, raw: str, written: str | None = None, size: int = 1) -> None:
        """Something that matches what is not known here."""
        self._take(raw, written)
        self._item(size)
        self._break_run()

    def _break_run(self) -> None:
        self.is_literal = False
        self._end_run()

    def _end_run(self) -> None:
        if self._run:
            self._runs.append("".join(self._run))
            self._run.clear()

    def _end_branch(self) -> None:
        self._end_run()
        self._branch_needles.append(max(self._runs, key=len, default=""))
        self._runs.clear()

    def _alternative(self) -> None:
        self._take("|")
        if len(self._sizes) == 1:
            self._end_branch()

    def _escape(self) -> None:
        found = _ESCAPE.match(self._pattern, self._at)
        if found is None:
            raise _malformed(self._pattern, f"bad escape at character {self._at}")
        raw = found[0]
        if raw[1].isascii() and raw[1].isalnum():
            self._opaque(raw)
        else:
            self._literal(raw, raw[1])

    def _set(self) -> None:
        """A character set; `[` inside is only a character, never a POSIX class."""
        start = self._at
        at = start + 1
        at += self._pattern.startswith("^", at)
        at += self._pattern.startswith("]", at)
        while at < len(self._pattern) and self._pattern[at] != "]":
            at += 2 if self._pattern[at] == "\\" else 1
        if at >= len(self._pattern):
            raise _malformed(self._pattern, f"unterminated character set at character {start}")
        inside = self._pattern[start + 1 : at]
        written = re.sub(r"(\\.)|\[", lambda found: found[1] or r"\[", inside, flags=re.DOTALL)
        # A set is compiled anew each time that it is repeated, and takes its time for it.
        size = 1 + len(inside) // _SET_CHARS_PER_ITEM
        self._opaque(self._pattern[start : at + 1], f"[{written}]", size)

    def _open_group(self) -> None:
        self._break_run()
        flags = _FLAGS.match(self._pattern, self._at)
        if flags is not None:
            self.sets_ignore_case |= "i" in flags[1]
            self._take(flags[0])
            if flags[3] == ")":
                return
        else:
            self._open_other_group()
            if self._out[-1].endswith(")") and not self._out[-1].startswith("(?("):
                return
        self._sizes.append(0)
        self._last.append(0)
        if len(self._sizes) > _MAX_DEPTH:
            raise _malformed(self._pattern, f"groups nest deeper than {_MAX_DEPTH}")

    def _open_other_group(self) -> None:
        if not self._pattern.startswith("(?", self._at):
            self._take("(")
            return
        found = _GROUP.match(self._pattern, self._at)
        if found is None:
            raise _malformed(self._pattern, f"unknown group at character {self._at}")
        self._take(found[0])
        if found[0].startswith("(?P="):
            self._item()

    def _close_group(self) -> None:
        if len(self._sizes) == 1:
            raise _malformed(self._pattern, f"unbalanced ) at character {self._at}")
        self._take(")")
        size = self._sizes.pop() + 1
        self._last.pop()
        self._sizes[-1] += size
        self._last[-1] = size

    def _counted(self) -> None:
        found = _COUNT.match(self._pattern, self._at)
        if found is None or not (found[1] or found[2]):
            self._literal("{", "{", r"\{")
            return
        low = _count(found[1], self._pattern)
        _count(found[3] or "", self._pattern)
        self._repeat(found[0], low)

    def _repeat(self, raw: str, least: int) -> None:
        """The last item again; it may also be absent, so it is part of no needle."""
        if len(self._sizes) == 1 and self._run:
            self._run.pop()
        self._break_run()
        self._take(raw)
        last = self._last[-1]
        self._sizes[-1] += last * (max(least, 1) - 1)
        self._last[-1] = last * max(least, 1)
        if self._sizes[-1] > _MAX_UNROLLED:
            raise _malformed(self._pattern, "it repeats too much")


def _count(digits: str, pattern: str) -> int:
    if len(digits) > 6 or int(digits or "0") > _MAX_COUNT:
        raise _malformed(pattern, f"it repeats more than {_MAX_COUNT} times")
    return int(digits or "0")
