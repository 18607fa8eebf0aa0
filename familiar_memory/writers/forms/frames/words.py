"""A sentence as its words, looked at one by one: frames look words up, and search no patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import regex

__all__ = ["WordPhrases", "Word", "word_phrases", "said_in", "sentence_words"]

_WORD = regex.compile(
    r"'(?:s|m|re|ve|ll|d)(?![\p{L}\p{N}])|"
    r"[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|[-&.'](?!(?:s|m|re|ve|ll|d)(?![\p{L}\p{N}]))(?=[\p{L}\p{N}]))*+|"
    r"[^\s\p{L}\p{N}]",
    regex.IGNORECASE,
)
"""A word, what is said short behind one ("flat's" is two), or a mark."""

WordPhrases = Mapping[str, tuple[tuple[str, ...], ...]]
"""Words and phrases by their first word, the longest first."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a mark of a sentence, where it stands there, and how it is looked up."""

    text: str
    folded: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is no mark; an "&" joins as a word does."""
        return self.text[0].isalnum() or self.text[0] in "'&"

    @property
    def is_capital(self) -> bool:
        """Whether it is written as a name is."""
        return self.text[0].isupper() and self.folded not in ("i", "i'm")


def sentence_words(sentence: str) -> tuple[Word, ...]:
    """The words and marks of a sentence, in order."""
    return tuple(
        Word(match[0], match[0].casefold(), match.start(), match.end())
        for match in _WORD.finditer(sentence)
    )


def word_phrases(written: str | Iterable[str]) -> WordPhrases:
    """Words by their first word; in one that is written with "_" these are spaces."""
    listed = written.split() if isinstance(written, str) else written
    found: dict[str, list[tuple[str, ...]]] = {}
    for one in listed:
        words = tuple(word.folded for word in sentence_words(one.replace("_", " ")))
        found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(some, key=len, reverse=True)) for first, some in found.items()}


def said_in(words: tuple[Word, ...], sought: WordPhrases, at: int = 0) -> Iterator[tuple[int, int]]:
    """Where each of the phrases stands among the words, from `at` on, as (first, end)."""
    for first in range(at, len(words)):
        yield from ((first, end) for end in phrase_ends(words, sought, first))


def phrase_ends(words: tuple[Word, ...], sought: WordPhrases, first: int) -> Iterator[int]:
    """Where the phrases end that begin at a word, the longest first."""
    if first >= len(words):
        return
    for phrase in sought.get(words[first].folded, ()):
        end = first + len(phrase)
        if end <= len(words) and all(
            word.folded == said for word, said in zip(words[first:end], phrase, strict=True)
        ):
            yield end
