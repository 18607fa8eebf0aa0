"""Which people an utterance names, by any of their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from familiar_memory.domain.tokens import is_dense_script
from familiar_memory.knowledge.words import fold
from familiar_memory.recall.common_words import COMMON_WORDS

__all__ = ["Mention", "find_mentions"]

_WORD = re.compile(r"[^\W_]+(?:['’_-][^\W_]+)*")
_SENTENCE_END = frozenset(".!?…\n。！？:")
_MAX_NAME_WORDS = 6


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in an utterance, and everybody who bears it (more than one = ambiguous)."""

    name: str
    slugs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    is_capitalised: bool
    starts_sentence: bool
    is_called: bool
    """A comma follows, as after somebody who is spoken to."""


def find_mentions(
    text: str, aliases: Mapping[str, tuple[str, ...]], excluded: Collection[str] = ()
) -> tuple[Mention, ...]:
    """Names of the alias map in a text, in order, each once; the longest name wins.

    Names match whole words, whatever their case and accents. A name that is also a
    common word counts only with a capital inside a sentence, or when it is called
    ("Will, are you there?"). In scripts without spaces a name matches anywhere.
    `excluded` words never count.
    """
    by_words = {tuple(_keys(name)): name for name in aliases}
    unwanted = {fold(word) for word in excluded}
    found: dict[str, Mention] = {}
    for name in (*_spaced(text, by_words, unwanted), *_dense(text, aliases)):
        found.setdefault(name, Mention(name, aliases[name]))
    return tuple(found.values())


def _keys(name: str) -> list[str]:
    return [fold(match.group()) for match in _WORD.finditer(name)]


def _spaced(
    text: str, by_words: Mapping[tuple[str, ...], str], unwanted: Collection[str]
) -> Iterator[str]:
    said = list(_read_words(text))
    longest = min(max(map(len, by_words), default=0), _MAX_NAME_WORDS)
    at = 0
    while at < len(said):
        for size in range(min(longest, len(said) - at), 0, -1):
            window = said[at : at + size]
            name = by_words.get(tuple(word.key for word in window))
            if name and (size > 1 or _is_name(window[0], unwanted)):
                yield name
                at += size - 1
                break
        at += 1


def _is_name(word: _Word, unwanted: Collection[str]) -> bool:
    if word.key in unwanted:
        return False
    if word.key not in COMMON_WORDS:
        return True
    return word.is_capitalised and (word.is_called or not word.starts_sentence)


def _read_words(text: str) -> Iterator[_Word]:
    end = 0
    for match in _WORD.finditer(text):
        between = text[end : match.start()]
        starts = end == 0 or any(mark in _SENTENCE_END for mark in between)
        end = match.end()
        written = match.group()
        # A possessive names its owner.
        for suffix in ("'s", "’s"):
            written = written.removesuffix(suffix)
        yield _Word(
            fold(written), written[:1].isupper(), starts, text[end : end + 1] in (",", "，", "、")
        )


def _dense(text: str, aliases: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    folded = fold(text)
    for name in sorted(aliases, key=lambda n: (-len(n), n)):
        if len(name) > 1 and all(map(is_dense_script, name)) and fold(name) in folded:
            yield name
