"""Whether a new memory only repeats one that stands there: what a model stores is asked this."""

from __future__ import annotations

from familiar_memory.knowledge.names import folded_name
from familiar_memory.knowledge.reconcile.markers import marker_words
from familiar_memory.knowledge.reconcile.meaning import are_inflected_apart, makes_no_difference
from familiar_memory.knowledge.reconcile.relation import left_over
from familiar_memory.knowledge.reconcile.wording import Wording, wording_of
from familiar_memory.maintenance.consolidation.likeness import (
    Nearness,
    is_near,
    may_be_one,
    plain_words_of,
    say_the_same,
    says_all_of,
    telling_words_of,
)

__all__ = ["DUPLICATE_COSINE", "are_about_one", "is_repetition"]

DUPLICATE_COSINE = 0.92
"""The cosine from which a new memory may repeat one that stands there. ScalyClaw's number; there it
was put to a score into which age and importance went, here to the texts alone."""


def is_repetition(standing: Wording, new: Wording, near: Nearness) -> bool:
    """Whether a new memory says nothing that the standing one does not say."""
    if say_the_same(standing, new):
        return True
    if not may_be_one(standing, new):
        return False
    if near.cosine is not None and not near.is_of_words:
        return near.cosine >= DUPLICATE_COSINE and _may_be_paraphrases(standing, new)
    return says_all_of(standing, new) and is_near(standing, new, near, DUPLICATE_COSINE)


def are_about_one(subject: str, other: str) -> bool:
    """Whether two short subjects may mean the same: "employer", "User's current employer"."""
    if folded_name(subject) == folded_name(other):
        return True
    one, two = wording_of(subject), wording_of(other)
    return _names_all_of(one, two) or _names_all_of(two, one)


def _names_all_of(full: Wording, part: Wording) -> bool:
    named = telling_words_of(part)
    extra = left_over(named, telling_words_of(full))
    # "half" or "former" makes another thing of what it stands by.
    return bool(named) and extra is not None and not marker_words("alters").intersection(extra)


def _may_be_paraphrases(one: Wording, other: Wording) -> bool:
    """Whether no ending ("lives", "lived") and no word more makes another thing of either."""
    said, told = plain_words_of(one), plain_words_of(other)
    more = (left_over(said, told), left_over(told, said))
    if any(extra is not None and not all(map(makes_no_difference, extra)) for extra in more):
        return False
    return not are_inflected_apart(said, told)
