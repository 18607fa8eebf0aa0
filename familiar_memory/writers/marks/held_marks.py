"""Which candidates wait for the end of a session, and the turns in which each was said.

The list of what waits is `review.md`; what it cannot hold is here. These are watermarks of the
history, one a candidate and turn, and name both by digest and number: nothing of what was said
is left in them where it was erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from familiar_memory.history.ledger.base import Watermarks
from familiar_memory.knowledge.write_policy.decision import Recommendation

__all__ = ["HeldMarks", "WaitingMark"]

_PREFIX = "held "
_WORDS = {
    Recommendation.COMMIT_AT_SESSION_END: "end",
    Recommendation.REQUIRE_REPETITION: "again",
}
_KEPT = "kept"
"""In the place of what it waits for: it was kept, so one that is open again was taken back."""
_MEANT = {word: recommendation for recommendation, word in _WORDS.items()}


@dataclass(frozen=True, slots=True)
class WaitingMark:
    """What a candidate waits for, and the numbers of the turns in which it was said."""

    recommendation: Recommendation
    turns: frozenset[int]


class HeldMarks:
    """Notes what is held, and reads it again, in whatever process."""

    def __init__(self, history: Watermarks) -> None:
        """Nothing is read yet."""
        self._history = history

    def mark(self, item: str, recommendation: Recommendation, turns: Iterable[int]) -> None:
        """Note that the proposal of this id was held, and in which turns it was said."""
        word = _WORDS[recommendation]
        for turn in turns:
            self._history.set_watermarks(turn, [f"{_PREFIX}{item} {word} {turn}"])

    def mark_kept(self, item: str, turns: Iterable[int]) -> None:
        """Note that it was kept at the end of a session, on the word of these turns."""
        self._history.set_watermarks(max(turns), [f"{_PREFIX}{item} {_KEPT} 0"])

    def waiting(self) -> Mapping[str, WaitingMark]:
        """All that was held and never kept, by the id of its proposal.

        What was held for different reasons has to be repeated if one of them says so.
        """
        turns: dict[str, set[int]] = {}
        words: dict[str, set[str]] = {}
        for name in self._history.watermarks_like(_PREFIX):
            item, word, turn = name.removeprefix(_PREFIX).split(" ")
            turns.setdefault(item, set()).add(int(turn))
            words.setdefault(item, set()).add(word)
        return {
            item: WaitingMark(_MEANT[max(words[item], key=_strictness)], frozenset(said))
            for item, said in turns.items()
            if _KEPT not in words[item]
        }


def _strictness(word: str) -> bool:
    return _MEANT[word] is Recommendation.REQUIRE_REPETITION
