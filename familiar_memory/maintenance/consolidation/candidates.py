"""Which of many texts may be alike, found by their words: comparing all with all takes hours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import nsmallest

__all__ = ["holding_pairs", "sharing_pairs"]

_MOST_PARTNERS = 50
"""Of one text. Five become one in a night, so of a hundred that say the same all do in a few."""
_MOST_BEARERS = 300
"""What more texts than this say tells none of them from the others."""

_Bags = Sequence[frozenset[str]]


def holding_pairs(bags: _Bags) -> Iterator[tuple[int, int]]:
    """The pairs (smaller number first) of which one has all the words of the other, each once."""
    bearers = _bearers(bags)
    seen: set[tuple[int, int]] = set()
    for at, words in enumerate(bags):
        if not words:
            continue
        rarest = min(words, key=lambda word: (len(bearers[word]), word))
        partners = 0
        for other in bearers[rarest]:
            if other != at and words <= bags[other]:
                pair = (min(at, other), max(at, other))
                if pair not in seen:
                    seen.add(pair)
                    yield pair
                partners += 1
                if partners == _MOST_PARTNERS:
                    break


def sharing_pairs(bags: _Bags) -> Iterator[tuple[int, int]]:
    """The pairs that share half of the words of the shorter one, each once."""
    bearers = _bearers(bags)
    for at, words in enumerate(bags):
        shared: Counter[int] = Counter()
        for word in words:
            if len(bearers[word]) <= _MOST_BEARERS:
                shared.update(other for other in bearers[word] if other > at)
        # Of those that share as many, the first: a set has another order in every process.
        most = nsmallest(_MOST_PARTNERS, shared.items(), key=lambda one: (-one[1], one[0]))
        for other, count in most:
            if 2 * count >= min(len(words), len(bags[other])):
                yield at, other


def _bearers(bags: _Bags) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for at, words in enumerate(bags):
        for word in words:
            found[word].append(at)
    return found
