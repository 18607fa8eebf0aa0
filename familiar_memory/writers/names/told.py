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
from familiar_memory.knowledge.names import CALLED, folded_name
from familiar_memory.knowledge.write_policy.tokens import every_token
from familiar_memory.writers.forms.asserted import is_asserted, is_question
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.text.lexicon import STOPWORDS
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.subject_words import is_common

__all__ = ["names_asked_for", "names_told", "only_says_names", "said_to_be", "says_to_go_by"]

_LONGEST = 40
_JUST_BEFORE = 2
"""Sentences in which somebody may have been introduced whose name follows."""
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


def says_to_go_by(name: str, text: str, quote: str) -> bool:
    """Whether the speaker says that it is theirs, in the sentence that has the quoted words."""
    plain = mask_quotations(_rules().quoted.sub(_without_quotes, text))
    sentences, wanted = split_sentences(plain), frozenset(every_token(quote))
    shared = {one: len(wanted & frozenset(every_token(one))) for one in sentences}
    most = max(shared.values(), default=0)
    return any(_is_own_name(name, one) for one in sentences if shared[one] == most)


def _is_own_name(name: str, sentence: str) -> bool:
    form = folded_name(name)
    stated = (one for one in find_statements(sentence) if one.predicate == CALLED)
    holding = (one.object for one in stated if one.stance is Stance.HOLDS)
    return form in map(folded_name, (*said_to_be(sentence, [name]), *holding))


def only_says_names(text: str) -> bool:
    """Whether a request says what its speaker is called, and nothing else: "and call me Nads"."""
    rules = _rules()
    plain = rules.quoted.sub(_without_quotes, text)
    spans = [one.span() for pattern in rules.told for one in pattern.finditer(plain)]
    if not spans or not names_told(text):
        return False
    rest = plain[: min(begin for begin, _ in spans)] + " " + plain[max(end for _, end in spans) :]
    return not any(map(str.isalnum, rules.around.sub("", rest)))


def names_asked_for(text: str) -> tuple[str, ...]:
    """What a request may want somebody to be called, in however few or odd words.

    It is read as widely as can be ("Gus Please", "Gus"): whose names these are has to be asked.
    """
    rules = _rules()
    plain = rules.quoted.sub(_without_quotes, text.replace("’", "'"))
    matches = (one for pattern in rules.asked for one in pattern.finditer(plain, overlapped=True))
    words = (one["name"].split() for one in matches if one["name"])
    found = (" ".join(some[:length]) for some in words for length in range(1, len(some) + 1))
    return tuple(dict.fromkeys(found))


def _without_quotes(match: regex.Match[str]) -> str:
    return f"{match['before']}{match['name']}{match['behind']}"


def _found(text: str, patterns: Iterable[BoundedPattern]) -> Iterator[str]:
    rules = _rules()
    # The name alone may stand in quotes; what is quoted around it is another's.
    plain = rules.quoted.sub(_without_quotes, text)
    sentences = split_sentences(mask_quotations(plain))
    for number, sentence in enumerate(sentences):
        before = " ".join(sentences[max(0, number - _JUST_BEFORE) : number])
        matches = [one for pattern in patterns for one in pattern.finditer(sentence)]
        for match in sorted(matches, key=lambda one: one.start("name")):
            # A pattern of somebody's own may match without its name.
            is_own = (
                match["name"] and not _is_anothers(match, before) and _is_meant(match, sentence)
            )
            if is_own and _is_name(match["name"], rules):
                yield " ".join(match["name"].split())


def _is_meant(match: regex.Match[str], sentence: str) -> bool:
    if any(pattern.search(sentence, 0, match.end()) for pattern in _rules().never):
        return False
    is_asked_for = "ask" in match.re.groupindex and match["ask"] is not None
    if is_question(sentence) and not is_asked_for:
        return False
    start = match.start("ask") if is_asked_for else match.start()
    return is_asserted(sentence, start, match.end("name"), loose=True, past=False)


def _is_anothers(match: regex.Match[str], before: str) -> bool:
    """Whether it is not said whose name it is, and somebody else was introduced right before."""
    if "unsaid" not in match.re.groupindex or match["unsaid"] is None:
        return False
    said = f"{before} {match.string[: match.start()]}"
    return any(pattern.search(said) for pattern in _rules().introduced)


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
    introduced: tuple[BoundedPattern, ...]
    asked: tuple[BoundedPattern, ...]
    around: BoundedPattern
    quoted: BoundedPattern
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    tables = tuple(language_tables("names").values())

    def all_of(name: str) -> tuple[BoundedPattern, ...]:
        written = chain.from_iterable(table.get(name, ()) for table in tables)
        return tuple(_compiled(one) for one in written)

    before, behind, around = (
        "|".join(chain.from_iterable(table.get(name, ()) for table in tables))
        for name in ("before_quotes", "behind_quotes", "around")
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
    introduced = (
        table["introduced"]
        for table in language_tables("callings").values()
        if "introduced" in table
    )
    return _Rules(
        all_of("told"),
        all_of("claimed"),
        all_of("never"),
        tuple(map(bounded, introduced)),
        all_of("asked"),
        bounded(rf"\b(?:{around})\b", regex.IGNORECASE | regex.VERSION1),
        bounded(quoted, regex.IGNORECASE | regex.VERSION1),
        frozenset(map(str.casefold, chain(words, adjectives, callings))),
    )


def _compiled(written: str) -> BoundedPattern:
    whole = _PLACE_OF_NAME.sub(lambda match: f"(?P<name>{_NAMES[match[0]]})", written)
    return bounded(whole, regex.IGNORECASE | regex.VERSION1)
