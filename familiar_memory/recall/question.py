"""What a question says of its answer: the terms, whom it names, which date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from familiar_memory.index.tokens import terms_of
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.dates import NamedDate, named_date

__all__ = ["Question", "read_question"]

_SHORT_FORM = 3
"""A short form of a name (Deb for Deborah) has at least so many letters."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    `terms` maps each term, in order, to the authors whom its word names (mostly none),
    as numbers of the snapshot's register. `content` is the text for the embedder,
    without names, which would only blur it.
    """

    text: str
    terms: Mapping[str, frozenset[int]]
    date: NamedDate | None
    content: str

    @property
    def authors(self) -> frozenset[int]:
        """Everybody whom the question names."""
        return frozenset().union(*self.terms.values())


def read_question(text: str, name_words: Mapping[str, set[int]]) -> Question:
    """Take a question apart; `name_words` maps words of names to author numbers."""
    content = content_words(text)
    naming = {word: _authors_named(word, name_words) for word in dict.fromkeys(content)}
    terms: dict[str, frozenset[int]] = {}
    for word, authors in naming.items():
        for term in terms_of((word,)):
            terms[term] = terms.get(term, frozenset()) | authors
    unnamed = [word for word in content if not naming[word]]
    return Question(text, terms, named_date(text), " ".join(unnamed) or text)


def _authors_named(word: str, name_words: Mapping[str, set[int]]) -> frozenset[int]:
    if word in name_words:
        return frozenset(name_words[word])
    if len(word) < _SHORT_FORM:
        return frozenset()
    return frozenset().union(
        *(authors for name, authors in name_words.items() if name.startswith(word))
    )
