"""Where somebody sets right, in passing, what one of theirs is called: "the cat's Mizo, not Miso".

What was wrong is a name that is known of theirs. Where nothing says that it is a name, the right
one has to be spelt much like it: "it's Noodle, not Miso" says who ate the cheese.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

import regex

from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.knowledge.languages.bounded_pattern import BoundedPattern, bounded
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.predicates import SHIPPED, ObjectKind
from familiar_memory.writers.forms.asserted import is_question
from familiar_memory.writers.known.fact import SpeakerFact
from familiar_memory.writers.text.plain_words import without_noise
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.spelling import as_spelt

__all__ = ["find_renamed"]

_ALIKE = 0.6
"""So much of two spellings of one name is the same."""


def find_renamed(
    text: str, known: Callable[[], Collection[SpeakerFact]]
) -> tuple[tuple[SpeakerFact, SpeakerFact], ...]:
    """List what was known by a wrong name, and the same by its right one.

    `known` is only asked of whoever names two names.
    """
    named = tuple(dict.fromkeys(_named(text)))
    if not named:
        return ()
    beings = [fact for fact in known() if _is_being(fact)]
    taken = {normalised(_name(fact)) for fact in beings}
    return tuple(
        (fact, replace(fact, object=f"{fact.object.removesuffix(_name(fact))}{new}"))
        for new, old, is_sure in named
        for fact in beings
        if normalised(_name(fact)) == normalised(old)
        and normalised(new) not in taken
        and (is_sure or _are_alike(new, old))
    )


def _named(text: str) -> Iterator[tuple[str, str, bool]]:
    """The right name and the wrong one, and whether they are said to be names."""
    for sentence in split_sentences(as_spelt(mask_quotations(text))):
        if is_question(sentence):
            continue
        said = without_noise(sentence)
        for match in (found for one in _patterns() if (found := one.search(said)) is not None):
            yield match["new"], match["old"], match["called"] is not None


def _is_being(fact: SpeakerFact) -> bool:
    predicate = SHIPPED.get(fact.predicate)
    return predicate is not None and predicate.objects is ObjectKind.BEING


def _name(fact: SpeakerFact) -> str:
    """The last word: "Miso" of "cat called Miso", "Rupert" of "uncle Rupert"."""
    return fact.object.split()[-1]


def _are_alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= _ALIKE


@lru_cache(maxsize=1)
def _patterns() -> tuple[BoundedPattern, ...]:
    written = (table.get("renamed") for table in language_tables("corrections").values())
    return tuple(bounded(one, regex.IGNORECASE) for one in written if one)
