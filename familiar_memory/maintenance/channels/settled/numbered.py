"""Decisions with a number ("Decision three: the saves are Markdown"), which a later one replaces.

Whoever writes so keeps minutes: the number says what a decision replaces, whatever both are about.
The words are the `numbered` of a language's `[shared_context]`, those that only take one back
the `revoked`, and its numerals the `counted`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from unicodedata import normalize

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.promised.promise_rules import PromiseRules, promise_rules
from familiar_memory.writers.text.sentences import plain_prose, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["NumberedWords", "numbered_in", "numbers_in", "overturned_in"]

_STRUCK = regex.compile(r"~~[^~\n]*+~~\s*")
_EMPHASIS = regex.compile(r"(?<![\w*_])([*_]{1,3})(?=\S)([^*_\n]++)(?<=\S)\1(?![\w*_])")


@dataclass(frozen=True, slots=True)
class NumberedWords:
    """A sentence that decides something under a number; `words` has the number too.

    `is_changed` says that it was decided otherwise before ("Decision one, amended: …"). `behind` is
    the sentence after it, which may ask whether that is all right. `rules` are those of the
    language in which it was said, by which it may be a joke, or unsure.
    """

    number: str
    words: str
    matter: str
    is_changed: bool
    behind: str
    rules: PromiseRules


def numbered_in(said: str) -> tuple[NumberedWords, ...]:
    """What a message decides so, in order; what it strikes through itself it does not mean."""
    return tuple(_numbered(said))


def numbers_in(said: str) -> frozenset[str]:
    """The numbers under which a message decides something."""
    return frozenset(one.number for one in numbered_in(said))


def overturned_in(said: str) -> tuple[NumberedWords, ...]:
    """What a message says to stand no longer, by its number, whatever it puts in its place."""
    changed = (one for one in numbered_in(said) if one.is_changed)
    return (*changed, *_revoked(said))


def _revoked(said: str) -> Iterator[NumberedWords]:
    for sentence, behind in _sentences(said):
        if (said_in := _match(as_spelt(sentence), _patterns("revoked"))) is not None:
            found, rules = said_in
            yield NumberedWords(_number(found["label"]), sentence, "", True, behind, rules)


def _sentences(said: str) -> Iterator[tuple[str, str]]:
    """Each with the one behind it."""
    plain = _EMPHASIS.sub(r"\2", _STRUCK.sub("", plain_prose(said)))
    sentences = split_sentences(plain)
    yield from zip_longest(sentences, sentences[1:], fillvalue="")


def _numbered(said: str) -> Iterator[NumberedWords]:
    for sentence, behind in _sentences(said):
        if (said_in := _match(as_spelt(sentence), _patterns("numbered"))) is not None:
            found, rules = said_in
            words = found.string[found.start() :].strip()
            is_changed = found.groupdict().get("changed") is not None
            what = found["what"].strip()
            yield NumberedWords(_number(found["label"]), words, what, is_changed, behind, rules)


def _number(label: str) -> str:
    """One numeral for all that mean the same."""
    plain = normalize("NFKC", label).casefold()
    return _counted().get(plain, plain.lstrip("0") or plain)


def _match(
    sentence: str, patterns: Iterable[tuple[BoundedPattern, PromiseRules]]
) -> tuple[regex.Match[str], PromiseRules] | None:
    matches = ((pattern.search(sentence), rules) for pattern, rules in patterns)
    return next(((found, rules) for found, rules in matches if found is not None), None)


@lru_cache(maxsize=1)
def _counted() -> Mapping[str, str]:
    return {
        word: str(number)
        for table in language_tables("shared_context").values()
        for number, word in enumerate(table.get("counted", ()), 1)
    }


@lru_cache(maxsize=2)
def _patterns(name: str) -> tuple[tuple[BoundedPattern, PromiseRules], ...]:
    """Those of each language, with its rules."""
    tables = language_tables("shared_context").values()
    return tuple(
        (bounded(spelled(one, table.get("words", {})), regex.IGNORECASE), rules)
        for table, rules in zip(tables, promise_rules(), strict=True)
        for one in table.get(name, ())
    )
