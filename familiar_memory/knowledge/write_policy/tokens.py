"""The tokens of what was said: all, however long it is, and those by which texts are alike."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from familiar_memory.knowledge.reconcile.tokens import MOST_CHARS, tokens_of
from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["every_token", "meaningful"]

_CONTRACTED = frozenset({"im", "ive", "id", "ill", "youre", "its", "dont"})
"""Words of grammar as they are without their apostrophe."""


def every_token(text: str) -> tuple[str, ...]:
    """The words of a text in order; a word longer than any is read in pieces."""
    if len(text) <= MOST_CHARS:
        return _short_tokens(text)
    return tuple(token for piece in _pieces(text) for token in tokens_of(piece))


@lru_cache(maxsize=2_048)  # each text is read for each set of marks
def _short_tokens(text: str) -> tuple[str, ...]:
    return tokens_of(text)


def meaningful(text: str) -> frozenset[str]:
    """The tokens by which two texts may be about one thing: no grammar, no single letters."""
    return frozenset(one for one in every_token(text) if _says_something(one))


def _says_something(token: str) -> bool:
    is_long = len(token) > 1 or not token.isascii()
    return is_long and token not in STOP_WORDS and token not in _CONTRACTED


def _pieces(text: str) -> Iterator[str]:
    """Parts of the text that end between words."""
    part: list[str] = []
    length = 0
    for word in text.split():
        if length + len(word) + 1 > MOST_CHARS:
            yield " ".join(part)
            part, length = [], 0
        while len(word) > MOST_CHARS:
            yield word[:MOST_CHARS]
            word = word[MOST_CHARS:]
        part.append(word)
        length += len(word) + 1
    yield " ".join(part)
