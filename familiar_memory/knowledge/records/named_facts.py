"""Whether a line in plain words names what a fact of the same message is about."""

from __future__ import annotations

import regex

__all__ = ["names_object"]

_LETTER = r"(?V1:[\p{L}\p{N}--[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}ー]])"
"""Of the scripts that part their words."""


def names_object(said: str, thing: str) -> bool:
    """Whether the words stand there as a whole, both as they are compared: tea is no teacher."""
    return regex.search(rf"(?<!{_LETTER}){regex.escape(thing)}(?!{_LETTER})", said) is not None
