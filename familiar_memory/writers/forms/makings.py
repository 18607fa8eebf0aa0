"""Trim what a pattern caught to what somebody makes, uses, joins or means to do, or refuse it."""

from __future__ import annotations

import regex

from familiar_memory.domain.text.months import MONTHS
from familiar_memory.writers.forms.guards import is_no_thing
from familiar_memory.writers.forms.objects import ARTICLE, DETERMINED, EDGES, VAGUE
from familiar_memory.writers.text.lexicon import word_set

__all__ = ["chosen_thing", "doing", "joined_group", "interest", "tool", "version", "work"]

_MAX_WORK_WORDS = 12
"""What is planned or made takes more words than what is liked."""
_WORK_BORDER = regex.compile(
    r"(?<!\s)\s+[-–—~]\s.*|(?<!\s)\s+(?:but|so|because|which|who|where|when|"
    r"whenever|while|since|as|if|though|although|"
    r"until|till|that|than|to|in order|and\s+(?:i|i'm|i've|we|"
    r"we're|it|want|need|now|am|is|are|my|have)|"
    r"i|i'm|i've|we|it's|is|are|was|were|now|currently|can|could|how|what|here's|specifically)\b.*",
    regex.IGNORECASE,
)
_DOING_BORDER = regex.compile(
    r"(?<!\s)\s+[-–—~]\s.*|(?<!\s)\s+(?:but|so|because|which|who|when|whenever|while|since|if|though|although|"
    r"until|till|than|and\s+(?:i|i'm|i've|we|we're|it|"
    r"my)|i|i'm|i've|we're|it's|can|could|what|here's)\b.*",
    regex.IGNORECASE,
)
_PURPOSE = regex.compile(r"(?<!\s)\s+(?:for|with|in|on|at|across|via|by|of)\b.*", regex.IGNORECASE)
_OPEN_END = regex.compile(
    r"(?:(?<!\s)\s+(?:for|with|in|on|at|of|to|by|from|and|or|"
    r"the|an?|now|using|my|our|this|that|due))+$|^(?:the|an?)$",
    regex.IGNORECASE,
)
_BROKEN_OFF = regex.compile(r"^\S+ing\b.*\b(?:an?|the)\s\S+$", regex.IGNORECASE)
_MAX_TOOL_WORDS = 4
_NO_WORK_FIRST = word_set(
    "following two three four five six some several my our right new own same"
)
_NO_WORK_ALONE = word_set(
    "schema url logging choice progress mistake difference changes dependencies project "
    "projects app application website system function functions code code's feature "
    "features function plan schedule step issue issues error errors test tests model something "
    "work task tasks research list report"
)
_NO_PRODUCT = word_set(
    "figure table version step chapter section part page day week level phase sprint"
)


def joined_group(caught: str) -> str | None:
    """What people belong to: a small word in front of it says that the form caught too much."""
    kept = ARTICLE.sub("", caught).removeprefix("new ").strip(EDGES)
    words = kept.casefold().split()
    return None if len(words) < 2 or VAGUE.intersection(words) else kept


def version(caught: str) -> str | None:
    """A product and its version: "Flask 2.3.1"."""
    kept = caught.strip(EDGES)
    return None if kept.split()[0].casefold() in _NO_PRODUCT else kept


def tool(caught: str) -> str | None:
    """What somebody works with, by its own name, without what for."""
    kept = chosen_thing(_PURPOSE.sub("", f" {caught}"))
    if kept is None or len(kept.split()) > _MAX_TOOL_WORDS or kept.split()[0] in MONTHS:
        return None
    return kept if any(word[:1].isupper() for word in kept.split()) else None


def work(caught: str) -> str | None:
    """What somebody makes: one small word ("indexes", "library") says too little of it."""
    kept = chosen_thing(caught)
    if kept is None or " " in kept:
        return kept
    return None if kept.islower() and kept.isalpha() else kept


def chosen_thing(caught: str) -> str | None:
    """What somebody uses or has decided on: a noun phrase with what belongs to it."""
    phrase = _WORK_BORDER.sub("", f" {caught}").strip()
    kept = _OPEN_END.sub("", ARTICLE.sub("", phrase)).strip(EDGES)
    words = kept.casefold().split()
    if not words or len(words) > _MAX_WORK_WORDS or is_no_thing(kept):
        return None
    if words[0] in VAGUE | _NO_WORK_FIRST or words[-1] in VAGUE:
        return None
    if len(words) <= 2 and words[-1] in _NO_WORK_ALONE:
        return None
    return kept


def interest(caught: str) -> str | None:
    """What somebody cares for; "creating a safe" breaks off."""
    kept = work(caught)
    if kept is None or _BROKEN_OFF.search(kept) or DETERMINED.match(kept):
        return None
    is_cut = len(kept) < len(caught.strip(EDGES))
    return None if is_cut and kept.endswith("ing") and " " not in kept else kept


def doing(caught: str) -> str | None:
    """What somebody means to do: a verb with what belongs to it."""
    kept = _DOING_BORDER.sub("", f" {caught}").strip().strip(EDGES)
    words = kept.split()
    if not 2 <= len(words) <= _MAX_WORK_WORDS or words[0].casefold() in VAGUE:
        return None
    if {"it", "this", "that", "them"}.intersection(words):
        return None
    return None if words[-1].casefold() in VAGUE else kept
