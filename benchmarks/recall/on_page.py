"""Which turns a rendered page shows, read from its text as a model would."""

from __future__ import annotations

from benchmarks.recall.data import Conversation
from familiar_memory import Context
from familiar_memory.domain.question.context import Disposition
from familiar_memory.knowledge.words import words

__all__ = ["turns_shown"]

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
