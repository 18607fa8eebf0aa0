"""One who says the same again and again has said it once, for an answer, which tells how often."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from familiar_memory.domain.question.search import SearchHit
from familiar_memory.index.rows.passages import StoredPassage, TurnName
from familiar_memory.recall.ranking.candidate import Candidate

__all__ = ["Distinct", "distinct_candidates", "is_repeat", "says_the_same"]

_TURN = "turn"
_FINAL_MARKS = re.compile(r"(?<![\s.!?…。！？~])[\s.!?…。！？~]++\Z")
"""From the first mark of a run only, so that a text of marks is read once."""
_WIDER = 8
"""At most so many times deeper at once: the share of repeats so far is a guess."""
_RESERVE = 4
"""So many more than expected, for the guess to hold mostly at the first try."""
_MOST_READ = 2_000
"""Beyond so many rows read, somebody has said one thing thousands of times; what else answers
is then not worth the milliseconds."""


@dataclass(frozen=True, slots=True)
class Distinct:
    """Candidates of which none says what a better one says, best first, and their passages.

    `again` are the passages that say the same, by the id of the one that stands for them.
    `is_all`: nothing that answers was left unread.
    """

    candidates: list[Candidate]
    stored: dict[int, StoredPassage]
    again: dict[int, list[StoredPassage]] = field(default_factory=dict)
    is_all: bool = True


def distinct_candidates(
    best: Callable[[int], Sequence[Candidate]],
    read: Callable[[Sequence[int]], dict[int, StoredPassage]],
    wanted: int,
    unheard: Collection[TurnName] = (),
) -> Distinct:
    """The best candidates without the repeats of a turn.

    `best(n)` gives the best n, and as many notes of turns beside them; as many more are looked
    at as repeats have taken places, up to some thousand. Notes take no place of a turn: they
    mostly repeat one. Of equal turns the best stays. Those of `unheard` (they will be left out)
    stand for no other.
    """
    stored: dict[int, StoredPassage] = {}
    asked: set[int] = set()
    size = wanted
    while True:
        candidates = best(size)
        new = [c.passage for c in candidates if c.passage not in asked]
        asked.update(new)
        stored |= read(new)
        kept, again = _without_repeats(candidates, stored, unheard)
        is_all = _of_their_own(candidates, stored) < size
        places = _of_their_own(kept, stored)
        is_deep = size >= max(_MOST_READ, wanted * _WIDER)
        if is_all or not new or places >= wanted or is_deep:
            return Distinct(kept, stored, again, is_all)
        size = _deeper(size, places, wanted)


def _of_their_own(candidates: Sequence[Candidate], stored: Mapping[int, StoredPassage]) -> int:
    """How many are no notes of turns."""
    found = (stored.get(candidate.passage) for candidate in candidates)
    return sum(one is None or one.kind == _TURN or not one.refs for one in found)


def _deeper(size: int, kept: int, wanted: int) -> int:
    """How many to look at next, if as many of them are repeats as were so far."""
    expected = -(-wanted * size // max(kept, 1)) + _RESERVE
    return min(expected, size * _WIDER, max(_MOST_READ, wanted * _WIDER))


def is_repeat(passage: StoredPassage, hit: SearchHit) -> bool:
    """Whether a turn says what somebody says in a hit, too, so that only one is given."""
    are_turns = passage.kind == _TURN and hit.line is None
    is_same = are_turns and passage.author == hit.author
    return is_same and says_the_same(passage.text, hit.text)


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts differ in case, white space and final marks only."""
    return _as_said(one) == _as_said(other)


def _without_repeats(
    candidates: Sequence[Candidate],
    stored: Mapping[int, StoredPassage],
    unheard: Collection[TurnName],
) -> tuple[list[Candidate], dict[int, list[StoredPassage]]]:
    heard: dict[tuple[str | None, str], int] = {}
    kept: list[Candidate] = []
    again: dict[int, list[StoredPassage]] = {}
    for candidate in candidates:
        passage = stored.get(candidate.passage)
        if passage is not None and passage.kind == _TURN and not _is_of(passage, unheard):
            first = heard.setdefault((passage.author, _as_said(passage.text)), passage.id)
            if first != passage.id:
                again.setdefault(first, []).append(passage)
                continue
        kept.append(candidate)
    return kept, again


def _is_of(passage: StoredPassage, names: Collection[TurnName]) -> bool:
    return any((passage.place, ref) in names for ref in passage.refs)


def _as_said(text: str) -> str:
    """A text without what differs between two times of saying the same."""
    flat = " ".join(text.casefold().split())
    return _FINAL_MARKS.sub("", flat) or flat
