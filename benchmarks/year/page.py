"""What a prompt says of somebody: the lines below their name, facts apart from the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from familiar_memory.inspection.knowledge.fact import Fact

__all__ = ["facts_on_page", "plain_on_page", "same"]

_WORDS = re.compile(r"[\w']+")
_ARTICLES = frozenset({"a", "an", "the"})
_DATED = re.compile(r" \([^()]*\d{4}[^()]*\)$")
_PAST = ("used to", "(until", "no longer", "was wrong", "dislikes")
_OVER = re.compile(
    r"\b(?:not?|no longer|n't|quit|left|stopped|gave up|over|gone off|former)\b|n't", re.I
)


def same(said: str, it: str) -> bool:
    """Whether a text has all the words of a thing, one after the other; articles do not count.

    Of a day the number may stand before the month or after it.
    """
    words, sought = _words(said), _words(it)
    if len(sought) == 2 and sought[1].isdigit() and words == sought[::-1]:
        return True
    return any(words[at : at + len(sought)] == sought for at in range(len(words) - len(sought) + 1))


def facts_on_page(page: str, name: str, known: Iterable[Fact]) -> list[str]:
    """The lines of somebody that are facts, as far as they are said to hold."""
    sentences = _sentences(known)
    return [
        line
        for line in _lines_of(page, name)
        if line in sentences and not any(mark in line for mark in _PAST)
    ]


def plain_on_page(page: str, name: str, known: Iterable[Fact]) -> list[str]:
    """The other lines of somebody, but those that say that something is over."""
    sentences = _sentences(known)
    return [
        line for line in _lines_of(page, name) if line not in sentences and not _OVER.search(line)
    ]


def _sentences(known: Iterable[Fact]) -> frozenset[str]:
    return frozenset(one.sentence.removeprefix(f"{one.subject.name} ") for one in known)


def _lines_of(page: str, name: str) -> Iterator[str]:
    """What stands in a list below a name, without its date."""
    is_theirs = False
    for line in page.splitlines():
        if not line.startswith("- "):
            is_theirs = line == name
        elif is_theirs:
            yield _DATED.sub("", line.removeprefix("- "))


def _words(text: str) -> list[str]:
    words = _WORDS.findall(text.casefold().replace("’", "'"))
    return [word.removesuffix("'s") for word in words if word not in _ARTICLES]
