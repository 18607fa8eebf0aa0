"""Find which of thousands of short texts stand in a text, without looking for each of them.

Each needle is filed under one of its trigrams, the one that the fewest others have. A text
is cut into its trigrams once, and only needles that are filed under one of those are looked
for. Python's `in`, one needle after the other, takes forty times as long (`benchmarks.speed.lore`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

__all__ = ["Needles"]

_GRAM = 3
"""Characters: the rarest three of a word rule most words out by one look each."""
_KEEP = 256
"""Texts: messages of a scan depth, which come again with each reply until they are too old."""
_LONGEST_KEPT = 20_000
"""Characters; a longer text is a document, and would hold the memory of many messages."""


class Needles:
    """A fixed set of non-empty texts, by number; immutable, and so safe to share."""

    def __init__(self, texts: Sequence[str]) -> None:
        """File them; those shorter than a trigram under themselves."""
        self._texts = tuple(texts)
        counts = Counter(gram for text in self._texts for gram in set(_grams(text, _GRAM)))
        filed: dict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self._texts):
            grams = list(_grams(text, _GRAM)) or [text]
            filed[min(grams, key=lambda gram: counts[gram])].append(number)
        self._filed = dict(filed)
        self._grams = {
            size: frozenset(gram for gram in filed if len(gram) == size)
            for size in sorted({len(gram) for gram in filed})
        }
        # The messages of a conversation are looked at again and again.
        self._cached = lru_cache(maxsize=_KEEP)(self._look)

    def found_in(self, text: str) -> frozenset[int]:
        """The numbers of the needles that stand in a text."""
        return self._look(text) if len(text) > _LONGEST_KEPT else self._cached(text)

    def _look(self, text: str) -> frozenset[int]:
        found: list[int] = []
        for size, grams in self._grams.items():
            for gram in grams & set(_grams(text, size)):
                found += [n for n in self._filed[gram] if self._texts[n] in text]
        return frozenset(found)


def _grams(text: str, size: int) -> Iterator[str]:
    return (text[at : at + size] for at in range(len(text) - size + 1))
