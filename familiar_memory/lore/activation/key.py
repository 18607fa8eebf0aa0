"""One key of an entry: plain text, a pattern, or what becomes either when its macros are known."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import regex

from familiar_memory.errors import PatternError
from familiar_memory.lore.js_regex.js_pattern import JsPattern, delimited, translate

__all__ = ["Key", "KeyKind", "KeyPattern", "PatternTime", "key_of", "stands_alone"]

_MACRO = re.compile(r"\{\{|<(?:user|bot|char)>", re.IGNORECASE)
_STRIKES: Final = 3
"""So often a pattern may run out of its time; after that it is not run any more."""


class KeyKind(Enum):
    """How a key is looked for."""

    PLAIN = auto()
    PATTERN = auto()
    DYNAMIC = auto()
    NEVER = auto()


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is looked for; `written` is how it stands in the book.

    `text` of a plain key is trimmed, and lower-cased when `is_folded`; of a dynamic one it
    is as written, and `is_pattern` says that it is to be read as a pattern. `is_alone` = it
    must stand between characters that are no word's. `reason` says why it is never found.
    """

    written: str
    kind: KeyKind
    text: str = ""
    is_folded: bool = True
    is_alone: bool = False
    is_pattern: bool = False
    pattern: KeyPattern | None = None
    reason: str = ""


class PatternTime:
    """The time that all patterns of one scan share, and what was not told for want of it."""

    def __init__(self, each_s: float, all_s: float, clock: Callable[[], float]) -> None:
        """`clock` gives seconds."""
        self._each_s = each_s
        self._left_s = all_s
        self._clock = clock

    def next_s(self) -> float:
        """How long the next pattern may take; 0 = there is no time left."""
        return max(min(self._each_s, self._left_s), 0.0)

    def now(self) -> float:
        """The present moment."""
        return self._clock()

    def spend(self, since: float) -> None:
        """Take what was used since a moment."""
        self._left_s -= self._clock() - since


class KeyPattern:
    """A pattern that is compiled when it is first run; safe to share between threads."""

    def __init__(self, translated: JsPattern) -> None:
        """Nothing is compiled yet."""
        self.needs = translated.needs
        self.ignores_case = translated.ignores_case
        self._translated = translated
        self._lock = threading.Lock()
        self._compiled: regex.Pattern[str] | None = None
        self._problem = ""
        self._strikes = 0

    def look(self, text: str, time: PatternTime) -> tuple[bool, str]:
        """Whether it is found; when it is not, what kept it from being looked for, if anything."""
        if self._strikes >= _STRIKES:
            return False, "it takes too long: it is not looked for any more"
        timeout = time.next_s()
        if timeout <= 0:
            return False, "the time for patterns is used up"
        since = time.now()
        try:
            compiled = self._compile()
            if compiled is None:
                return False, self._problem
            look = compiled.match if self._translated.is_sticky else compiled.search
            return look(text, timeout=timeout, concurrent=True) is not None, ""
        except TimeoutError:
            self._strikes += 1
            return False, "it took too long"
        except (regex.error, RecursionError, MemoryError) as problem:
            return False, f"it cannot be run: {type(problem).__name__}"
        finally:
            time.spend(since)

    def _compile(self) -> regex.Pattern[str] | None:
        with self._lock:
            if self._compiled is None and not self._problem:
                try:
                    self._compiled = regex.compile(self._translated.source, self._translated.flags)
                except (regex.error, RecursionError, MemoryError, OverflowError, ValueError) as e:
                    self._problem = f"it is not a regular expression: {e}"
        return self._compiled


def key_of(
    written: str, *, case_sensitive: bool, whole_words: bool, is_pattern: bool, expand: bool = True
) -> Key:
    """Read a key. `is_pattern`: without slashes it is a pattern too (`use_regex`).

    With `expand` a key that holds macros is left for when they are known.
    """
    if expand and _MACRO.search(written):
        return Key(written, KeyKind.DYNAMIC, written, not case_sensitive, whole_words, is_pattern)
    text = written.strip()
    if not text:
        return Key(written, KeyKind.NEVER)
    parts = delimited(text)
    if parts is None and is_pattern:
        parts = (text, "" if case_sensitive else "i")
    if parts is not None:
        try:
            return Key(written, KeyKind.PATTERN, pattern=KeyPattern(translate(*parts)))
        except PatternError as problem:
            return Key(written, KeyKind.NEVER, reason=problem.problem)
    shown = text if case_sensitive else text.lower()
    is_alone = whole_words and len(text.split()) == 1
    return Key(written, KeyKind.PLAIN, shown, not case_sensitive, is_alone)


def stands_alone(needle: str, text: str) -> bool:
    """Whether a needle stands somewhere between characters that are no ASCII word's.

    As at home: letters of scripts without spaces are no word characters there, so that a
    name in Chinese or Japanese is found inside a sentence.
    """
    at = text.find(needle)
    while at >= 0:
        end = at + len(needle)
        if not _in_word(text[at - 1 : at]) and not _in_word(text[end : end + 1]):
            return True
        at = text.find(needle, at + 1)
    return False


def _in_word(char: str) -> bool:
    return char == "_" or (char.isascii() and char.isalnum())
