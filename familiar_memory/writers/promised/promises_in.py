"""What somebody takes on before others in plain words: "I'll book the hall by Wednesday".

It is what the note of a room has as an action item (`maintenance/channels`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.writers.promised.clause_patterns import found_in
from familiar_memory.writers.promised.promise_rules import PromiseRules, promise_rules
from familiar_memory.writers.promised.said_clause import LONGEST, is_said_so, matter_in
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["TakenOn", "promises_in"]

_KEPT = 4_096
"""Messages whose reading is kept: what was said before is looked at with every batch."""


@dataclass(frozen=True, slots=True)
class TakenOn:
    """The words from where the promise begins, and its matter, from its verb on."""

    words: str
    matter: str


@lru_cache(maxsize=_KEPT)
def promises_in(said: str) -> tuple[TakenOn, ...]:
    """What a message takes on, at most one thing a sentence."""
    sentences = split_sentences(mask_quotations(said))
    found = (
        _taken_on(sentence, sentences[at + 1] if at + 1 < len(sentences) else "")
        for at, sentence in enumerate(sentences)
    )
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _taken_on(sentence: str, behind: str) -> TakenOn | None:
    if MASK in sentence or len(sentence) > LONGEST or asks(sentence):
        return None
    spelt = as_spelt(sentence)
    return next((one for rules in promise_rules() for one in _found(spelt, behind, rules)), None)


def _found(sentence: str, behind: str, rules: PromiseRules) -> Iterator[TakenOn]:
    if not (rules.is_meant(sentence, behind) and rules.is_sure(sentence)):
        return
    for match in found_in(rules.actions, sentence, rules.begins(sentence)):
        if is_said_so(sentence, match):
            yield TakenOn(sentence[match.start() :], matter_in(match))
