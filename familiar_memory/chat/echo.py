"""A reply without a model: what is remembered, in its own words, and nothing made up."""

from __future__ import annotations

from collections.abc import Sequence, Set

from familiar_memory.chat.exchange import RecalledPassage
from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.words import content_words

__all__ = ["INCOGNITO_ECHO", "echo_of"]

_MOST = 2
"""Passages that are quoted; the rest is listed by whoever shows the exchange."""
_LONGEST = 300
"""Characters of a passage that are quoted: a sentence or two."""
_SHORTEST = 3
"""Characters of a word that says something by itself."""
_STEM = 4
"""Characters that two words have in common when one is a form of the other: live, lives."""
_QUESTION = ("?", "\uff1f", "\u061f", "\u055e")
"""The question marks of several scripts."""


INCOGNITO_ECHO = "This is incognito: nothing of memory is read, and nothing is kept."


def echo_of(said: str, passages: Sequence[RecalledPassage], *, is_kept: bool) -> str:
    """The passages that have most words of what was said.

    A question of which none has a word is answered with what the search liked best, and says so.
    """
    quotable = [one for one in passages if _is_quotable(one)]
    if near := _nearest(said, quotable):
        return _listed("I remember:", near)
    if not _is_question(said):
        return "I have recorded that." if is_kept else "I have not recorded that."
    if not quotable:
        return "I remember nothing about that."
    best = max(quotable, key=lambda one: one.likeness)
    return _listed("Nothing I remember has a word of that. Nearest is:", [best])


def _is_quotable(passage: RecalledPassage) -> bool:
    """What it said itself, what was only asked, and what is over, is no answer."""
    return not (passage.is_own or passage.is_over or _is_question(passage.text))


def _listed(head: str, passages: Sequence[RecalledPassage]) -> str:
    return "\n".join([head, *(f"- {_short(one.quote)}" for one in passages)])


def _nearest(said: str, passages: Sequence[RecalledPassage]) -> list[RecalledPassage]:
    """Those with the most words of it, the first first among equals."""
    asked = frozenset(_words(said))
    shared = {one: _shared(asked, one) for one in passages}
    most = max(shared.values(), default=0)
    # One with fewer words in common is about something else.
    return [one for one in passages if shared[one] and shared[one] == most][:_MOST]


def _shared(asked: Set[str], passage: RecalledPassage) -> int:
    """How many words of one stand in the other; another form of a word is worth half.

    Notes say it in a form of their own, and as it is now: to them that makes no difference.
    """
    words = frozenset(_words(passage.text))
    stems = {word[:_STEM] for word in words}
    form = 1 if passage.path is None else 2
    return sum(2 if word in words else form * (word[:_STEM] in stems) for word in asked)


def _words(text: str) -> list[str]:
    """The words that say something; where a script has no spaces, each two characters."""
    found: list[str] = []
    for word in content_words(text):
        if is_dense_script(word[0]):
            found += [word[at : at + 2] for at in range(len(word) - 1)]
        elif len(word) >= _SHORTEST:
            found.append(word)
    return found


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(_QUESTION)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
