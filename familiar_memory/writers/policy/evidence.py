"""Whether a quotation stands in what somebody said: their own words, as whole words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.writers.text.words import salient_words

__all__ = ["FELT_SHARE", "TOLD_SHARE", "has_share_of", "shares_a_word", "stands_in"]

_LEAST = 2
"""Letters or digits of a quotation: less of it stands in any sentence."""
_STEM = 4
"""Letters that two forms of a word share."""
FELT_SHARE, TOLD_SHARE = 0.25, 0.4
"""Of the words of what the familiar makes of somebody, which it says in words of its own; and of a
summary, which names what was spoken of."""
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "–": "-", "—": "-"})


def stands_in(quote: str, words: str) -> bool:
    """Whether the words hold the quotation; case, spacing and the shape of quotes are no matter."""
    wanted, said = _compared(quote), _compared(words)
    if sum(map(str.isalnum, wanted)) < _LEAST:
        return False
    at = said.find(wanted)
    while at >= 0:
        if not (
            _goes_on(said, at - 1, at) or _goes_on(said, at + len(wanted) - 1, at + len(wanted))
        ):
            return True
        at = said.find(wanted, at + 1)
    return False


def shares_a_word(text: str, words: str) -> bool:
    """Whether anything that a text says, beside small words, is a word of what was said.

    Of a long word its beginning counts: "tests" is a word of "I test it".
    """
    said = _compared(words)
    told = salient_words(_compared(text))
    return not told or any(word[:_STEM] in said for word in told)


def has_share_of(
    text: str, words: str, names: Iterable[str] = (), share: float = FELT_SHARE
) -> bool:
    """Whether what was said has that share of what a text says, beside small words and `names`."""
    said = _compared(words)
    begun = {word[:_STEM] for word in said.split()} | {word[:_STEM] for word in salient_words(said)}
    called = {word for name in names for word in salient_words(_compared(name))}
    told = [word for word in salient_words(_compared(text)) if word not in called]
    borne = sum(
        word[:_STEM] in begun or (is_dense_script(word[0]) and word in said) for word in told
    )
    return borne >= share * len(told)


def _goes_on(text: str, before: int, after: int) -> bool:
    """Whether a word has letters at both places; scripts without spaces have no such words."""
    if before < 0 or after >= len(text):
        return False
    return all(text[at].isalnum() and not is_dense_script(text[at]) for at in (before, after))


def _compared(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text.translate(_SIGNS)).casefold()
    return " ".join(folded.split())
