"""A pattern of a language's file, which may take only so long.

The patterns that come along are linear on what they read. What an operator writes may not be, and
people type what they like: a search that takes too long has found nothing, and is reported once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, TypeVar

import regex

from familiar_memory.knowledge.languages.required_words import (
    RequiredWords,
    required_words,
    without_case,
)

__all__ = ["PATTERN_SECONDS", "BoundedPattern", "bounded"]

PATTERN_SECONDS: Final = 0.25
"""Of one search. A sentence takes well under a thousandth of a second, also on a slow machine."""
_TRIES = 3
_SHOWN_CHARS = 120
_LOG = logging.getLogger(__name__)
_Found = TypeVar("_Found")


class BoundedPattern:
    """A pattern whose searches end; one that took too long counts as not found.

    It is compiled for the first text that holds the words which it needs: there are hundreds of
    patterns, to compile one takes a hundredth of a second, and few texts need many of them.
    """

    __slots__ = ("_flags", "_is_reported", "_lists", "_made", "_needed", "_written")

    def __init__(self, written: str, flags: int, lists: Mapping[str, Sequence[str]]) -> None:
        """Take a pattern as it is written; flags and named lists as `regex` takes them."""
        self._written, self._flags, self._lists = written, flags, lists
        self._made: regex.Pattern[str] | None = None
        self._needed: RequiredWords | None = None
        self._is_reported = False

    def __repr__(self) -> str:
        return f"<BoundedPattern {self._written!r}>"

    @property
    def pattern(self) -> str:
        """The pattern as it is written."""
        return self._written

    @property
    def compiled(self) -> regex.Pattern[str]:
        """The pattern of `regex`, whose searches have no end of their own.

        Raises:
            regex.error: it is no pattern.
        """
        if self._made is None:
            self._made = regex.compile(self._written, self._flags, **dict[str, Any](self._lists))
        return self._made

    def search(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """The first place where it is found, between `bounds` if they are given."""
        if not self._may_be_in(text):
            return None
        return self._within(self.compiled.search, None, text, *bounds)

    def match(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """As `search`, at the beginning only."""
        if not self._may_be_in(text):
            return None
        return self._within(self.compiled.match, None, text, *bounds)

    def match_each(self, text: str, places: Iterable[int]) -> list[regex.Match[str]]:
        """As `match`, at each of these places where it is found."""
        if not self._may_be_in(text):
            return []
        found = (self._within(self.compiled.match, None, text, at) for at in places)
        return [one for one in found if one is not None]

    def fullmatch(self, text: str, *bounds: int) -> regex.Match[str] | None:
        """As `search`, of the whole only."""
        if not self._may_be_in(text):
            return None
        return self._within(self.compiled.fullmatch, None, text, *bounds)

    def finditer(self, text: str, *, overlapped: bool = False) -> list[regex.Match[str]]:
        """Every place where it is found, in order; `overlapped`: also within one another."""

        def every(text: str, timeout: float) -> list[regex.Match[str]]:
            return list(self.compiled.finditer(text, overlapped=overlapped, timeout=timeout))

        return self._within(every, [], text) if self._may_be_in(text) else []

    def sub(self, new: str | Callable[[regex.Match[str]], str], text: str) -> str:
        """The text with `new` in place of what is found."""
        if not self._may_be_in(text):
            return text
        return self._within(lambda text, **k: self.compiled.sub(new, text, **k), text, text)

    def split(self, text: str) -> list[str]:
        """The parts of the text between what is found."""
        return self._within(self.compiled.split, [text], text) if self._may_be_in(text) else [text]

    def _may_be_in(self, text: str) -> bool:
        if self._needed is None:
            is_verbose = self._flags & regex.VERBOSE
            self._needed = () if is_verbose else required_words(self._written)
        if not self._needed:
            return True
        told = without_case(text)
        return all(any(word in told for word in words) for words in self._needed)

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
    """A pattern of a language's file; flags and named lists as `regex` takes them.

    What is no pattern raises `regex.error` when it is first compiled; whoever reads an operator's
    file looks at that before (`accepted`).
    """
    return BoundedPattern(written, flags, lists)
