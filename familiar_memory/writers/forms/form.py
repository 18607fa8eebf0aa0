"""One plain form of stating a fact: a wording, its predicate, and how its object is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import regex

from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.objects import Trim

__all__ = ["Form", "Stance", "form"]

_LIST_JOINT = regex.compile(r",\s*(?:and\s+)?(?:the\s+)?|\s+and\s+(?:the\s+)?", regex.IGNORECASE)

_AND_AT = regex.compile(r"\s+(?:and|&)\s+(?:also\s+)?(?:in|at|for|with)\s+", regex.IGNORECASE)
"""Parts several that are said with a preposition each: "in Oban and in Hull"."""
_STILL = regex.compile(
    r"[\s.]*(?:(?:right\s+)?now|too|as\s+well|currently|these\s+days|at\s+the\s+moment|lol)?[\s.]*",
    regex.IGNORECASE,
)


class Stance(StrEnum):
    """What is said of the fact: that it holds, that it ended, or that it was never so."""

    HOLDS = "holds"
    ENDED = "ended"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class Form:
    """One row. `span` = how many sentences the wording reaches over.

    `loose` = safe without a clause border in front, as people type without commas.
    `dated` = it says something only with its time: "I've been in Oban" may be long ago, "I've been
    in Oban since 2020" is not. `opening` = of its speaker only in the first sentence of a message:
    it says not of whom it speaks. `needs` = a pattern that is sought first where it is quicker
    than the wording: without it nothing is there. `build` makes the objects of a match.
    """

    predicate: str
    wording: str
    build: Callable[[regex.Match[str]], tuple[str, ...]]
    stance: Stance = Stance.HOLDS
    span: int = 1
    loose: bool = False
    dated: bool = False
    opening: bool = False
    needs: str = ""

    def may_match(self, text: str) -> bool:
        """Whether the wording can be in a text at all."""
        return not self.needs or _compiled(self.needs).search(text) is not None

    @property
    def pattern(self) -> BoundedPattern:
        """The wording as a pattern, compiled on first use: most commands never write."""
        return _compiled(self.wording)


@cache
def _compiled(wording: str) -> BoundedPattern:
    return bounded(wording, regex.IGNORECASE | regex.VERSION1)


def form(
    predicate: str,
    wording: str,
    trim: Trim = objects.any_thing,
    *,
    template: str = "{o}",
    stance: Stance = Stance.HOLDS,
    span: int = 1,
    loose: bool = False,
    split: bool = False,
) -> Form:
    """Make a row; other groups of the wording may be named in the template.

    `split` = "French and German" is two objects. A wording may catch several objects, each
    with its own of the other groups: "a cat called Miso and a dog called Pepper".
    """

    def build(match: regex.Match[str]) -> tuple[str, ...]:
        return tuple(
            " ".join(template.format(**{**groups, "o": kept}).split())
            for groups in _each(match)
            for one in (_LIST_JOINT.split(groups["o"]) if split else [groups["o"]])
            for kept in _kept(one, trim)
        )

    return Form(predicate, wording, build, stance, span, loose)


def _kept(caught: str, trim: Trim) -> Iterator[str]:
    """What was caught, trimmed, and what else is named with it: "in Oban and in Hull".

    The others are names, and all that is said there: "and at night I paint" names no employer.
    """
    first = trim(caught)
    if first:
        yield first
    for more in _AND_AT.split(caught)[1:] if first else ():
        kept = trim(more)
        if kept and kept[:1].isupper() and _STILL.fullmatch(more.partition(kept)[2]):
            yield kept


def _each(match: regex.Match[str]) -> Iterator[dict[str, str]]:
    """The groups of every object that was caught; one that was caught once goes with all."""
    caught = match.capturesdict()
    for number in range(len(caught["o"])):
        yield {
            key: _written(key, values[min(number, len(values) - 1)] if values else "")
            for key, values in caught.items()
        }


def _written(group: str, caught: str) -> str:
    if group == "o":
        return caught
    return caught.capitalize() if group == "month" else caught.casefold()
