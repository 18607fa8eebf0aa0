"""The marker words of the write policy, as data: shipped for each language, and the operator's own.

They are the `[write_policy]` of the languages, and the `[markers]` of `character.toml`. Words are
compared whole, in any case and Unicode form, with any apostrophe or none: "art" is not in
"party". Where no spaces stand between words, a phrase is found wherever its characters stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import regex

from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.reconcile.markers import Phrases
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.patterns import said_in_many_words
from familiar_memory.knowledge.write_policy.tokens import every_token

__all__ = ["Markers", "sentences_of", "shipped_markers"]

_RULE = "write_policy"
_SENTENCES = regex.compile(r"[^.!?…。！？\n]+")
_MOST_SENTENCES = 2_000
"""Of one text; a message has a few."""


class Markers:
    """The marker sets of one familiar, by what they show."""

    def __init__(self, words: Mapping[Marker, Iterable[str]]) -> None:
        """Take the phrases of each set as they are written."""
        self._words = MappingProxyType({mark: tuple(words.get(mark, ())) for mark in Marker})
        self._phrases = {mark: Phrases(said) for mark, said in self._words.items()}

    def extended(self, more: Mapping[Marker, Iterable[str]]) -> Markers:
        """These, and more of some sets.

        Raises:
            ConfigError: a phrase has no letter or digit.
        """
        more = {mark: tuple(words) for mark, words in more.items()}
        for mark, words in more.items():
            if empty := next((one for one in words if not tokens_of(one)), None):
                raise ConfigError(
                    f"{empty!r} of the markers {mark.value!r} says nothing",
                    "words, as people write them",
                )
        return Markers({mark: (*self._words[mark], *more.get(mark, ())) for mark in Marker})

    def __repr__(self) -> str:
        return "<Markers>"

    def words(self, mark: Marker) -> tuple[str, ...]:
        """The phrases of a set, as they are written."""
        return self._words[mark]

    def shows(self, mark: Marker, *texts: str) -> bool:
        """Whether any of the texts, of whatever length, has a phrase of that set.

        Some sets count in many words, too, in the languages that are shipped.
        """
        phrases = self._phrases[mark]
        return any(
            phrases.are_in(every_token(text))
            or any(mark in said_in_many_words(one) for one in sentences_of(text))
            for text in texts
        )

    def consists_of(self, mark: Marker, tokens: Sequence[str], besides: Iterable[str]) -> bool:
        """Whether all tokens are of phrases of that set, but for those `besides`."""
        left, free = set(range(len(tokens))), frozenset(besides)
        for start, end in self._phrases[mark].spans(tokens):
            left -= set(range(start, end))
        return all(tokens[at] in free for at in left)


@lru_cache(maxsize=1)
def shipped_markers() -> Markers:
    """The marker sets that come along, of all languages."""
    tables = language_tables(_RULE).values()
    return Markers(
        {mark: [word for one in tables for word in one.get(mark.value, ())] for mark in Marker}
    )


@lru_cache(maxsize=1_024)  # each text is read for each set of marks
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, without their ends."""
    found = (one.strip() for one in _SENTENCES.findall(text)[:_MOST_SENTENCES])
    return tuple(one for one in found if one)
