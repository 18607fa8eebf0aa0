"""What is said to be done: "the posters are printed", and "printed the posters" of one's own.

The words are the `finished`, the `done` and the `reported` of a language's `[shared_context]`. What
is only partly done, or was long ago, is not done (`partly`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import regex

from familiar_memory.writers.arcs.wording import asserted_in
from familiar_memory.writers.promised.clause_patterns import finds, found_in
from familiar_memory.writers.promised.finished_rules import FinishedRules, finished_rules
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["FinishedWords", "finished_in", "reported_in"]


_KEPT = 4_096
"""Messages whose reading is kept: what was said before is looked at with every batch."""


@dataclass(frozen=True, slots=True)
class FinishedWords:
    """What a sentence says to be finished ("the posters are printed"), whoever finished it.

    `verbs` are the plain forms of what was done, or of what it came of ("gone": to remove, to deal
    with); without any it was whatever had to be.
    """

    what: str
    verbs: frozenset[str]


@lru_cache(maxsize=_KEPT)
def finished_in(said: str) -> tuple[FinishedWords, ...]:
    """What a message says to be finished, where it names nothing else beside it."""
    return tuple(dict.fromkeys(_finished(said)))


@lru_cache(maxsize=_KEPT)
def reported_in(said: str) -> tuple[FinishedWords, ...]:
    """What whoever writes a message says that they have done, with its thing and nothing else."""
    return tuple(dict.fromkeys(_reported(said)))


def _finished(said: str) -> Iterator[FinishedWords]:
    for sentence in asserted_in(said):
        spelt = as_spelt(sentence)
        for rules in finished_rules():
            if not rules.doubts(spelt):
                yield from _finished_in(spelt, rules)


def _finished_in(sentence: str, rules: FinishedRules) -> Iterator[FinishedWords]:
    begins = rules.begins(sentence)
    for match in found_in(rules.finished, sentence, begins):
        if verbs := rules.deeds(match["verb"].casefold()):
            yield FinishedWords(match["what"], verbs)
    for match in found_in(rules.done, sentence, begins):
        yield FinishedWords(match["what"], frozenset())


def _reported(said: str) -> Iterator[FinishedWords]:
    for sentence in split_sentences(mask_quotations(said)):
        spelt = as_spelt(sentence)
        for rules in finished_rules():
            if MASK in sentence or rules.doubts(spelt):
                continue
            for match in found_in(rules.reported, spelt, rules.begins(spelt)):
                verbs = rules.deeds(match["verb"].casefold())
                if verbs and _is_so(match, rules):
                    yield FinishedWords(match["what"], verbs)


def _is_so(match: regex.Match[str], rules: FinishedRules) -> bool:
    """Whether it is asserted; what is told behind it ("she said she'll ring back") may doubt."""
    told, behind = match.string[: match.end()], match.string[match.end() :]
    return any(True for _ in asserted_in(told)) and not finds(rules.partly, behind)
