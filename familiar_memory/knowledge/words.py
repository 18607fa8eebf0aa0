"""The words of a text, folded so that the same word is found however it is written.

Unicode is unified (NFKC), case and accents are folded. Nothing in a text can break
this, so nothing that a user types can break a search.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from familiar_memory.domain.text.tokens import is_dense_script

__all__ = ["STOP_WORDS", "content_words", "fold", "words"]

STOP_WORDS = frozenset(
    """a about am an and any are as at be been being but by can could d did do does doing during
    for from had has have having he her hers him his how i if in into is it its just ll m me my no
    not of on or our re s she should so some t than that the their them then there these they this
    to too us ve very was we were what when where which who whom whose why will with would you your
    yours""".split()  # noqa: SIM905 - a list of 110 literals reads worse
)
"""English words that carry grammar and no content."""

_WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")
_APOSTROPHE = re.compile("['’`]")


def fold(text: str) -> str:
    """Casefold, unify compatible characters and drop accents."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return folded
    return unicodedata.normalize("NFC", "".join(map(_without_accent, folded)))


def words(text: str) -> list[str]:
    """The words of a text in order, folded: possessive 's dropped, don't as dont."""
    folded = fold(text)
    found = _WORD.findall(folded)
    if _APOSTROPHE.search(folded) is None:
        return found
    joined = (_APOSTROPHE.sub("'", word).removesuffix("'s").replace("'", "") for word in found)
    return [word for word in joined if word]


def content_words(text: str) -> list[str]:
    """The words that say something: all but stop words."""
    return [word for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=4_096)
def _without_accent(character: str) -> str:
    # Only Latin, Greek and Cyrillic letters lose their marks; in kana and Indic
    # scripts a mark makes another letter.
    if "\u0300" <= character <= "\u036f":
        return ""
    if is_dense_script(character):
        return character
    # 0x0530 is where Armenian begins, behind Latin, Greek and Cyrillic.
    decomposed = unicodedata.normalize("NFD", character)
    if len(decomposed) == 1 or ord(decomposed[0]) >= 0x0530:
        return character
    return decomposed[0]
