"""Find where somebody sets right by a word what they said: "it's sesame, not nuts"."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.asserted import is_question
from familiar_memory.writers.forms.finding import find_statements
from familiar_memory.writers.text.plain_words import plainly, without_noise
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["Correction", "find_corrections"]

_CORRECTION = regex.compile(
    r"(?:^|[,.;!]\s*|\b(?:no|oh|sorry|correction|ok|wait|so|and)\s+)(?:actually,?\s+)?"
    r"(?:it's|its|it\s+is|it\s+was|i\s+meant|i\s+mean)\s+(?:actually\s+)?"
    r"(?P<new>(?:(?:the|an?)\s+)?\p{L}[\p{L}'-]+(?:\s[\p{L}'-]+){0,2}?),?\s+not\s+"
    r"(?P<old>(?:(?:the|an?)\s+)?\p{L}[\p{L}'-]+(?:\s[\p{L}'-]+){0,2}?)(?=\s*(?:[.,;!)…\p{Extended_Pictographic}]|$))",
    regex.IGNORECASE,
)

_WORDS = (
    r"(?:(?:the|an?)\s+)?(?!not\b)\p{L}(?:[\p{L}'&-]|\.(?=\s(?-i:\p{Lu})))+"
    r"(?:\s(?!not\b)[\p{L}&][\p{L}'&-]*){0,3}?"
)
_NAMED = r"(?:the\s+|an?\s+)?(?-i:\p{Lu})[\p{L}'.-]+(?:\s[\p{L}&][\p{L}'-]*){0,3}?"
_MARK = (
    r"(?:sorry|no|nope|oops|wait|correction|typo|actually|ok|okay|my\s+bad|i\s+mean(?:t)?|well|erm?|ugh|"
    r"argh|whoops|autocorrect)\b"
)
_NOT_SO = regex.compile(
    rf"^\W*(?:(?:{_MARK}[\s,.:!–—-]*)+(?:(?:i'm|i\s+am|it's|that's)\s+)?(?:in\s+|at\s+)?"
    rf"(?:(?P<new>{_WORDS}),?\s+not\s+(?:in\s+|at\s+)?(?P<old>{_WORDS})|"
    rf"not\s+(?:in\s+|at\s+)?(?P<old>{_WORDS}),?\s+(?:but\s+|it's\s+|i'm\s+)?(?P<new>{_WORDS}))|"
    # Without a word of correcting, only from name to name.
    rf"not\s+(?:in\s+|at\s+)?(?P<old>{_WORDS}),\s+(?:but\s+)?(?:in\s+|at\s+)?(?P<new>{_NAMED})|"
    rf"(?P<new>{_NAMED}),\s+(?:i\s+mean(?:t)?[,.]?\s+)?not\s+(?:in\s+|at\s+)?(?P<old>{_WORDS})|"
    rf"i\s+(?:said|wrote|typed|put)\s+(?P<old>{_WORDS}),?\s+(?:but\s+)?(?:i\s+)?meant\s+(?P<new>{_WORDS}))"
    r"(?:,?\s*(?:sorry|my\s+bad|oops|obviously|of\s+course|i\s+mean))?[\s.,!)…]*$",
    regex.IGNORECASE,
)
"""Says it of anything ("ok, not tea, coffee"), so only of what was stated just before."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Somebody sets something right: not `old` but `new`."""

    old: str
    new: str


def find_corrections(text: str, previous: str = "") -> tuple[Correction, ...]:
    """List plain corrections, "it's sesame, not nuts".

    `previous` is what the same speaker said just before: "sorry, Hull not Oban" is about that.
    """
    found = []
    for sentence in split_sentences(as_spelt(mask_quotations(text))):
        plain = plainly(sentence, is_first=False)
        match = None if is_question(sentence) else _CORRECTION.search(plain)
        said = without_noise(sentence)
        one = _correction(match) if match is not None else _said_otherwise(said, previous)
        if one is not None:
            found.append(one)
    return tuple(found)


def _said_otherwise(sentence: str, previous: str) -> Correction | None:
    match = _NOT_SO.search(sentence) if previous and not is_question(sentence) else None
    one = _correction(match) if match is not None else None
    if one is None:
        return None
    said = {normalised(fact.object) for fact in find_statements(previous)}
    return one if normalised(one.old) in said else None


def _correction(match: regex.Match[str]) -> Correction | None:
    # "The post office" is no particular one there.
    old, new = (objects.quiet_thing(objects.ARTICLE.sub("", match[one])) for one in ("old", "new"))
    is_another = old and new and normalised(old) != normalised(new)
    return Correction(old, new) if old and new and is_another else None
