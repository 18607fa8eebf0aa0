"""What a question says of its answer: the terms, whom it names, which date."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice, takewhile

from familiar_memory.index.words.tokens import terms_of
from familiar_memory.knowledge.emoji import emoji_in, is_expression
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.ranking.asked.dates import NamedDate
from familiar_memory.recall.ranking.asked.read_dates import named_date

__all__ = ["Question", "read_question"]

_MOST_WORDS = 256
"""A whole book pasted into a message must not hold up the reply; its beginning asks enough."""
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


def read_question(
    text: str, name_words: Mapping[str, set[int]], asked: date | None = None
) -> Question:
    """Take a question apart; `name_words` maps words of names to author numbers.

    `asked` is the day of asking where the familiar lives, from which "yesterday" counts.
    """
    content = content_words(text)
    naming = _naming(dict.fromkeys(content), name_words)
    terms: dict[str, frozenset[int]] = {}
    for word, authors in naming.items():
        for term in terms_of((word,)):
            terms[term] = terms.get(term, frozenset()) | authors
    for emoji in emoji_in(text)[:_MOST_WORDS]:
        # A laugh behind a question is no part of it; a laugh alone is all that is asked.
        if not (content and is_expression(emoji)):
            terms.setdefault(emoji, frozenset())
    unnamed = [word for word in content if not naming.get(word)]
    return Question(text, terms, named_date(text, asked), " ".join(unnamed) or text)


def _naming(said: Iterable[str], name_words: Mapping[str, set[int]]) -> dict[str, frozenset[int]]:
    """The first words of a question, with the authors whom each names."""
    names = sorted(name_words)
    return {word: _authors_named(word, names, name_words) for word in islice(said, _MOST_WORDS)}


def _authors_named(
    word: str, names: Sequence[str], name_words: Mapping[str, set[int]]
) -> frozenset[int]:
    if word in name_words:
        return frozenset(name_words[word])
    if len(word) < _SHORT_FORM:
        return frozenset()
    longer = takewhile(lambda name: name.startswith(word), names[bisect_left(names, word) :])
    return frozenset().union(*(name_words[name] for name in longer))
