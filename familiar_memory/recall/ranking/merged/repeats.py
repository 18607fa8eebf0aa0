"""One who says the same again and again has said it once, for an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.rows.passages import StoredPassage, TurnName
from familiar_memory.recall.ranking.candidate import Candidate

__all__ = ["distinct_candidates", "is_repeat"]

_TURN = "turn"
_FINAL_MARKS = re.compile(r"[\s.!?…。！？~]+\Z")
_WIDER = 8
"""At most so many times deeper at once: the share of repeats so far is a guess."""
_RESERVE = 4
"""So many more than expected, for the guess to hold mostly at the first try."""
_MOST_READ = 2_000
"""Beyond so many rows read, somebody has said one thing thousands of times; what else answers
is then not worth the milliseconds."""


def distinct_candidates(
    best: Callable[[int], Sequence[Candidate]],
    read: Callable[[Sequence[int]], dict[int, StoredPassage]],
    wanted: int,
    unheard: Collection[TurnName] = (),
) -> tuple[list[Candidate], dict[int, StoredPassage]]:
    """The best candidates without the repeats of a turn, and their passages.

    `best(n)` gives the best n; as many more are looked at as repeats have taken places,
    up to some thousand. Of equal turns the best stays. Those of `unheard` (they will be
    left out) stand for no other.
    """
    stored: dict[int, StoredPassage] = {}
    asked: set[int] = set()
    size = wanted
    while True:
        candidates = best(size)
        new = [c.passage for c in candidates if c.passage not in asked]
        asked.update(new)
        stored |= read(new)
        kept = _without_repeats(candidates, stored, unheard)
        is_all = len(candidates) < size or not new
        if is_all or len(kept) >= wanted or size >= max(_MOST_READ, wanted * _WIDER):
            return kept, stored
        size = _deeper(size, len(kept), wanted)


def _deeper(size: int, kept: int, wanted: int) -> int:
    """How many to look at next, if as many of them are repeats as were so far."""
    expected = -(-wanted * size // max(kept, 1)) + _RESERVE
    return min(expected, size * _WIDER, max(_MOST_READ, wanted * _WIDER))


def is_repeat(passage: StoredPassage, hit: SearchHit) -> bool:
    """Whether a turn says what somebody says in a hit, too, so that only one is given."""
    are_turns = passage.kind == _TURN and hit.line is None
    is_same = are_turns and passage.author == hit.author
    return is_same and _as_said(passage.text) == _as_said(hit.text)


def _without_repeats(
    candidates: Sequence[Candidate],
    stored: Mapping[int, StoredPassage],
    unheard: Collection[TurnName],
) -> list[Candidate]:
    heard: set[tuple[str | None, str]] = set()
    kept: list[Candidate] = []
    for candidate in candidates:
        passage = stored.get(candidate.passage)
        if passage is not None and passage.kind == _TURN and not _is_of(passage, unheard):
            said = (passage.author, _as_said(passage.text))
            if said in heard:
                continue
            heard.add(said)
        kept.append(candidate)
    return kept


def _is_of(passage: StoredPassage, names: Collection[TurnName]) -> bool:
    return any((passage.place, ref) in names for ref in passage.refs)


def _as_said(text: str) -> str:
    """A text without what differs between two times of saying the same."""
    flat = " ".join(text.casefold().split())
    return _FINAL_MARKS.sub("", flat) or flat
