"""Every token of a text, however long: nothing hides behind where other comparisons end."""

from __future__ import annotations

from collections.abc import Iterator

from familiar_memory.knowledge.reconcile.tokens import MOST_CHARS, tokens_of

__all__ = ["every_token"]


def every_token(text: str) -> tuple[str, ...]:
    """The words of a text in order; a word longer than any is read in pieces."""
    if len(text) <= MOST_CHARS:
        return tokens_of(text)
    return tuple(token for piece in _pieces(text) for token in tokens_of(piece))


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
