"""What somebody says that they are called: "my friends call me Bex", "「ベックス」と呼んで".

Patterns are the `[names]` of a language (`knowledge/languages`). What is said of others, of the
past, in play, or only once ("call me later", "call me crazy") names nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.names import folded_name
from familiar_memory.writers.forms.asserted import is_asserted, is_question
from familiar_memory.writers.text.lexicon import STOPWORDS
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.subject_words import is_common

__all__ = ["names_told", "said_to_be"]

_LONGEST = 40
_CAPITAL = r"(?-i:\p{Lu}[\p{L}\p{M}'-]*(?:\s\p{Lu}[\p{L}\p{M}'-]*){0,2}(?:\s(?:[IVX]+|\d{1,2}))?)"
_SMALL = r"\p{Ll}[\p{L}\p{M}'-]+"
_OTHER_SCRIPT = r"[\p{Han}\p{Katakana}\p{Hiragana}ーA-Za-z]{1,12}?"
_NAMES = {"<Name>": _CAPITAL, "<name>": rf"{_CAPITAL}|{_SMALL}", "<名前>": _OTHER_SCRIPT}
_PLACE_OF_NAME = regex.compile(r"(?<!P)<(?:Name|name|名前)>")
_QUOTE_MARKS = r"[\"“”「」『』']"
_OPENING = r"(?:[\"“”「」『』]|(?<!\w)')"
"""An apostrophe within a word opens nothing."""


def names_told(text: str) -> tuple[str, ...]:
    """The names that somebody says they go by, in order, each once."""
    return tuple(dict.fromkeys(_found(text, _rules().told)))


def said_to_be(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Which of these names somebody says to be theirs, in whatever plain words ("I'm Bob").

    So short a sentence says anything of anybody ("I'm Hungry"): it counts for known names alone.
    """
    known = {folded_name(name) for name in names}
    told = (*names_told(text), *_found(text, _rules().claimed))
    return tuple(dict.fromkeys(name for name in told if folded_name(name) in known))


def _found(text: str, patterns: Iterable[BoundedPattern]) -> Iterator[str]:
    rules = _rules()
    # The name alone may stand in quotes; what is quoted around it is another's.
    plain = rules.quoted.sub(lambda match: match["before"] + match["name"] + match["behind"], text)
    for sentence in split_sentences(mask_quotations(plain)):
        matches = [one for pattern in patterns for one in pattern.finditer(sentence)]
        for match in sorted(matches, key=lambda one: one.start("name")):
            # A pattern of somebody's own may match without its name.
            if match["name"] and _is_meant(match, sentence) and _is_name(match["name"], rules):
                yield " ".join(match["name"].split())


def _is_meant(match: regex.Match[str], sentence: str) -> bool:
    if any(pattern.search(sentence, 0, match.end()) for pattern in _rules().never):
        return False
    is_asked_for = "ask" in match.re.groupindex and match["ask"] is not None
    if is_question(sentence) and not is_asked_for:
        return False
    start = match.start("ask") if is_asked_for else match.start()
    return is_asserted(sentence, start, match.end("name"), loose=True, past=False)


def _is_name(name: str, rules: _Rules) -> bool:
    words = name.casefold().split()
    if len(name) > _LONGEST or not any(map(str.isalnum, name)):
        return False
    if all(word in rules.not_names for word in words):
        return False
    return not name.islower() or not any(word in STOPWORDS or is_common(word) for word in words)


@dataclass(frozen=True, slots=True)
class _Rules:
    told: tuple[BoundedPattern, ...]
    claimed: tuple[BoundedPattern, ...]
    never: tuple[BoundedPattern, ...]
    quoted: BoundedPattern
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = tuple(language_tables("names").values())

    def all_of(name: str) -> tuple[BoundedPattern, ...]:
        written = chain.from_iterable(table.get(name, ()) for table in tables)
        return tuple(_compiled(one) for one in written)

    before, behind = (
        "|".join(chain.from_iterable(table.get(name, ()) for table in tables))
        for name in ("before_quotes", "behind_quotes")
    )
    name = rf"{_OPENING}(?P<name>[\p{{L}}\p{{M}}\w' ー-]{{1,{_LONGEST}}}?){_QUOTE_MARKS}"
    quoted = (
        rf"(?P<before>\b(?:{before})\s+){name}(?P<behind>)|(?P<before>){name}(?P<behind>{behind})"
    )
    words = chain.from_iterable(table.get("not_names", ()) for table in tables)
    adjectives = chain.from_iterable(
        table.get("adjectives", ()) for table in language_tables("facts").values()
    )
    callings = chain.from_iterable(
        table.get("not_names", ()) for table in language_tables("callings").values()
    )
    return _Rules(
        all_of("told"),
        all_of("claimed"),
        all_of("never"),
        bounded(quoted, regex.IGNORECASE | regex.VERSION1),
        frozenset(map(str.casefold, chain(words, adjectives, callings))),
    )


def _compiled(written: str) -> BoundedPattern:
    whole = _PLACE_OF_NAME.sub(lambda match: f"(?P<name>{_NAMES[match[0]]})", written)
    return bounded(whole, regex.IGNORECASE | regex.VERSION1)
