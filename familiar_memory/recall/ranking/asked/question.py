"""What a question says of its answer: the terms, whom it names, which date."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice

from familiar_memory.index.words.tokens import terms_of
from familiar_memory.knowledge.emoji import emoji_in, is_expression
from familiar_memory.knowledge.words import content_words
from familiar_memory.recall.ranking.asked.cues import asks_bot
from familiar_memory.recall.ranking.asked.dates import NamedDate
from familiar_memory.recall.ranking.asked.naming import authors_named
from familiar_memory.recall.ranking.asked.read_dates import named_date

__all__ = ["Question", "read_question"]

_MOST_WORDS = 256
"""A whole book pasted into a message must not hold up the reply; its beginning asks enough."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    `terms` maps each term, in order, to the authors whom its word names (mostly none),
    as numbers of the snapshot's register. `content` is the text for the embedder,
    without names, which would only blur it. `asks_bot`: it is after what the bot itself has
    said ("what did you advise?"), so that what puts the bot's long turns, in which nobody
    speaks of themselves, behind those of people does not hold for it.
    """

    text: str
    terms: Mapping[str, frozenset[int]]
    date: NamedDate | None
    content: str
    asks_bot: bool = False

    @property
    def authors(self) -> frozenset[int]:
        """Everybody whom the question names."""
        return frozenset().union(*self.terms.values())


def read_question(
    text: str,
    name_words: Mapping[str, set[int]],
    asked: date | None = None,
    is_rare: Callable[[str], bool] | None = None,
) -> Question:
    """Take a question apart; `name_words` maps words of names to author numbers.

    `asked` is the day of asking where the familiar lives, from which "yesterday" counts;
    `is_rare` says of a word that is no name whether it may be a misspelled one
    (`naming.authors_named`).
    """
    content = content_words(text)
    said = list(islice(dict.fromkeys(content), _MOST_WORDS))
    naming = authors_named(text, said, name_words, is_rare)
    terms: dict[str, frozenset[int]] = {}
    for word, authors in naming.items():
        for term in terms_of((word,)):
            terms[term] = terms.get(term, frozenset()) | authors
    for emoji in emoji_in(text)[:_MOST_WORDS]:
        # A laugh behind a question is no part of it; a laugh alone is all that is asked.
        if not (content and is_expression(emoji)):
            terms.setdefault(emoji, frozenset())
    unnamed = [word for word in content if not naming.get(word)]
    return Question(text, terms, named_date(text, asked), " ".join(unnamed) or text, asks_bot(text))
