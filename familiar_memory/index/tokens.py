"""Text to terms: the one place that decides which words can be found.

Unicode is folded (NFKC, case, accents), English words are stemmed, stop words
dropped. Scripts without spaces become overlapping pairs of characters (and single
Han characters), so that a part of a word is found too. Nothing in a text can break
this, so nothing that a user types can break a search.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from py_rust_stemmers import SnowballStemmer

from familiar_memory.domain.tokens import is_dense_script

__all__ = ["STOP_WORDS", "TOKENIZER_VERSION", "content_terms", "fold", "term_hash", "words"]

TOKENIZER_VERSION = "1"
"""Part of the index's identity: another tokenizer means a rebuild."""

STOP_WORDS = frozenset(
    """a about am an and any are as at be been being but by can could d did do does doing during
    for from had has have having he her hers him his how i if in into is it its just ll m me my no
    not of on or our re s she should so some t than that the their them then there these they this
    to too us ve very was we were what when where which who whom whose why will with would you your
    yours""".split()  # noqa: SIM905 - a list of 110 literals reads worse
)
_WORD = re.compile(r"[^\W_]+(?:['’`][^\W_]+)*")
_MAX_WORD = 64


def fold(text: str) -> str:
    """Casefold, unify compatible characters and drop accents."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return folded
    return unicodedata.normalize("NFC", "".join(map(_without_accent, folded)))


def words(text: str) -> list[str]:
    """The words of a text in order, folded: possessive 's dropped, don't as dont."""
    found: list[str] = []
    for match in _WORD.finditer(fold(text)):
        word = match.group().replace("’", "'").replace("`", "'").removesuffix("'s")
        found.extend(_split_scripts(word.replace("'", "")[:_MAX_WORD]))
    return found


def content_terms(text: str) -> Counter[str]:
    """Count the terms of a text that can be searched: stems of its content words."""
    return Counter(stem(word) for word in words(text) if word not in STOP_WORDS)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """The English stem of an ASCII word; any other word is its own stem."""
    return str(_stemmer().stem_word(word)) if word.isascii() else word


@lru_cache(maxsize=131_072)
def term_hash(term: str) -> int:
    """Name a term by 64 bits, stable across processes; collisions are negligible."""
    return int.from_bytes(hashlib.blake2b(term.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=1)
def _stemmer() -> SnowballStemmer:
    return SnowballStemmer("english")


@lru_cache(maxsize=4_096)
def _without_accent(character: str) -> str:
    # Only Latin, Greek and Cyrillic letters lose their marks; in kana and Indic
    # scripts a mark makes another letter.
    if is_dense_script(character):
        return character
    decomposed = unicodedata.normalize("NFD", character)
    if len(decomposed) == 1 or ord(decomposed[0]) >= 0x0530:
        return character
    return decomposed[0]


def _split_scripts(word: str) -> Iterator[str]:
    """Split a run of mixed scripts; a dense run becomes pairs of characters."""
    if word.isascii():
        if word:
            yield word
        return
    run = ""
    for character in word:
        if run and is_dense_script(run[-1]) != is_dense_script(character):
            yield from _pairs(run)
            run = ""
        run += character
    yield from _pairs(run)


def _pairs(run: str) -> Iterator[str]:
    if not run:
        return
    if not is_dense_script(run[0]) or len(run) == 1:
        yield run
        return
    for start, character in enumerate(run):
        if _is_han(character):
            yield character
        if start + 1 < len(run):
            yield run[start : start + 2]


def _is_han(character: str) -> bool:
    # One Han character is often a word; one kana or hangul letter is not.
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000"
