"""Properties of other programs that plainly keep a note back: `private`, and an `audience`.

They are no words of ours, so a value that means nothing here keeps nothing back: `private: no`,
`audience: developers`. What was plainly meant as a restriction closes, in whatever shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from familiar_memory.domain.talk.privacy_words import is_denial, keeps_to_few
from familiar_memory.knowledge.audience import EVERYONE
from familiar_memory.markdown.frontmatter.visibility_key import audience_named, is_nearly, plain_key
from familiar_memory.markdown.place_heading import heading_place
from familiar_memory.markdown.text.invisible import without_unseen

__all__ = ["WITHHOLDING_KEYS", "withheld_by"]

_PRIVATE = "private"
_AUDIENCE = "audience"
WITHHOLDING_KEYS = frozenset({_PRIVATE, _AUDIENCE})
_FARTHEST = 1
"""One letter: these words are short, and two letters make another word of them."""
# English words that are as near as a slip, and mean something else.
_OTHER_WORDS = frozenset({"primate"})
_ANY_LEVEL = 3
"""Of a heading, where a place is told by its name alone and not by where it stands."""


def withheld_by(data: Mapping[str, Any]) -> str | None:
    """The first property, of those of a frontmatter, that keeps the note to its owner."""
    for key, value in data.items():
        if _is(key, _PRIVATE) and not is_denial(_plainly(value)):
            return key
        if _is(key, _AUDIENCE) and _keeps_back(value):
            return key
    return None


def _is(key: str, word: str) -> bool:
    return key == word or (key not in _OTHER_WORDS and is_nearly(key, word, _FARTHEST))


def _plainly(value: object) -> object:
    return plain_key(value) if isinstance(value, str) else value


def _keeps_back(value: object) -> bool:
    """Whether an `audience` is a restriction; what is no text and no list of texts is one."""
    return any(one is None or _names_few(one) for one in _texts(value))


def _texts(value: object) -> Iterator[str | None]:
    """The texts of a value; None for each that is none."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, (dict, list, set, tuple)):
            yield None if one else ""
        else:
            yield "" if one is None else str(one)


def _names_few(text: str) -> bool:
    """Whether it names an audience of ours other than everyone, a place, or speaks of privacy."""
    named = audience_named(text)
    if named is not None:
        return named != EVERYONE
    seen = without_unseen(text)
    return keeps_to_few(seen) or heading_place(seen, _ANY_LEVEL) is not None
