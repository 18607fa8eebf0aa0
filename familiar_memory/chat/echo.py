"""A reply without a model: what is remembered, in its own words, and nothing made up."""

from __future__ import annotations

from collections.abc import Sequence

from familiar_memory.chat.exchange import RecalledPassage
from familiar_memory.knowledge.words import content_words

__all__ = ["echo_of"]

_MOST = 2
"""Passages that are quoted; the rest is listed by whoever shows the exchange."""
_LONGEST = 300
"""Characters of a passage that are quoted: a sentence or two."""
_STEM = 4
"""Characters that two words have in common when one is a form of the other: live, lives."""
_QUESTION = ("?", "\uff1f", "\u061f", "\u055e")
"""The question marks of several scripts."""


def echo_of(said: str, passages: Sequence[RecalledPassage], *, is_kept: bool) -> str:
    """The passages that have most words of what was said.

    A question of which none has a word is answered with what the search liked best, and says so.
    """
    # What it said itself, and what was only asked, is no answer.
    quotable = [one for one in passages if not one.is_own and not _is_question(one.text)]
    if near := _nearest(said, quotable):
        return _listed("I remember:", near)
    if not _is_question(said):
        return "I have recorded that." if is_kept else "I have not recorded that."
    if not quotable:
        return "I remember nothing about that."
    best = max(quotable, key=lambda one: one.score)
    return _listed("Nothing that I remember has a word of that. The nearest is:", [best])


def _listed(head: str, passages: Sequence[RecalledPassage]) -> str:
    return "\n".join([head, *(f"- {_short(one.quote)}" for one in passages)])


def _nearest(said: str, passages: Sequence[RecalledPassage]) -> list[RecalledPassage]:
    """Those with the most words of it, the first first among equals."""
    stems = {word[:_STEM] for word in content_words(said)}
    shared = {one: len(stems & _stems(one.text)) for one in passages}
    ranked = sorted(passages, key=lambda one: -shared[one])
    most = shared[ranked[0]] if ranked else 0
    # A second one with fewer words in common is about something else.
    return [one for one in ranked if shared[one] and shared[one] == most][:_MOST]


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in content_words(text)}


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(_QUESTION)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
