"""What a rendered page shows, read from its text as a model would: turns, and answers."""

from __future__ import annotations

import math
from collections import Counter

from benchmarks.recall.data import Conversation, Question
from familiar_memory import Context
from familiar_memory.domain.question.context import Disposition
from familiar_memory.index.words.tokens import content_terms
from familiar_memory.knowledge.words import words

__all__ = ["AnswerWords", "turns_shown"]

_RUN = 8
"""So many words in a row that stand on the page as they do in a turn are that turn's."""


def turns_shown(context: Context, conversation: Conversation) -> set[str]:
    """The refs of the turns of which at least eight words in a row stand on the page.

    A shorter turn is there when recall kept it, and all its words stand there in a row. So an
    excerpt shows its turn, whatever block it is in, and what the budget cut off shows nothing.
    """
    page = words(context.render())
    runs = {tuple(page[at : at + _RUN]) for at in range(len(page) - _RUN + 1)}
    text = f" {' '.join(page)} "
    kept = {
        ref
        for decision in context.trace.decisions
        if decision.hit is not None and decision.verdict is Disposition.KEPT
        for ref in decision.hit.refs
    }
    shown = set()
    for turn in conversation.turns:
        said = words(turn.text)
        if len(said) < _RUN:
            is_there = turn.ref in kept and f" {' '.join(said)} " in text
        else:
            ends = range(len(said) - _RUN + 1)
            is_there = any(tuple(said[at : at + _RUN]) in runs for at in ends)
        if is_there:
            shown.add(turn.ref)
    return shown


class AnswerWords:
    """How much of an answer stands on a page, for one conversation.

    An excerpt shows its turn, but perhaps not the words that answer. So of the words that an
    answer has from its evidence, and that the question has not, the share is counted that stand
    on the page, by their rarity among the turns. It is a proxy: an answer in other words has none.
    """

    def __init__(self, conversation: Conversation) -> None:
        self._terms = {turn.ref: frozenset(content_terms(turn.text)) for turn in conversation.turns}
        self._turns_with = Counter(term for terms in self._terms.values() for term in terms)

    def share(self, question: Question, page: str) -> float:
        """From 0 to 1; not a number where the answer has no word of its evidence."""
        said = frozenset().union(*(self._terms[ref] for ref in question.evidence))
        wanted = (said & content_terms(question.answer).keys()) - content_terms(
            question.text
        ).keys()
        if not wanted:
            return math.nan
        there = wanted & content_terms(page).keys()
        # In their order: a sum of floats must not depend on that of a set.
        return sum(map(self._rarity, sorted(there))) / sum(map(self._rarity, sorted(wanted)))

    def _rarity(self, term: str) -> float:
        return math.log1p(len(self._terms) / self._turns_with[term])
