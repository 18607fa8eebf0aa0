"""A pattern of a language's file, which may take only so long.

The patterns that come along are linear on what they read. What an operator writes may not be, and
people type what they like: a search that takes too long has found nothing, and is reported once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, TypeVar

import regex

__all__ = ["PATTERN_SECONDS", "BoundedPattern", "bounded"]

PATTERN_SECONDS: Final = 0.25
"""Of one search. A sentence takes well under a thousandth of a second, also on a slow machine."""
_TRIES = 3
_SHOWN_CHARS = 120
_LOG = logging.getLogger(__name__)
_Found = TypeVar("_Found")


class BoundedPattern:
    """A compiled pattern whose searches end; one that took too long counts as not found."""

    __slots__ = ("_compiled", "_is_reported")

    def __init__(self, compiled: regex.Pattern[str]) -> None:
        """Take a compiled pattern."""
        self._compiled = compiled
        self._is_reported = False

    def __repr__(self) -> str:
        return f"<BoundedPattern {self._compiled.pattern!r}>"

    @property
    def pattern(self) -> str:
        """The pattern as it is written."""
        return self._compiled.pattern

    def search(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """The first place where it is found, between `bounds` if they are given."""
        return self._within(self._compiled.search, None, text, *bounds)

    def match(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """As `search`, at the beginning only."""
        return self._within(self._compiled.match, None, text, *bounds)

    def fullmatch(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """As `search`, of the whole only."""
        return self._within(self._compiled.fullmatch, None, text, *bounds)

    def finditer(self, text: str, *, overlapped: bool = False) -> list[regex.Match[str]]:
        """Every place where it is found, in order; `overlapped`: also within one another."""

        def every(text: str, timeout: float) -> list[regex.Match[str]]:
            return list(self._compiled.finditer(text, overlapped=overlapped, timeout=timeout))

        return self._within(every, [], text)

    def sub(self, new: str | Callable[[regex.Match[str]], str], text: str) -> str:
        """The text with `new` in place of what is found."""
        return self._within(lambda text, **k: self._compiled.sub(new, text, **k), text, text)

    def split(self, text: str) -> list[str]:
        """The parts of the text between what is found."""
        return self._within(self._compiled.split, [text], text)

    def _within(
        self, search: Callable[..., _Found], nothing: _Found, text: str, *bounds: int
    ) -> _Found:
        # By the clock on the wall, which a busy machine may run down: what is slow is so each time.
        for _ in range(1 if self._is_reported else _TRIES):
            with suppress(TimeoutError):
                return search(text, *bounds, timeout=PATTERN_SECONDS)
        self._report(len(text))
        return nothing

    def _report(self, length: int) -> None:
        if not self._is_reported:
            self._is_reported = True
            _LOG.warning(
                "a pattern of a language took over %s s on %d characters and counts as not found; "
                "write it so that no two parts of it match the same text: %.*s",
                PATTERN_SECONDS,
                length,
                _SHOWN_CHARS,
                self.pattern,
            )


def bounded(
    written: str, flags: int = 0, lists: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> BoundedPattern:
    """Compile a pattern of a language's file; flags and named lists as `regex` takes them.

    Raises:
        regex.error: it is no pattern.
    """
    return BoundedPattern(regex.compile(written, flags, **dict[str, Any](lists)))
