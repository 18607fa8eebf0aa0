"""Which facts a question asks for: those whose predicate it uses, in whatever words."""

from __future__ import annotations

from familiar_memory.domain.text.tokens import estimate_tokens, is_dense_script
from familiar_memory.index.words.tokens import content_terms, terms_of
from familiar_memory.knowledge.predicate_words import words_of_predicate
from familiar_memory.knowledge.words import content_words, fold
from familiar_memory.recall.ranking.asked.stated import stated_predicate

__all__ = ["FactsAsked", "is_short"]

_MOST_TOKENS = 48
"""Some 200 letters, or 48 of Japanese: longer texts have a word of some predicate by chance."""


def is_short(text: str) -> bool:
    """Whether a text is short enough to be a question for facts."""
    return estimate_tokens(text) <= _MOST_TOKENS


class FactsAsked:
    """The predicates that a question uses, looked up as they are met; a long text asks for none."""

    def __init__(self, text: str) -> None:
        """Of a question as it was asked."""
        asked = text if is_short(text) else ""
        self._folded = fold(asked)
        self._terms = frozenset(terms_of(content_words(asked)))
        self._known: dict[str, bool] = {}

    def has(self, line: str) -> bool:
        """Whether the text of a record is a fact that the question asks for."""
        predicate = stated_predicate(line)
        return predicate is not None and self.has_predicate(predicate)

    def has_predicate(self, predicate: str) -> bool:
        """Whether the question uses a predicate, in whatever words."""
        if predicate not in self._known:
            self._known[predicate] = any(map(self._says, words_of_predicate(predicate)))
        return self._known[predicate]

    def _says(self, phrase: str) -> bool:
        if is_dense_script(phrase[0]):
            return phrase in self._folded
        terms = content_terms(phrase).keys()
        return bool(terms) and terms <= self._terms
