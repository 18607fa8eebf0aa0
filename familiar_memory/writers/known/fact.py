"""A fact that is known of somebody, as it is looked for in what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.writers.forms.frames.words import Word, sentence_words
from familiar_memory.writers.text.lexicon import word_set

__all__ = ["SpeakerFact", "fact_slot"]

_ARTICLES = frozenset(("the", "a", "an", "my", "our", "that", "this"))
_CALLED = " called "
_IN = " in "
_STATES = frozenset(
    ["gone", "dead", "died", "passed", "been", "no", "not", "over", "done", "history", "finished"]
)
_HEADS = word_set(
    "place places shop shops bar restaurant joint stall stand brand pun puns joke jokes meme memes "
    "song songs video videos chat club fc united city station airport traffic tin crumbs crisps "
    "case boots league server crowd"
)
"""What a name in front of it only says the kind of: "this ramen place", "Leeds traffic"."""


@dataclass(frozen=True, slots=True, order=True)
class SpeakerFact:
    """What holds of a speaker as far as is known: `works_at:: Hallam Bakery`."""

    predicate: str
    object: str

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The words by which it may be named, whole; an animal by its name or as what it is."""
        return _names(self)

    def is_named_shortly(self, said: str) -> bool:
        """Whether a place of work is called so by those who leave out what kind of firm it is."""
        return self.predicate == "works_at" and normalised(said) == _own_name(self.object)


@lru_cache(maxsize=4_096)
def _own_name(firm: str) -> str:
    """A firm without what it is: "Spokes" of "Spokes & Co"; "" if it is called by no more."""
    said = normalised(firm)
    kind = next((one for one in _kinds_of_firms() if said.endswith(f" {one}")), None)
    return "" if kind is None else said.removesuffix(f" {kind}")


@lru_cache(maxsize=1)
def _kinds_of_firms() -> tuple[str, ...]:
    """The longest first."""
    tables = language_tables("facts").values()
    kinds = (normalised(one) for table in tables for one in table.get("firms", ()))
    return tuple(sorted(kinds, key=len, reverse=True))


@lru_cache(maxsize=4_096)
def _names(fact: SpeakerFact) -> tuple[tuple[str, ...], ...]:
    parts = [fact.object]
    if fact.predicate == "has_pet":
        parts = fact.object.split(_CALLED)
    elif fact.predicate == "works_at" and _IN in fact.object:
        parts.append(fact.object.partition(_IN)[0])  # "the post office in Leiden" is named by less
    spelt = (tuple(word.folded for word in sentence_words(part)) for part in parts)
    names = (said[1:] if said and said[0] in _ARTICLES else said for said in spelt)
    return tuple(one for one in names if one)


def fact_slot(fact: SpeakerFact) -> _NamedFact:
    """What takes the words that name a fact, with an article."""
    return _NamedFact(fact.names)


class _NamedFact:
    def __init__(self, names: tuple[tuple[str, ...], ...]) -> None:
        self._names = names

    def __call__(self, words: tuple[Word, ...], at: int) -> Iterator[int]:
        begins = at + 1 if at < len(words) and words[at].folded in _ARTICLES else at
        for name in self._names:
            end = begins + len(name)
            said = tuple(word.folded for word in words[begins:end])
            if said == name and not _owns(words, end) and not _is_before_head(words, end):
                yield end


def _is_before_head(words: tuple[Word, ...], end: int) -> bool:
    return end < len(words) and words[end].folded in _HEADS


def _owns(words: tuple[Word, ...], end: int) -> bool:
    """Whether it is only said whose the next word is: "Miso's blanket", and not "Miso's gone"."""
    said = [one.folded for one in words[end : end + 2]]
    return said[:1] == ["'s"] and len(said) > 1 and said[1] not in _STATES
