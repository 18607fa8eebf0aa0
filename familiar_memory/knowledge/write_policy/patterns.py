"""What takes more than a phrase to say: refusing care, harm, what somebody thinks of themselves.

Patterns are data of the languages (`[write_policy_patterns]`). They are searched in one sentence,
in small letters, without signs and apostrophes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

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
"""Of a sentence that is read; a longer one is read up to there."""


@lru_cache(maxsize=8_192)
def said_in_many_words(sentence: str) -> frozenset[Marker]:
    """What a sentence shows, of the sets that have patterns."""
    said = " ".join(every_token(sentence[:_MOST_CHARS]))
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
    return _WORD.sub(lambda found: f"(?:{'|'.join(words[found[1]])})", pattern)
