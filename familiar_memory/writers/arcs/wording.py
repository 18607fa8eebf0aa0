"""How people ask what may stay open, take it back, plan, and report that it is done.

The words are the `[threads]` of a language (`knowledge/languages`); one that has none has no
threads. A thread that is noted wrongly is worse than one that is missed, so whatever is denied,
supposed, quoted or asked by the way counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.knowledge.write_policy.tokens import meaningful
from familiar_memory.writers.text.sentences import MASK, mask_quotations, split_sentences
from familiar_memory.writers.text.words import salient_words

__all__ = [
    "OF_OBJECT",
    "Report",
    "asserted_in",
    "is_done_by",
    "overlap",
    "base_forms",
    "plans_in",
    "question_in",
    "reports_in",
]

_FEWEST_WORDS = 3
"""Of a question that somebody wants an answer to."""
_LONGEST = 200
"""Characters of a sentence that says one thing."""
_STEM = 4
"""Letters that two forms of a word share: lantern, lanterns."""
_ABOUT, _MOST_OF = 2, 0.5
"""Words that a report shares with the plan that it settles, and how much of that they are."""
OF_OBJECT = 0.3
"""As much, beside the very verb of a plan."""
_KEPT = 4_096
"""Messages whose reading is kept: what was said before is looked at with every batch."""
_Patterns = tuple[BoundedPattern, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """That something was done: the sentence, and the plain forms of the verbs that may say so.

    `is_plain`: a word of the sentence says that it is done, whatever it was.
    """

    sentence: str
    verbs: frozenset[str]
    is_plain: bool


@lru_cache(maxsize=_KEPT)
def question_in(words: str) -> str | None:
    """The last sentence that asks for something; None where nobody is asked anything."""
    asked = [one for one in _own_sentences(words) if asks(one) and _is_open(one)]
    return asked[-1] if asked else None


@lru_cache(maxsize=_KEPT)
def is_withdrawn(words: str) -> bool:
    """Whether somebody says that their question is settled."""
    return any(_finds(_rules().settled, one) for one in _own_sentences(words))


@lru_cache(maxsize=_KEPT)
def plans_in(words: str) -> tuple[str, ...]:
    """What somebody says that they will do, from the verb on, a sentence each."""
    return tuple(plan for one in asserted_in(words) if (plan := _plan_in(one)) is not None)


def _plan_in(sentence: str) -> str | None:
    found = (pattern.search(sentence) for pattern in _rules().plans)
    return next((one["what"] for one in found if one is not None and one["what"]), None)


@lru_cache(maxsize=_KEPT)
def reports_in(words: str) -> tuple[Report, ...]:
    """The sentences in which somebody says what they have done."""
    return tuple(_reports(words))


def _reports(words: str) -> Iterator[Report]:
    rules = _rules()
    for sentence in asserted_in(words):
        is_plain = _finds(rules.done, sentence)
        told = (one["verb"] for pattern in rules.reports for one in pattern.finditer(sentence))
        told = (verb.casefold() for verb in told if verb)
        verbs = frozenset(form for verb in told for form in base_forms(verb)) - rules.light
        if verbs or is_plain:
            yield Report(sentence, verbs, is_plain)


def is_done_by(plan: str, report: Report) -> bool:
    """Whether a report says that a plan, from its verb on, is done."""
    verb, _, rest = plan.partition(" ")
    if verb.casefold() in report.verbs:
        shared, share = overlap(rest, report.sentence)
        return shared >= 1 and share >= OF_OBJECT
    shared, share = overlap(plan, report.sentence)
    return report.is_plain and shared >= _ABOUT and share >= _MOST_OF


def overlap(some: str, others: str) -> tuple[int, float]:
    """How many words that say something two texts share, and how much of the first that is.

    Of a long word its beginning counts.
    """
    wanted = _stems(some)
    shared = wanted & _stems(others)
    return len(shared), len(shared) / max(1, len(wanted))


@lru_cache(maxsize=_KEPT)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in salient_words(text))


def _stem(word: str) -> str:
    return word[: max(_STEM, len(word) - 3)] if word.isascii() else word


def base_forms(verb: str) -> Iterator[str]:
    """What the verb of "I booked it" may be in "I will book it"."""
    irregular = _rules().irregular
    if verb in irregular:
        yield irregular[verb]
    if verb.endswith("ied"):
        yield f"{verb[:-3]}y"
    if verb.endswith("ed"):
        yield verb[:-2]
        yield verb[:-1]
        if verb[-3:-2] == verb[-4:-3]:
            yield verb[:-3]


def asserted_in(words: str) -> Iterator[str]:
    """The sentences that say, in the speaker's own words, that something is so."""
    for sentence in _own_sentences(words):
        is_short = len(sentence) <= _LONGEST
        if is_short and not asks(sentence) and not _finds(_rules().unsure, sentence):
            yield sentence


def _own_sentences(words: str) -> Iterator[str]:
    """Sentences in the speaker's own words; one with a quotation in it is not."""
    return (one for one in split_sentences(mask_quotations(words)) if MASK not in one)


def _is_open(question: str) -> bool:
    rules = _rules()
    if _finds(rules.passing, question) or _finds(rules.unsure_question, question):
        return False
    if not _finds(rules.asking, question):
        return False
    return len(meaningful(question)) >= _FEWEST_WORDS


def _finds(patterns: Iterable[BoundedPattern], text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


@dataclass(frozen=True, slots=True)
class _Rules:
    asking: _Patterns
    passing: _Patterns
    settled: _Patterns
    plans: _Patterns
    reports: _Patterns
    done: _Patterns
    unsure: _Patterns
    unsure_question: _Patterns
    irregular: dict[str, str]
    light: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = tuple(language_tables("threads").values())
    names = _Rules.__dataclass_fields__.keys() - {"irregular", "light"}
    lists = {name: _all_of(tables, name) for name in names}
    irregular = {past: verb for table in tables for past, verb in table.get("verbs", {}).items()}
    light = frozenset(verb for table in tables for verb in table.get("light", ()))
    return _Rules(**lists, irregular=irregular, light=light)


def _all_of(tables: Iterable[Any], name: str) -> _Patterns:
    return tuple(bounded(one, regex.IGNORECASE) for t in tables for one in t.get(name, ()))
