"""What takes more than a phrase to say: refusing care, a loss, harm, self-contempt.

Patterns are data of the languages (`[write_policy_patterns]`). They are searched in one sentence,
in small letters, without signs and apostrophes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice

import regex

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.tokens import every_token

__all__ = ["said_in_many_words"]

_RULE = "write_policy_patterns"
_WORDS = "words"
_WORD = regex.compile(r"(?<![?(\\])<([a-z_]+)>")
_DENSE = r"[\p{Han}\p{Hiragana}\p{Katakana}ー]"
_BETWEEN = regex.compile(rf"(?<={_DENSE}) (?={_DENSE})")
_MOST_CHARS = 1_000
"""That are read at once; a longer sentence is read piece by piece."""
_STEP = _MOST_CHARS // 2
"""Pieces overlap: what is said across the end of one stands whole in the next."""
_MOST_PIECES = 64
"""Of one sentence; people who use no full stops write ten."""


def said_in_many_words(sentence: str) -> frozenset[Marker]:
    """What a sentence shows, of the sets that have patterns."""
    ends = max(1, len(sentence) - _STEP)
    pieces = (sentence[at : at + _MOST_CHARS] for at in range(0, ends, _STEP))
    return frozenset().union(*map(_shown_in, islice(pieces, _MOST_PIECES)))


@lru_cache(maxsize=8_192)
def _shown_in(piece: str) -> frozenset[Marker]:
    said = " ".join(every_token(piece))
    plain = _BETWEEN.sub("", said)
    return frozenset(
        mark for mark, patterns in _patterns().items() if any(one.search(plain) for one in patterns)
    )


@lru_cache(maxsize=1)
def _patterns() -> Mapping[Marker, Sequence[regex.Pattern[str]]]:
    found: dict[Marker, list[regex.Pattern[str]]] = {}
    for table in language_tables(_RULE).values():
        words: Mapping[str, Sequence[str]] = table.get(_WORDS, {})
        for name, patterns in table.items():
            if name != _WORDS:
                compiled = [regex.compile(_filled(one, words)) for one in patterns]
                found.setdefault(Marker(name), []).extend(compiled)
    return found


def _filled(pattern: str, words: Mapping[str, Sequence[str]]) -> str:
    """A pattern with the lists of words in it, which may be made of other lists."""

    def listed(found: regex.Match[str]) -> str:
        return f"(?:{'|'.join(_filled(one, words) for one in words[found[1]])})"

    return _WORD.sub(listed, pattern)
