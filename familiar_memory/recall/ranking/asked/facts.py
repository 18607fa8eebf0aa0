"""Which facts a question asks for: those whose predicate it uses, in whatever words."""

from __future__ import annotations

from itertools import islice

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.index.words.tokens import content_terms, terms_of
from familiar_memory.knowledge.predicate_words import predicate_of, words_of_predicate
from familiar_memory.knowledge.words import content_words, fold

__all__ = ["FactsAsked"]

_MOST_WORDS = 256
"""As many as a question is read of; see `read_question`."""
_MOST_CHARS = 4_096
"""The same for scripts that are written without spaces."""


class FactsAsked:
    """The predicates that a question uses, looked up as they are met."""

    def __init__(self, text: str) -> None:
        """Of a question as it was asked."""
        self._folded = fold(text[:_MOST_CHARS])
        self._terms = frozenset(terms_of(islice(content_words(text), _MOST_WORDS)))
        self._known: dict[str, bool] = {}

    def has(self, line: str) -> bool:
        """Whether the text of a record is a fact that the question asks for."""
        predicate = predicate_of(line)
        if predicate is None:
            return False
        if predicate not in self._known:
            self._known[predicate] = any(map(self._says, words_of_predicate(predicate)))
        return self._known[predicate]

    def _says(self, phrase: str) -> bool:
        if is_dense_script(phrase[0]):
            return phrase in self._folded
        terms = content_terms(phrase).keys()
        return bool(terms) and terms <= self._terms
