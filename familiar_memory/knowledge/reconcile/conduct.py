"""Whether what somebody asked for is a rule of conduct at once: a request that is meant to last.

The markers are data (`[conduct]` of the languages). They are looked for in the rule and in the
words that it was made of; what limits a request to this once counts in the sentence that asks.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import regex

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.markers import Phrases
from familiar_memory.knowledge.reconcile.tokens import tokens_of

__all__ = ["ConductVerdict", "ConductWorth", "judge_conduct"]

_RULE = "conduct"
_SENTENCES = regex.compile(r"[^.!?…。！？\n]+")


class ConductWorth(StrEnum):
    """Set now; held until a person decides, or it is said again; dropped."""

    COMMIT = "commit"
    HOLD = "hold"
    DROP = "drop"


class ConductVerdict(NamedTuple):
    """What is done with a request, and why."""

    worth: ConductWorth
    reason: str


def judge_conduct(rule: str, said: str = "") -> ConductVerdict:
    """Judge a rule by its text and by the words (`said`) that it was made of."""
    texts = (rule, said)
    if any(_phrases("safety").are_in(tokens_of(text)) for text in texts):
        return ConductVerdict(ConductWorth.DROP, "care for people's safety is not switched off")
    asks = [tokens for text in texts for tokens in _sentences(text) if _is_request(tokens)]
    once = _phrases("once")
    if any(once.are_in(tokens) for tokens in asks):
        return ConductVerdict(ConductWorth.DROP, "it was meant for this once")
    if asks:
        return ConductVerdict(ConductWorth.COMMIT, "it was asked for")
    if any(once.are_in(tokens_of(text)) for text in texts):
        return ConductVerdict(ConductWorth.DROP, "it was meant for this once")
    return ConductVerdict(ConductWorth.HOLD, "nobody has asked for it in so many words")


def _sentences(text: str) -> list[tuple[str, ...]]:
    return [tokens_of(sentence) for sentence in _SENTENCES.findall(text)]


def _is_request(tokens: tuple[str, ...]) -> bool:
    return _phrases("asks").are_in(tokens)


@lru_cache(maxsize=4)
def _phrases(name: str) -> Phrases:
    return Phrases(
        phrase for table in language_tables(_RULE).values() for phrase in table.get(name, ())
    )
