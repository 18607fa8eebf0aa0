"""What pydantic says of a value, in the words of whoever typed it."""

from __future__ import annotations

import re

__all__ = ["plain_words"]

_WORDS = tuple(
    (re.compile(said), plain)
    for said, plain in (
        (r"\bValue error, ", ""),
        (r"\bExtra inputs are not permitted\b", "there is no such setting"),
        (r"\bUnexpected keyword argument\b", "there is no such setting"),
        (r"\bField required\b", "it is missing"),
        (r"\bInput should be a valid integer\b.*", "it must be a whole number"),
        (r"\bInput should be a valid number\b.*", "it must be a number"),
        (r"\bInput should be a valid boolean\b.*", "it must be true or false"),
        (r"\bInput should be a valid string\b.*", "it must be text"),
        (r"\bInput should be a valid (?:dictionary|mapping)\b.*", "it must be a table"),
        (r"\bInput should be (?:a dictionary|an object)\b.*", "it must be a table"),
        (r"\bInput should be a valid (?:list|tuple|array)\b.*", "it must be a list"),
        (r"\bInput should be greater than or equal to (\S+)", r"it must be \1 or more"),
        (r"\bInput should be less than or equal to (\S+)", r"it must be \1 or less"),
        (r"\bInput should be greater than (\S+)", r"it must be more than \1"),
        (r"\bInput should be less than (\S+)", r"it must be less than \1"),
        (r"\bInput should be\b", "it must be"),
    )
)


def plain_words(message: str) -> str:
    """The message without the words of a library; any other message is as it was."""
    for said, plain in _WORDS:
        message = said.sub(plain, message)
    return message
