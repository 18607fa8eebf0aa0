"""Translated stretches of a pattern, how large they are unrolled, and what they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from familiar_memory.lore.js_regex.cursor import Cursor, refused

__all__ = ["Part", "TermRun", "letter_part", "one_of", "plain"]

_MAX_UNROLLED: Final = 5_000
"""Terms of a pattern whose repeats are written out, as `regex` does when it compiles: 3 to 6 ms
at this size, where 800,000 (a line of nested braces) took 0.9 s and 270 MB."""


class Part(NamedTuple):
    """A translated stretch, how big it is when its repeats are unrolled, what it needs.

    Every match holds one of `needs`; None = nothing is known. `literal` is the character
    that it stands for, if it is one, and `goes_on` says whether a word may go on behind it.
    """

    text: str
    size: int
    needs: tuple[str, ...] | None
    literal: str = ""
    goes_on: bool = True


def plain(text: str) -> Part:
    """A stretch for one character or place, of which nothing more is known."""
    return Part(text, 1, None)


def letter_part(cursor: Cursor, char: str) -> Part:
    """A character that means itself."""
    # A control character may stand between two messages, where no word reaches over.
    told = char >= " " and (char.isascii() or not cursor.ignores_case)
    return Part(cursor.letter(char), 1, None, char if told else "")


def one_of(branches: Sequence[Part]) -> Part:
    """Alternatives: what they need is what any of them needs, if each needs something."""
    needs: tuple[str, ...] | None = ()
    for branch in branches:
        needs = None if needs is None or branch.needs is None else needs + branch.needs
    size = sum(branch.size for branch in branches)
    return Part("|".join(branch.text for branch in branches), size, needs or None)


class TermRun:
    """Stretches one after the other, as they are read.

    Letters that follow each other make a word that every match holds; of all that the
    stretches need, the whole needs what is longest.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._needs: list[tuple[str, ...]] = []
        self._size = 0
        self._word = ""

    def add(self, part: Part, *, is_optional: bool) -> None:
        """Put one behind the others.

        Raises:
            PatternError: they are too large together.
        """
        self._texts.append(part.text)
        self._size += part.size
        if self._size > _MAX_UNROLLED:
            raise refused("it repeats too much")
        is_letter = bool(part.literal) and not is_optional
        if is_letter:
            self._word += part.literal
        if not is_letter or not part.goes_on:
            self._needs.append((self._word,))
            self._word = ""
        if not is_optional and part.needs is not None:
            self._needs.append(part.needs)

    def whole(self) -> Part:
        """All of them as one."""
        needs = [*self._needs, (self._word,)]
        best = max(needs, key=lambda one: min(map(len, one)))
        return Part("".join(self._texts), self._size, best if min(map(len, best)) else None)
