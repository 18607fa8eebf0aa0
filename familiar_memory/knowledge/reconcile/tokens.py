"""The tokens by which objects of facts are compared, in every script.

Case, width, normal form and the shape of apostrophes make no difference; accents do, since
with them words differ ("papa", "papá"). In scripts without spaces a character is a token.
Signs that belong to a word stay ("C++", "C#", "1.5").
"""

from __future__ import annotations

from unicodedata import normalize

import regex

from familiar_memory.domain.text.tokens import is_dense_script

__all__ = ["MOST_CHARS", "symbols_of", "tokens_of"]

MOST_CHARS = 4_000
"""So much of a text is compared: an object is some words."""
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ＇`´′", "'"))
_WORD = regex.compile(
    r"(?:[\p{L}\p{N}\p{M}]|(?<=\p{N})[.,:/](?=\p{N})|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))+[+#]*"
)
# Marks that only part or adorn words, and what cannot be seen.
_ADORNING = regex.compile(
    r"[\p{L}\p{N}\p{M}\s]|\p{Cf}|\uFE0F|[.,;:!?…。、！？，；：\"'“”„«»「」『』()（）\[\]【】・_*~|]"
    r"|(?<=[\p{L}\p{N}])[-\u2010\u2011](?=[\p{L}\p{N}])|(?<=\s)[-\u2013\u2014](?=\s)"
)


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a text in order, each character of a script without spaces by itself."""
    found: list[str] = []
    for word in _WORD.findall(_folded(text)):
        _split(word.replace("'", ""), found)
    return tuple(found)


def symbols_of(text: str) -> str:
    """The signs of a text that are neither words nor punctuation: emoji, a minus, an ampersand."""
    return _ADORNING.sub("", _folded(text))


def _folded(text: str) -> str:
    straight = text[:MOST_CHARS].translate(_APOSTROPHES)
    return normalize("NFKC", normalize("NFKC", straight).casefold())


def _split(word: str, found: list[str]) -> None:
    if word.isascii():
        found.append(word)
        return
    run = ""
    for character in word:
        if is_dense_script(character):
            if run:
                found.append(run)
            found.append(character)
            run = ""
        else:
            run += character
    if run:
        found.append(run)
