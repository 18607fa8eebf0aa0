"""The words of a line that say what it is about, in any script, without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import log

import regex

from familiar_memory.writers.text.lexicon import STOPWORDS

__all__ = ["Rarity", "salient_words"]

_URL = regex.compile(r"https?://\S+")
_WORD = regex.compile(
    r"\p{Han}{1,4}|\p{Katakana}[\p{Katakana}ー]+|(?:(?!\p{Han}|\p{Hiragana}|\p{Katakana}|ー)[\p{L}\p{N}])+"
)
_MIN_CHARS = 3
"""Of a word that may be rare: shorter ones are particles, whatever their language."""
_FEW_LINES = 50
"""Among fewer lines a word is not common for being in some of them."""


@lru_cache(maxsize=8_192)  # what was said before is looked at with every batch
def salient_words(text: str) -> tuple[str, ...]:
    """The distinct words that carry meaning, casefolded, in order.

    Left out: stop words, Latin words of one or two letters, links, and the hiragana
    of Japanese, which is mostly grammar.
    """
    found = (word.casefold() for word in _WORD.findall(_URL.sub(" ", text)))
    return tuple(dict.fromkeys(word for word in found if _counts(word)))


def _counts(word: str) -> bool:
    if not word.isascii():
        return True
    return word not in STOPWORDS and (len(word) >= _MIN_CHARS or word.isdigit())


@dataclass(frozen=True, slots=True)
class Rarity:
    """How seldom each word occurs among some lines: the inverse document frequency."""

    lines: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def among(cls, texts: Iterable[str]) -> Rarity:
        """Count the lines in which each word occurs."""
        documents = [salient_words(text) for text in texts]
        return cls(len(documents), Counter(word for words in documents for word in words))

    def of(self, word: str) -> float:
        """0 for a word of every line, 1 for one that no line has."""
        lines = max(self.lines, _FEW_LINES)
        return log((1 + lines) / (1 + self.counts.get(word, 0))) / log(1 + lines)
