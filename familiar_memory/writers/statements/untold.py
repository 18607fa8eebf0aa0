"""Plain statements that say more than the facts that were found in the same message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.knowledge.speech.plain_statement import PlainStatement, StatementKind
from familiar_memory.knowledge.standing import find_standing
from familiar_memory.writers.forms.dated import NO_TERM
from familiar_memory.writers.forms.finding import Statement
from familiar_memory.writers.forms.form import Stance
from familiar_memory.writers.statements.rules import statement_rules
from familiar_memory.writers.text.words import salient_words
from familiar_memory.writers.times.phrases import without_times

__all__ = ["untold_by"]

_STEM = 4
"""Letters in which the forms of a word agree: love, loves, loving."""
_STATES = frozenset({StatementKind.LIFE, StatementKind.PROJECT})
"""What is so until it is not; what happened, or was planned, stays true of its day."""


def untold_by(
    words: str, facts: Iterable[Statement], plain: Iterable[PlainStatement]
) -> Iterator[PlainStatement]:
    """Those of a message that no fact says ("love swimming", `loves:: swimming`).

    What it asks for, for good, is noted as it was said. How somebody lives is said by the fact
    alone where another will take its place: in their words as well it would hold for ever.
    """
    facts = tuple(facts)
    passing = [_stems(fact.object) for fact in facts if _is_replaced(fact.predicate)]
    is_dated = any(fact.term != NO_TERM for fact in facts)
    told = {stem for wish in find_standing(words) for stem in _stems(wish.text)}
    for fact in facts:
        told |= _stems(fact.object)
        if fact.predicate != "diet" or fact.stance is Stance.HOLDS:
            # "I eat meat again" is written by no fact: it only ends "no meat".
            told |= _words_of(fact.predicate)
    for one in plain:
        said = without_times(one.text).text if is_dated else one.text
        stems = _stems(_without_bare(said))
        lasts = one.kind not in _STATES or not any(map(stems.issuperset, passing))
        if lasts and not told.issuperset(stems):
            yield one


def _without_bare(said: str) -> str:
    """Without "actually" and its like, in which no fact is told."""
    for rules in statement_rules():
        said = rules.bare.sub(" ", said)
    return said


def _is_replaced(predicate: str) -> bool:
    """Whether a fact of that kind goes when the next comes, or by itself."""
    known = SHIPPED.get(predicate)
    return known is not None and (known.single or known.temporary)


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in salient_words(text)}


@lru_cache(maxsize=256)
def _words_of(predicate: str) -> frozenset[str]:
    """How a predicate is said: its own name, and the words by which it is asked for."""
    tables = language_tables("predicates").values()
    said = " ".join(word for table in tables for word in table.get(predicate, ()))
    return frozenset(_stems(f"{predicate.replace('_', ' ')} {said}"))
