"""Made-up language: words whose frequencies fall as in real text, the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate

from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["Vocabulary"]

_ONSETS = "b bl br c ch d dr f fl g gl gr h j k l m n p pl pr r s sh sl st t tr v w y".split()  # noqa: SIM905
_VOWELS = "a ai e ea ee i o oa oo ou u".split()  # noqa: SIM905
_CODAS = ["", "", *"ck d l ll m n nd ng nt p r rd rn s sh ss st t x".split()]  # noqa: SIM905
_STOP_SHARE = 0.45
"""In English talk nearly every second word is a function word."""


class Vocabulary:
    """Content words by Zipf's law, mixed with real function words."""

    def __init__(self, size: int, seed: int, *, begin: Sequence[str] = ()) -> None:
        """`begin` are the commonest words; those after them are made up."""
        self._random = random.Random(seed)
        self.words = self._make_words(size, begin)
        self._stops = sorted(STOP_WORDS)
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(size)))
        self._stop_weights = list(accumulate(1 / (r + 1) for r in range(len(self._stops))))

    def content(self, count: int) -> list[str]:
        """So many content words, common ones more often."""
        return self._random.choices(self.words, cum_weights=self._weights, k=count)

    def sentence(self, length: int) -> str:
        """A sentence of so many words."""
        said = [
            self._random.choices(self._stops, cum_weights=self._stop_weights)[0]
            if self._random.random() < _STOP_SHARE
            else self.content(1)[0]
            for _ in range(length)
        ]
        return f"{' '.join(said).capitalize()}."

    def length(self, mean: float, least: int = 3) -> int:
        """A length as lengths of sentences are: mostly short, some long."""
        return max(least, round(self._random.gammavariate(2.5, mean / 2.5)))

    def _make_words(self, size: int, begin: Sequence[str]) -> list[str]:
        found = dict.fromkeys(begin[:size])
        while len(found) < size:
            syllables = self._random.choices((1, 2, 3), weights=(2, 5, 3))[0]
            word = "".join(self._syllable() for _ in range(syllables))
            if word not in STOP_WORDS:
                found.setdefault(word)
        return list(found)

    def _syllable(self) -> str:
        return (
            self._random.choice(_ONSETS)
            + self._random.choice(_VOWELS)
            + self._random.choice(_CODAS)
        )
