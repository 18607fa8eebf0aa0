"""Which words a text has to hold for a pattern to be found in it.

Sound, never complete: a text with these words may still not match, one without them cannot.
To see that takes a thousandth of the time that compiling a pattern takes, and a message has
what few of the hundreds of patterns need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["RequiredWords", "without_case", "required_words"]

RequiredWords = tuple[frozenset[str], ...]
"""Of each set one word at least, as `without_case` makes it. Empty: any text may match."""

_Sets = frozenset[frozenset[str]]
_NOTHING: _Sets = frozenset()
_LEAST_CHARS = 2
"""A single letter is in every text."""

_TOKEN = re.compile(
    r"""
      \( (?: \?: | \?P<\w+> )? (?P<listed> [\w'|\ -]+ ) \)
    | (?P<open> \( (?!\?) | \(\? (?: P?<[A-Za-z_]\w*> | [:>|] | [aims]*(?:-[ims]+)?: ) )
    | (?P<around> \(\? <?[=!] )
    | (?P<end> [|)] )
    | (?P<repeat> (?: (?P<optional> [*?] | \{0?,\d*\} | \{0\} ) | \+ | \{\d+(?:,\d*)?\} ) [+?]? )
    | (?P<gap> [.^$] | \[\^?\]?(?:[^\]\\\[]|\\.)*\] | \\[pP]\{[^}]*\} | \\[AbBdDsSwWZ] )
    | \\(?P<escaped> [^A-Za-z0-9] )
    | (?P<text> [^\\\[\](){}|*+?.^$]+ )
    """,
    re.VERBOSE,
)
"""What is none of these (references, recursion, fuzzy matches) is not understood here."""


def without_case(text: str) -> str:
    """A text or a word as both are compared, whatever their case.

    Where case is ignored, `regex` takes an i with a dot for one without.
    """
    text = text.casefold()
    return text if text.isascii() else text.replace("\u0131", "i").replace("\u0307", "")


def required_words(pattern: str) -> RequiredWords:
    """What each match of a pattern holds, the most telling first; not for verbose patterns."""
    try:
        reader = _Reader(pattern)
        needed = reader.alternatives()
    except _NotUnderstoodError:
        return ()
    return tuple(sorted(needed, key=_telling, reverse=True)) if reader.is_done else ()


def _telling(words: frozenset[str]) -> tuple[int, int, list[str]]:
    """Long words and few of them rule out the most; the words themselves settle ties."""
    return min(map(len, words)), -len(words), sorted(words)


class _NotUnderstoodError(Exception):
    """The pattern says something of which this module knows nothing."""


class _Reader:
    """Reads a pattern once, from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    @property
    def is_done(self) -> bool:
        """Whether all of it has been read."""
        return self._at == len(self._pattern)

    def alternatives(self) -> _Sets:
        """What all of some alternatives need: a word of one of them each."""
        needed = [self._sequence()]
        while self._pattern.startswith("|", self._at):
            self._at += 1
            needed.append(self._sequence())
        if len(needed) == 1:
            return needed[0]
        if not all(needed):
            return _NOTHING
        return frozenset((_united(max(sets, key=_telling) for sets in needed),))

    def _sequence(self) -> _Sets:
        """What the parts of a sequence need, each of them."""
        needed: set[frozenset[str]] = set()
        run, last = "", _NOTHING
        while not self.is_done:
            token = _TOKEN.match(self._pattern, self._at)
            if token is None:
                raise _NotUnderstoodError
            if token["end"]:
                break
            self._at = token.end()
            if token["repeat"]:
                # It repeats the last character of a run, or what stands before it as a whole.
                needed.update(_words(run[:-1]))
                run, last = "", _NOTHING if token["optional"] else last
                continue
            needed.update(last)
            last = _NOTHING
            if token["text"] or token["escaped"]:
                run += token["text"] or token["escaped"]
                continue
            needed.update(_words(run))
            run = ""
            if token["listed"]:
                last = _one_of(token["listed"])
            elif not token["gap"]:
                last = self._group(is_around=bool(token["around"]))
        return frozenset(needed | last | _words(run))

    def _group(self, *, is_around: bool) -> _Sets:
        """What a group needs; what stands around a match is not said to be there."""
        needed = self.alternatives()
        if not self._pattern.startswith(")", self._at):
            raise _NotUnderstoodError
        self._at += 1
        return _NOTHING if is_around else needed


def _one_of(listed: str) -> _Sets:
    """What a group of words needs, which most groups are: read at once."""
    words = {without_case(max(one.split(), key=len, default="")) for one in listed.split("|")}
    return frozenset((frozenset(words),)) if min(map(len, words)) >= _LEAST_CHARS else _NOTHING


def _united(sets: Iterable[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)


def _words(run: str) -> _Sets:
    """The words of a run of characters: what parts them may be written in another way."""
    words = map(without_case, run.split())
    return frozenset(frozenset((word,)) for word in words if len(word) >= _LEAST_CHARS)
