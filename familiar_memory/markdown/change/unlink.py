"""Links that become the words which they show; not a byte beside them changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from familiar_memory.markdown.links import (
    Link,
    LinkKind,
    LinkSpan,
    property_links,
    whole_links,
)

__all__ = ["PlainWords", "words_of_links", "with_words"]

_EMBEDS = re.compile(r"(?<![\\\w])!\Z")
"""What makes an embed of a link; the end of a word that is called out is none."""
_SIZE = re.compile(r"\s*\d+(?:x\d+)?\s*")
"""How large an embed is shown: no word of it."""

_MARKS = re.compile(r"(?<!\S)#[^\s#]|%%")
"""How a tag begins, and a comment."""


class PlainWords(NamedTuple):
    """What comes in the place of a link that stands from `start` to `end`."""

    start: int
    end: int
    words: str


def words_of_links(text: str, is_meant: Callable[[Link], bool]) -> list[PlainWords]:
    """What is to come in the place of those links of a note, in order, properties included.

    What shows no word is left, and so is what would be a tag or a comment without its brackets.
    So are links that stand in one another: what they show depends on who reads them.
    """
    found = [*property_links(text), *whole_links(text)]
    made = (_words_of(text, one) for one in _apart(found) if is_meant(one.link))
    return [one for one in made if one.words and not _MARKS.search(one.words)]


def with_words(text: str, changes: Iterable[PlainWords]) -> str:
    """The text with them, which are in order."""
    pieces: list[str] = []
    at = 0
    for start, end, words in changes:
        pieces += (text[at:start], words)
        at = end
    return "".join((*pieces, text[at:]))


def _apart(found: Sequence[LinkSpan]) -> Iterator[LinkSpan]:
    for at, one in enumerate(found):
        start, end = one.whole
        near = (*found[max(0, at - 1) : at], *found[at + 1 : at + 2])
        if all(other.whole[1] <= start or end <= other.whole[0] for other in near):
            yield one


def _words_of(text: str, one: LinkSpan) -> PlainWords:
    start, end = one.whole
    label = text[slice(*one.label)].strip() if one.label[0] >= 0 else ""
    if _EMBEDS.search(text[max(0, start - 2) : start]):
        start -= 1
        label = "" if _SIZE.fullmatch(label) else label
    if one.link.kind is LinkKind.MARKDOWN:
        return PlainWords(start, end, label)
    # In a row of a table the bar before a label is escaped.
    named = text[slice(*one.target)].strip().removesuffix("\\").strip()
    return PlainWords(start, end, label or named)
